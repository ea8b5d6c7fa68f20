// The settings for all sites, and the list of those that have their own.

import { choices, command, save, settings } from "./settings.js";

const at = (id) => document.getElementById(id);
const SAID = {
  down: "gec does not answer there.",
  refused: "gec answers but does not know this extension yet.",
  token: "gec asks for its token.",
  busy: "gec is busy.",
};

async function tell() {
  const { port, preset, dialect } = await settings();
  const state = await chrome.runtime.sendMessage({ kind: "state" });
  at("state").textContent = state.trouble ? (SAID[state.trouble] ?? state.trouble) : `gec ${state.version} answers.`;
  at("start").hidden = !["down", "refused"].includes(state.trouble);
  document.querySelector("code").textContent = command(port);
  choices(at("preset"), state.presets ?? [], preset, "as the server says");
  choices(at("dialect"), state.dialects ?? [], dialect, "as the text does");
}

async function list() {
  const { sites } = await settings();
  at("none").hidden = Object.keys(sites).length > 0;
  at("sites").replaceChildren(...Object.keys(sites).sort().map((site) => {
    const forget = document.createElement("button"), row = document.createElement("li");
    const { off, preset, dialect } = sites[site];
    forget.type = "button";
    forget.className = "quiet";
    forget.textContent = "Forget";
    forget.addEventListener("click", async () => {
      const { [site]: _, ...others } = (await settings()).sites;
      await save({ sites: others });
      list();
    });
    row.append(`${site}: ${[off && "off", preset, dialect].filter(Boolean).join(", ")} `, forget);
    return row;
  }));
}

document.querySelector("form").addEventListener("change", async (event) => {
  if (!event.currentTarget.reportValidity()) return;
  await save({
    port: Number(at("port").value),
    token: at("token").value,
    preset: at("preset").value,
    dialect: at("dialect").value,
  });
  tell();
});
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());

const { port, token } = await settings();
at("port").value = port;
at("token").value = token;
await tell();
await list();

// The popup: whether the server answers, and what holds on this site.

import { choices, command, settings } from "./settings.js";

const at = (id) => document.getElementById(id);
const form = document.querySelector("form"), start = at("start");
const HOST = { origins: ["http://127.0.0.1/*"] };
const SAID = {
  down: (port) => `gec does not answer at 127.0.0.1:${port}.`,
  refused: () => "gec does not know this extension yet.",
  token: () => "gec asks for a token; see the settings.",
  busy: () => "gec is busy.",
};

async function tell() {
  const { port } = await settings();
  const state = await chrome.runtime.sendMessage({ kind: "state" });
  at("state").textContent = state.trouble
    ? (SAID[state.trouble]?.(port) ?? state.trouble)
    : `gec ${state.version} answers at 127.0.0.1:${port}.`;
  start.hidden = !["down", "refused"].includes(state.trouble);
  start.querySelector("code").textContent = command(port);
  at("allow").hidden = await chrome.permissions.contains(HOST);
  return state;
}

async function site() {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  try {
    return { tab, site: (await chrome.tabs.sendMessage(tab.id, { kind: "where" }, { frameId: 0 })).site };
  } catch {
    return {}; // a page of the browser's own, or one that was open before the extension
  }
}

async function show() {
  const [state, { tab, site: name }] = await Promise.all([tell(), site()]);
  if (!name) return;
  const chosen = await chrome.runtime.sendMessage({ kind: "chosen", site: name });
  form.querySelector("h2").textContent = name;
  at("on").checked = !chosen.off;
  choices(at("preset"), state.presets ?? [], chosen.preset, "as the server says");
  choices(at("dialect"), state.dialects ?? [], chosen.dialect, "as the text does");
  form.hidden = false;
  form.addEventListener("change", async () => {
    const some = { off: !at("on").checked, preset: at("preset").value, dialect: at("dialect").value };
    await chrome.runtime.sendMessage({ kind: "choose", site: name, some });
    chrome.tabs.sendMessage(tab.id, { kind: "changed" });
  });
}

start.querySelector("button").addEventListener("click", () => navigator.clipboard.writeText(start.querySelector("code").textContent));
at("allow").addEventListener("click", async () => (await chrome.permissions.request(HOST)) && tell());
at("more").addEventListener("click", () => chrome.runtime.openOptionsPage());
show();

// What the writer may choose of how a text is read, as the server offers it; the browser remembers it.

import { browser } from "./store.js";

const at = (id) => document.getElementById(id);
const NAMES = { plain: "plain text", us: "American", gb: "British", au: "Australian", ca: "Canadian" };

/** What was chosen, as the server is asked for it. */
export const chosen = () => ({ format: at("format").value || "plain", dialect: at("dialect").value });

/** Fills the two lists, and calls `changed` when another is chosen; shows what the model can do. Says whether the server's dictionary takes words. */
export async function offer(changed) {
  const { formats, dialects, tasks, dictionary } = await (await fetch("/v1/options")).json();
  at("rewrite").hidden = !tasks.includes("rewrite");
  for (const [id, names] of [["format", formats], ["dialect", dialects]]) {
    at(id).append(...names.map((name) => new Option(NAMES[name] ?? name, name)));
    const before = browser.get(`gec-${id}`);
    if (names.includes(before)) at(id).value = before;
    at(id).addEventListener("change", () => {
      browser.set(`gec-${id}`, at(id).value);
      changed();
    });
  }
  return dictionary;
}

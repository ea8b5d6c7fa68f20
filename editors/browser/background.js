// The only part that speaks to the server, so that neither a page's rules nor a page's eyes reach what is said. It asks
// 127.0.0.1 and nobody else: the address is made here from a port, and the manifest allows no other.

import { address, ofSite, saveSite, settings } from "./settings.js";

const SECONDS = 5; // after which the server answers with what it has

chrome.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" }); // the token is no page's business

/** What the server answers, or why it does not: `trouble` is down, refused, token, busy or a sentence of the server. */
async function ask(path, body) {
  const { port, token } = await settings();
  let response;
  try {
    response = await fetch(address(port) + path, {
      method: body ? "POST" : "GET",
      headers: { ...(body && { "content-type": "application/json" }), ...(token && { authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(1000 * (SECONDS + 10)),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    return { trouble: { 401: "token", 403: "refused", 429: "busy", 503: "busy" }[response.status] ?? String(answer.error) };
  } catch {
    return { trouble: response ? "This is not gec, or an older one." : "down" };
  }
}

let offered; // what the server lets a client choose

async function options() {
  if (!offered) {
    const answer = await ask("/v1/options");
    if (answer.trouble) return answer;
    offered = answer;
  }
  return offered;
}

const ANSWERS = {
  async correct({ text, site }) {
    const all = await settings(), own = ofSite(all, site);
    if (own.off) return { trouble: "off" };
    const preset = own.preset || all.preset, dialect = own.dialect || all.dialect;
    const answer = await ask("/v1/correct", { text, preset, dialect, offsets: "utf-16", timeout: SECONDS });
    return answer.trouble ? answer : { ...answer, dictionary: (await options()).dictionary === true };
  },
  add: ({ word }) => ask("/v1/words", { word }),
  site: async ({ site }) => ({ off: Boolean(ofSite(await settings(), site).off) }),
  chosen: async ({ site }) => {
    const { preset, dialect, sites } = await settings();
    return { preset, dialect, ...ofSite({ sites }, site) };
  },
  choose: async ({ site, some }) => (await saveSite(site, some), {}),
  /** How things stand, for the popup and the options. A text is sent, for only that is refused to strangers. */
  async state() {
    offered = undefined;
    const answer = await ask("/v1/correct", { text: "" });
    return answer.trouble ? answer : options();
  },
};
const OF_PAGES = new Set(["correct", "add", "site"]); // what a content script may ask

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  const ours = sender.url?.startsWith(chrome.runtime.getURL(""));
  if (sender.id !== chrome.runtime.id || !Object.hasOwn(ANSWERS, message.kind)) return false;
  if (!ours && !OF_PAGES.has(message.kind)) return false;
  ANSWERS[message.kind](message).then(reply);
  return true;
});

chrome.commands.onCommand.addListener(async () => {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (tab) chrome.tabs.sendMessage(tab.id, { kind: "next" }).catch(() => {}); // a page without a content script
});

// What the user chose, for all sites and for each, and where the server is: always on this machine.

const USUAL = { port: 8081, token: "", preset: "", dialect: "", sites: {} };

export async function settings() {
  return { ...USUAL, ...(await chrome.storage.local.get(Object.keys(USUAL))) };
}

export const save = (some) => chrome.storage.local.set(some);

/** What was chosen for a site; what is empty holds as for all. */
export const ofSite = (all, site) => (Object.hasOwn(all.sites, site) ? all.sites[site] : {});

export async function saveSite(site, some) {
  const { sites } = await settings();
  const chosen = { ...(Object.hasOwn(sites, site) ? sites[site] : {}), ...some };
  const { [site]: _, ...others } = sites;
  const said = Object.entries(chosen).filter(([, value]) => value);
  await save({ sites: said.length ? { ...others, [site]: Object.fromEntries(said) } : others });
}

export const address = (port) => `http://127.0.0.1:${port}`;

/** The command that starts a server which lets this extension in. */
export function command(port) {
  const origin = chrome.runtime.getURL("").replace(/\/$/, "");
  return `gec serve${port === USUAL.port ? "" : ` --port ${port}`} --allow-origin ${origin}`;
}

/** Fills a list of choices from what the server offers; the first is what holds if nothing is chosen. */
export function choices(select, names, chosen, first) {
  const known = !chosen || names.includes(chosen) ? names : [...names, chosen];
  select.replaceChildren(new Option(first, ""), ...known.map((name) => new Option(name, name)));
  select.value = chosen ?? "";
}

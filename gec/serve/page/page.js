// The page: what is typed is read while it is typed, and every correction is the writer's to apply. The text area holds
// the text; a mirror under it holds the same text with its problems marked, which is what draws the underlines.
// Offsets are UTF-16 units, here and in what the server is asked for.

import { chosen, offer } from "./choices.js";
import {
  beside, blank, carried, family, met, moved, ofWord, paragraph, percent, pieces, spot, spread, visible, words,
} from "./edits.js";
import { lines, make, patch } from "./mirror.js";
import { browser, tab } from "./store.js";

const PAUSE = 250; // ms without a key before the text is sent
const SHARE = 1; // seconds after which the server says what it knows of a long text
const AGAIN = 2000; // ms until a server that did not answer is asked again

const at = (id) => document.getElementById(id);
const text = at("text"), mirror = at("mirror"), list = at("list"), card = at("card"), threshold = at("threshold");

let last = ""; // the text that `edits` belong to
let edits = []; // as the server sent them, in order
let spans = []; // where those that are shown are underlined
let open = null; // the edit whose card is shown
let left = null; // the one that was shown when the writer went back to the text
let mended = null; // the end of what was applied last, and where the caret was left
let round = 0; // answers to earlier rounds come too late
let read = null; // what stops the request under way
let timer = 0;
let state = "read"; // or "reading", or "stopped", since what is left is too long
let stuck = 0; // answers in a row that knew no more than the one before
let known = 0; // sentences read
let more = 0; // corrections for which the answer had no room
let anew = null; // the paragraph whose rewriting is shown instead of corrections: where it begins and ends
let applying = false; // the text changes because an edit was applied
let dictionary = false; // whether the server takes words
let token = tab.get("gec-token") ?? "";
const ignored = new Set(); // as `spot` calls them
const rows = new Map(); // of the list, by edit

// --- edits

const passed = (edit) => ignored.size > 0 && ignored.has(spot(last, edit));
const shown = () => edits.filter((edit) => percent(edit) >= threshold.value && !passed(edit));

// --- what is seen

/** An edit as it reads: old and new, or what comes and goes beside a word that stays. */
function change(edit) {
  const [former, latter] = beside(last, edit);
  const whole = (middle) => former + middle + latter;
  if (blank(edit)) return [make("del", whole(edit.original)), " → ", make("ins", whole(edit.replacement))];
  const old = visible(edit.original), replacement = visible(edit.replacement);
  if (old && replacement) return [make("del", old), " → ", make("ins", replacement)];
  const [name, said] = old ? ["del", edit.original] : ["ins", edit.replacement];
  return [former, make(name, said), latter];
}

function render() {
  const found = shown();
  if (!found.includes(open)) {
    open = null;
    card.hidden = true;
  }
  spans = spread(last, found);
  patch(mirror, lines(mirror, last, spans, open));
  const kept = new Set(found);
  for (const edit of rows.keys()) if (!kept.has(edit)) rows.delete(edit);
  patch(list, found.map(row));
  at("all").disabled = found.length === 0;
  at("title").textContent = anew ? "Rewriting" : "Corrections";
  at("rewrite").textContent = !anew ? "Rewrite paragraph" : state === "reading" ? "Cancel" : "Back to corrections";
  at("diff").hidden = !anew || found.length === 0;
  if (anew) at("diff").replaceChildren(...pieces(last, anew.start, anew.end, found).map(([name, said]) => (name ? make(name, said) : said)));
  at("words").textContent = count(words(last), "word");
  if (open) place();
}

function row(edit) {
  const said = beside(last, edit).join("\n");
  if (rows.get(edit)?.said !== said) rows.set(edit, Object.assign(made(edit), { said }));
  const item = rows.get(edit);
  item.classList.toggle("open", edit === open);
  return item;
}

function made(edit) {
  const show = make("button", [make("span", change(edit), "change"), make("small", `${edit.name}, ${percent(edit)} % sure`)]);
  show.type = "button";
  show.className = "show";
  show.addEventListener("click", () => unfold(edit, true));
  const use = make("button", "Apply", "quiet");
  use.type = "button";
  use.setAttribute("aria-label", `Apply: ${edit.message}`);
  use.addEventListener("click", () => apply([edit]));
  return make("li", [show, use], family(edit.type));
}

const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
const say = (what) => { if (at("status").textContent !== what) at("status").textContent = what; };

function tell() {
  const found = shown().length, hidden = edits.length - found;
  at("hidden").hidden = hidden === 0;
  at("hidden").textContent = `${hidden.toLocaleString("en")} hidden`;
  if (!last.trim()) say("Nothing to read yet.");
  else if (anew && state === "reading") say(`Rewriting: ${count(known, "sentence")} so far.`);
  else if (anew) say(edits.length ? `${count(found, "change")} to this paragraph.` : "Nothing to rewrite here.");
  else if (state === "reading") say(edits.length ? `${count(found, "correction")} so far, still reading.` : "Reading…");
  else if (state === "stopped") say(`${count(found, "correction")}. A sentence is too long to be read.`);
  else if (more) say(`${count(found, "correction")}. Apply them to see ${more.toLocaleString("en")} more.`);
  else say(edits.length ? `${count(found, "correction")}.` : "Nothing to correct.");
}

// --- the card

function unfold(edit, focus) {
  open = edit;
  at("kind").textContent = edit.name;
  card.className = family(edit.type);
  at("change").replaceChildren(...change(edit));
  at("sure").textContent = `${percent(edit)} % sure`;
  at("why").textContent = edit.why;
  at("others").replaceChildren(...edit.alternatives.map((word) => other(edit, word)));
  at("others").hidden = edit.alternatives.length === 0;
  at("add").hidden = !(dictionary && ofWord(edit));
  card.hidden = false;
  render();
  mirror.querySelector("mark.open")?.scrollIntoView({ block: "nearest" });
  if (focus) at("apply").focus({ preventScroll: true });
}

/** The button of another word that may have been meant. */
function other(edit, word) {
  const button = make("button", word, "quiet");
  button.type = "button";
  button.addEventListener("click", () => apply([{ ...edit, replacement: word }]));
  return button;
}

function close() {
  if (!open) return;
  open = null;
  card.hidden = true;
  render();
}

/** Beside the text, at the height of the word or below the list; where there is no room, at the foot of the window. */
function place() {
  const wide = matchMedia("(min-width: 56rem)").matches, mark = mirror.querySelector("mark.open") ?? mirror;
  const free = Math.max(mark.getClientRects()[0].top, list.getBoundingClientRect().bottom + 8);
  const top = Math.min(free, innerHeight - card.offsetHeight - 16);
  card.style.left = wide ? `${mirror.getBoundingClientRect().right + scrollX + 12}px` : "";
  card.style.top = wide ? `${Math.max(16, top) + scrollY}px` : "";
}

/** The next problem after the one shown, or left behind the caret, or after the one applied, or else after the caret;
    or the one before; round the ends of the text. */
function step(back) {
  const found = shown(), caret = text.selectionStart;
  if (!found.length) return;
  const here = found.indexOf(open ?? (left?.end === caret ? left : null));
  const place = mended?.caret === caret ? mended.end : caret;
  const next = here < 0 ? found.findIndex((edit) => edit.end >= place) : (here + 1) % found.length;
  const former = here < 0 ? found.findLastIndex((edit) => edit.end < place) : here - 1;
  unfold(back ? found.at(former) : found[Math.max(0, next)], true);
}

function back(caret) {
  left = open;
  close();
  text.focus({ preventScroll: true });
  if (caret !== undefined) text.setSelectionRange(caret, caret);
}

// --- applying

/** Puts edits into the text as one step that the browser can undo; the caret stays where it was in the text. */
function apply(some) {
  const { selectionStart, selectionEnd, selectionDirection } = text;
  const start = some[0].start, end = some.at(-1).end, from = document.activeElement;
  let replacement = "", done = start;
  for (const edit of some) {
    replacement += last.slice(done, edit.start) + edit.replacement;
    done = edit.end;
  }
  close();
  text.focus({ preventScroll: true });
  text.setSelectionRange(start, end);
  applying = true;
  const inserted = document.execCommand(replacement ? "insertText" : "delete", false, replacement);
  if (!inserted) {
    text.setRangeText(replacement, start, end, "end");
    changed();
  }
  applying = false;
  text.setSelectionRange(moved(selectionStart, some), moved(selectionEnd, some), selectionDirection);
  mended = { end: start + replacement.length, caret: text.selectionStart };
  // On a phone the keyboard need not come up for a tap in the list.
  if (from !== text && matchMedia("(pointer: coarse)").matches) text.blur();
}

// --- reading

function changed() {
  const now = text.value;
  edits = carried(last, now, edits);
  if (anew && applying && edits.length) anew.end += now.length - last.length; // what is left of a rewriting stays
  else anew = null;
  last = now;
  open = null;
  state = anew ? "read" : "reading";
  stuck = 0;
  render();
  tell();
  clearTimeout(timer);
  if (!anew) timer = setTimeout(ask, PAUSE);
  round++;
  read?.abort();
}

/** Shows how the paragraph at the caret could be written anew, or the corrections again. */
function rewrite() {
  clearTimeout(timer);
  round++;
  read?.abort();
  const [start, end] = paragraph(last, text.selectionStart);
  anew = anew || !last.slice(start, end).trim() ? null : { start, end };
  edits = [];
  known = stuck = 0;
  state = "reading";
  render();
  tell();
  ask();
}

const said = (path, body, signal) => fetch(path, {
  method: "POST",
  signal,
  headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
});

async function ask() {
  clearTimeout(timer);
  tab.set("gec-text", last); // the browser may end without a word
  read?.abort();
  const mine = ++round;
  read = new AbortController();
  if (!last.trim()) {
    edits = [];
    render();
    tell();
    return;
  }
  try {
    const asked = anew ? { text: last.slice(anew.start, anew.end), task: "rewrite" } : { text: last };
    const response = await said("/v1/correct", { ...asked, ...chosen(), offsets: "utf-16", timeout: SHARE }, read.signal);
    const answer = await response.json();
    if (mine === round) heard(response, answer);
  } catch (error) {
    if (mine !== round || error.name === "AbortError") return;
    say("The server does not answer; it is asked again.");
    timer = setTimeout(ask, AGAIN);
  }
}

function heard(response, answer) {
  if ([429, 503].includes(response.status)) {
    say("Many texts are waiting; yours is read soon.");
    timer = setTimeout(ask, 1000 * (Number(response.headers.get("retry-after")) || 1));
    return;
  }
  at("key").hidden = response.status !== 401;
  if (!response.ok) {
    state = "read";
    render();
    say(`This text is not read: ${answer.error}.`);
    return;
  }
  const shift = anew?.start ?? 0;
  edits = met(edits, answer.edits.map((edit) => ({ ...edit, start: edit.start + shift, end: edit.end + shift })));
  stuck = answer.sentences.length === known ? stuck + 1 : 0;
  known = answer.sentences.length;
  more = answer.more;
  state = answer.complete ? "read" : answer.left ? "reading" : "stopped";
  render();
  tell();
  if (state === "reading") timer = setTimeout(ask, stuck > 5 ? AGAIN : 0);
}

// --- what the writer does

text.addEventListener("input", changed);
text.addEventListener("click", () => {
  if (text.selectionStart !== text.selectionEnd) return;
  const caret = text.selectionStart;
  const found = spans.find((one) => one.start <= caret && caret <= one.end);
  if (found) unfold(found.edit, false);
  else close();
});
at("apply").addEventListener("click", () => open && apply([open]));
at("ignore").addEventListener("click", () => {
  ignored.add(spot(last, open));
  const caret = open.end;
  back(caret);
  render();
  tell();
});
at("rewrite").addEventListener("click", rewrite);
at("add").addEventListener("click", async () => {
  const word = open.original.trim();
  back(open.end);
  try {
    const response = await said("/v1/words", { word });
    if (response.ok) changed();
    else say(`The word was not added: ${(await response.json()).error}.`);
  } catch {
    say("The word was not added, because the server does not answer.");
  }
});
at("all").addEventListener("click", () => apply(shown()));
at("copy").addEventListener("click", () => {
  const { selectionStart, selectionEnd, selectionDirection } = text;
  text.select();
  const copied = document.execCommand("copy"); // the newer interface is missing where the server is another machine
  text.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
  at("copy").focus({ preventScroll: true });
  say(copied ? "Copied." : "Nothing was copied.");
});
document.addEventListener("keydown", (event) => {
  if (event.key === "F8") step(event.shiftKey);
  else if (event.key === "Escape" && (open || list.contains(document.activeElement))) back(open?.end);
  else return;
  event.preventDefault();
});
document.addEventListener("pointerdown", (event) => {
  if (open && !card.contains(event.target) && event.target !== text && !list.contains(event.target)) close();
});
list.addEventListener("keydown", (event) => {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = [...list.querySelectorAll(".show")];
  const here = rows.indexOf(event.target.closest("li")?.querySelector(".show"));
  if (!way || here < 0) return;
  rows[Math.max(0, Math.min(rows.length - 1, here + way))].focus();
  event.preventDefault();
});
threshold.addEventListener("input", () => demand(threshold.value));
at("hidden").addEventListener("click", () => {
  ignored.clear();
  demand(0);
  list.querySelector(".show")?.focus();
});
at("key").addEventListener("submit", (event) => {
  event.preventDefault();
  token = at("token").value;
  tab.set("gec-token", token);
  ask();
});
addEventListener("resize", () => open && place());
addEventListener("pagehide", () => tab.set("gec-text", text.value));

// --- looks

const THEMES = { automatic: "light", light: "dark", dark: "automatic" };

function dress(theme) {
  if (theme === "automatic") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  at("theme").textContent = `Theme: ${theme}`;
  at("theme").dataset.now = theme;
  browser.set("gec-theme", theme);
}

/** Hides what is less sure than so many percent. */
function demand(least) {
  threshold.value = least;
  level();
  browser.set("gec-threshold", least);
  render();
  tell();
}

function level() {
  at("level").textContent = `${threshold.value} %`;
  threshold.setAttribute("aria-valuetext", `${threshold.value} %`);
}

at("theme").addEventListener("click", () => dress(THEMES[at("theme").dataset.now]));
dress(browser.get("gec-theme") in THEMES ? browser.get("gec-theme") : "automatic");
threshold.value = browser.get("gec-threshold") ?? "0";
level();
text.value ||= tab.get("gec-text") ?? "";
dictionary = await offer(changed).catch(() => false); // a server that is away answers later
if (text.value) changed();

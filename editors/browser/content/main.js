// What happens in a page: the field with the focus is read while it is written in, and no other. The text goes to the
// extension's own worker, which asks the server; where that does not answer, the page shows nothing.
"use strict";

const PAUSE = 400; // ms without a key before a text is sent
const REST = 150; // ms that the mouse rests on a word before its card is shown
const LEAVE = 500; // ms until the card of a word that the mouse has left goes
const LOOK = 500; // ms between looks whether the page has moved or filled the field
const AGAIN = 1000; // ms until a text that was not read in time is sent again

let field = null;
let edits = [];
let shown = []; // edits with the range where each is seen
let open = null; // the edit whose card is shown
let dictionary = false; // whether the server takes words
let off = true; // for this site, until it is known
let round = 0; // an answer to an earlier one comes too late
let last = ""; // what was sent last
const timers = {};
const ignored = new Set();

const later = (name, act, after) => { clearTimeout(timers[name]); timers[name] = setTimeout(act, after); };
const card = new Card((what, said) => ACTS[what](said));

/** The site that the user sees, also from within a frame. */
function site() {
  try {
    return top.location.hostname || "this computer";
  } catch {
    const outermost = location.ancestorOrigins?.[location.ancestorOrigins.length - 1];
    return outermost?.startsWith("http") ? new URL(outermost).hostname : location.hostname;
  }
}

async function send(message) {
  try {
    return await chrome.runtime.sendMessage({ ...message, site: site() });
  } catch {
    leave(); // the extension was updated or removed; the page is left alone until it is loaded again
    return { trouble: "gone" };
  }
}

// --- the field with the focus

function enter(element) {
  if (card.holds(element)) return;
  const found = !off && element ? fieldOf(element, changed) : null;
  if (found?.element === field?.element) {
    found?.close();
    return;
  }
  leave();
  if (!found) return;
  field = found;
  field.element.addEventListener("input", changed);
  timers.look = setInterval(look, LOOK);
  later("ask", ask, PAUSE);
}

function leave() {
  hide();
  clearInterval(timers.look);
  clearTimeout(timers.ask);
  for (const name of FAMILIES) CSS.highlights.delete(`gec-${name}`);
  field?.element.removeEventListener("input", changed);
  field?.close();
  [field, edits, shown, last] = [null, [], [], ""];
  round++;
}

function look() {
  if (!field.element.isConnected) leave();
  else if (field instanceof TextField && field.element.value !== field.text) changed();
  else field.place();
}

/** A short text is followed key by key, a long one when the keys rest. */
function changed() {
  round++;
  hide();
  if (field.text.length <= LIMIT) later("sync", sync, 0);
  else clear();
  later("ask", ask, PAUSE);
}

function sync() {
  if (!field) return;
  const old = field.text;
  if (field.sync()) edits = carried(old, field.text, edits);
  render();
}

// --- what is seen

function clear() {
  shown = [];
  for (const name of FAMILIES) CSS.highlights.delete(`gec-${name}`);
}

function render() {
  clear();
  const { text, caret } = field, ranges = Object.fromEntries(FAMILIES.map((name) => [name, []]));
  for (const edit of edits) {
    if (endsTyping(text, edit, caret) || (ignored.size && ignored.has(spot(text, edit)))) continue;
    const range = field.range(...span(text, edit));
    if (!range || !field.range(edit.start, edit.end)) continue;
    ranges[family(edit.type)].push(range);
    shown.push({ edit, range });
  }
  for (const name of FAMILIES) if (ranges[name].length) CSS.highlights.set(`gec-${name}`, new Highlight(...ranges[name]));
  field.place();
}

/** The edit under a point of the window. */
function under(x, y) {
  const box = field.element.getBoundingClientRect();
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  const within = ({ left, right, top, bottom }) => x >= left - 1 && x <= right + 1 && y >= top && y <= bottom + 3;
  return shown.find(({ range }) => within(range.getBoundingClientRect()) && [...range.getClientRects()].some(within)) ?? null;
}

function show(one, focus) {
  clearTimeout(timers.leave);
  if (!focus && open === one.edit && card.shown) return;
  open = one.edit;
  const box = one.range.getClientRects()[0];
  if (box) card.show(open, box, dictionary, focus, field.element);
}

function hide() {
  clearTimeout(timers.rest);
  open = null;
  card.hide();
}

// --- reading

async function ask() {
  if (!field) return;
  sync();
  const { text } = field, place = part(text, text.length > LIMIT ? field.visible() : [0, text.length]);
  const piece = text.slice(...place), mine = ++round;
  if (!/\p{L}\P{L}+\p{L}/u.test(piece)) {
    edits = [];
    render();
    return;
  }
  const sent = `${place[0]} ${piece}`;
  if (sent === last) return;
  const answer = await send({ kind: "correct", text: piece.toWellFormed() });
  if (mine !== round || !field) return;
  if (answer.trouble) {
    if (answer.trouble === "busy") later("ask", ask, AGAIN);
    return;
  }
  dictionary = answer.dictionary;
  edits = answer.edits
    .map((edit) => ({ ...edit, start: edit.start + place[0], end: edit.end + place[0] }))
    .filter((edit) => !atCut(text, place, edit));
  render();
  if (answer.left) later("ask", ask, AGAIN);
  else last = sent;
}

// --- what the user does

const ACTS = {
  async use(replacement) {
    const { start, end, original } = open, old = field.text;
    hide();
    field.sync();
    if (field.text !== old || field.text.slice(start, end) !== original) return; // the page has changed it meanwhile
    await field.replace(start, end, replacement);
  },
  ignore() {
    ignored.add(spot(field.text, open));
    ACTS.close();
    render();
  },
  async add(word) {
    ACTS.close();
    if (!(await send({ kind: "add", word })).trouble && field) {
      edits = edits.filter((edit) => edit.original.trim() !== word);
      last = "";
      render();
    }
  },
  close() {
    hide();
    field.element.focus({ preventScroll: true });
  },
};

/** The card of the next correction behind the caret, or of the first. */
function next() {
  if (!field || !shown.length) return;
  const here = shown.findIndex(({ edit }) => edit === open), { caret } = field;
  const one = here >= 0 ? shown[(here + 1) % shown.length] : (shown.find(({ edit }) => edit.end >= caret) ?? shown[0]);
  field.reveal(one.range);
  const mine = round;
  requestAnimationFrame(() => mine === round && field && show(one, true)); // scrolling hides cards
}

function focused(event) {
  const path = event.composedPath();
  // a move within a shadow tree is heard in that tree alone
  for (const one of path) if (one instanceof ShadowRoot) one.addEventListener("focusin", focused);
  enter(path[0]);
}

document.addEventListener("focusin", focused, true);
document.addEventListener("focusout", () => later("out", () => {
  const active = document.activeElement;
  if (field && !card.holds(active) && !active?.contains(field.element) && !field.element.contains(active)) leave();
}, 0), true);
document.addEventListener("mousemove", ({ target, clientX, clientY }) => {
  if (!field) return;
  if (card.holds(target)) {
    clearTimeout(timers.leave);
    return;
  }
  later("rest", () => {
    const one = field && under(clientX, clientY);
    if (one) show(one, false);
    else if (card.shown) later("leave", hide, LEAVE);
  }, REST);
}, { passive: true });
document.addEventListener("click", ({ target, clientX, clientY }) => {
  if (!field || card.holds(target)) return;
  const one = under(clientX, clientY);
  if (one) show(one, false);
  else hide();
}, true);
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && card.shown) hide(); }, true);
document.addEventListener("scroll", (event) => {
  if (!field || !event.target.contains(field.element)) return;
  hide();
  field.place();
  if (field.text.length > LIMIT) later("ask", ask, PAUSE);
}, { capture: true, passive: true });
addEventListener("resize", () => { if (field) { hide(); field.place(); } });

async function begin() {
  off = (await send({ kind: "site" })).off !== false;
  leave();
  if (!off && document.hasFocus()) enter(document.activeElement);
}

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (message.kind === "where") reply({ site: site() });
  else if (message.kind === "changed") begin();
  else if (message.kind === "next") next();
});
begin();

// Corrections as the page holds them, without the page: which of them are the same, where they are seen and how they
// read. Offsets are UTF-16 units of the text.

const NEAR = 60; // units searched for a word
const WORDS = /[\p{L}\p{N}\p{M}'’-]+/gu;

/** What of the old edits still holds in the new text, moved to where it is now: all that the change did not touch. */
export function carried(old, now, edits) {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const end = old.length - tail, shift = now.length - old.length;
  return edits.filter((edit) => {
    if (edit.start > end) {
      edit.start += shift;
      edit.end += shift;
      return true;
    }
    return edit.end < head;
  });
}

/** The server's edits, those known already as the objects they were, so that their rows stay what they are. */
export function met(known, fresh) {
  const key = (edit) => JSON.stringify([edit.start, edit.confidence, edit.type, edit.original, edit.replacement]);
  const old = new Map(known.map((edit) => [key(edit), edit]));
  return fresh.map((edit) => old.get(key(edit)) ?? edit);
}

const before = (text, edit, from = 0) => text.slice(Math.max(from, edit.start - NEAR), edit.start);
const after = (text, edit) => text.slice(edit.end, edit.end + NEAR);

/** What an edit is known by once it is ignored: what it does, and the words of its sentence that it follows. The word
    behind counts only where something is missing: what follows a word may still be written. */
export function spot(text, edit) {
  const former = /[^.!?\n]*$/u.exec(before(text, edit))[0].match(WORDS) ?? [];
  const latter = edit.original.trim() ? [] : /^[^.!?\n]*/u.exec(after(text, edit))[0].match(WORDS) ?? [];
  return JSON.stringify([edit.type, edit.original, edit.replacement, former.slice(-2), latter.slice(0, 1)]);
}

/** Where an edit is seen: what it replaces, with a word of its line beside it if there would be nothing to see before
    or after. */
function span(text, edit, from) {
  if (edit.original.trim() && edit.replacement.trim()) return [Math.max(from, edit.start), edit.end];
  const left = before(text, edit, from);
  const former = /[\p{L}\p{N}\p{M}'’-]+[^\S\n]*$/u.exec(left) ?? /\S[^\S\n]*$/u.exec(left);
  const latter = /^[^\S\n]*[\p{L}\p{N}\p{M}'’-]+/u.exec(after(text, edit));
  const follows = !/^[\p{L}\p{N}]/u.test(edit.replacement || edit.original);
  if (former && (follows || !latter)) return [edit.start - former[0].length, edit.end];
  return [edit.start, edit.end + (latter ? latter[0].length : 0)];
}

/** Where each edit is underlined, in order and without overlaps. */
export function spread(text, found) {
  const spans = [];
  for (const edit of found) {
    let [start, end] = span(text, edit, spans.at(-1)?.end ?? 0);
    if (!text.slice(start, end).trim()) start = lent(text, spans.at(-1), edit) ?? start;
    if (start < end) spans.push({ start, end, edit });
  }
  return spans;
}

/** The last letter of the word before, where that word is underlined itself and an edit has none of its own. */
function lent(text, former, edit) {
  if (!former || /\S|\n/u.test(text.slice(former.end, edit.start))) return null;
  const [letter] = /\P{M}?\p{M}*$/u.exec(text.slice(former.start, former.end));
  if (former.end - letter.length <= former.start) return null;
  former.end -= letter.length;
  return former.end;
}

/** The words that stay beside what only comes or goes; of a blank, which nobody sees by itself, on both sides. */
export function beside(text, edit) {
  if (blank(edit)) {
    const [former] = /(?:[\p{L}\p{N}\p{M}'’-]+|\S)?$/u.exec(before(text, edit));
    return [former, /^(?:[\p{L}\p{N}\p{M}'’-]+|\S)?/u.exec(after(text, edit))[0]];
  }
  if (visible(edit.original) && visible(edit.replacement)) return ["", ""];
  const [start, end] = span(text, edit, 0);
  return [text.slice(start, edit.start), text.slice(edit.end, end)];
}

export function family(type) {
  const kind = type.slice(2).split(":")[0];
  if (kind === "SPELL") return "spelling";
  if (kind === "PUNCT" || kind === "ORTH") return "form";
  return kind === "OTHER" || kind === "UNK" || kind === "WO" ? "wording" : "grammar";
}

/** Where a place of the text is once edits were made; one within an edit is behind it then. */
export function moved(place, some) {
  let shift = 0;
  for (const edit of some) {
    if (edit.start >= place && edit.end > place) break;
    if (edit.end > place) return edit.start + shift + edit.replacement.length;
    shift += edit.replacement.length - (edit.end - edit.start);
  }
  return place + shift;
}

/** Whether a dictionary can have an answer to an edit: one word of a kind that may be a name or a term. */
export const ofWord = ({ type, original }) =>
  ["NOUN", "ORTH", "SPELL"].includes(type.slice(2).split(":")[0]) && /^[\p{L}\p{N}\p{M}'’-]+$/u.test(original.trim());

export const blank = (edit) => !edit.original.trim() && !edit.replacement.trim();
export const visible = (string) => string.trim() || (string ? "space" : "");
export const percent = (edit) => Math.round(edit.confidence * 100);
export const words = (text) => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;

/** Where the paragraph begins and ends that a place of the text is in: blank lines stand around it. */
export function paragraph(text, place) {
  const before = [...text.slice(0, place).matchAll(/\n[^\S\n]*\n/gu)].at(-1);
  const behind = /\n[^\S\n]*\n/u.exec(text.slice(place));
  return [before ? before.index + before[0].length : 0, behind ? place + behind.index : text.length];
}

/** A stretch of the text in pieces: what stays, and what goes and comes with each edit. */
export function pieces(text, start, end, edits) {
  const found = [];
  let done = start;
  for (const edit of edits) {
    if (edit.start < done || edit.end > end) continue;
    found.push(["", text.slice(done, edit.start)], ["del", edit.original], ["ins", edit.replacement]);
    done = edit.end;
  }
  return [...found, ["", text.slice(done, end)]].filter(([, said]) => said);
}

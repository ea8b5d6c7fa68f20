// Corrections as offsets in a text, without a page: what still holds after a change, where each is seen, which part of a
// long text is read. Offsets are UTF-16 units. The files of this folder share one scope, in the order of the manifest.
"use strict";

const NEAR = 60; // units searched for a word
const LIMIT = 20_000; // units of a text that are read; of a longer one what is seen
const EDGE = 1_000; // units searched for the end of a paragraph
const FAMILIES = ["spelling", "grammar", "form", "wording"];

/** How a change left a text: the units before and after it that are the same. */
function kept(old, now) {
  const most = Math.min(old.length, now.length);
  let head = 0, tail = 0;
  while (head < most && old[head] === now[head]) head++;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return [head, tail];
}

/** The edits that the change did not touch, where they are now. */
function carried(old, now, edits) {
  const [head, tail] = kept(old, now), shift = now.length - old.length;
  return edits.flatMap((edit) => {
    if (edit.end < head) return [edit];
    if (edit.start <= old.length - tail) return [];
    return [{ ...edit, start: edit.start + shift, end: edit.end + shift }];
  });
}

/** Where an edit is underlined: what it replaces, or a word beside it where there would be nothing to see. */
function span(text, { start, end, original, replacement }) {
  if (original.trim() && replacement.trim()) return [start, end];
  const former = /[\p{L}\p{N}\p{M}'’-]+[^\S\n]*$/u.exec(text.slice(Math.max(0, start - NEAR), start));
  if (former) return [start - former[0].length, end];
  const latter = /^[^\S\n]*\S+/u.exec(text.slice(end, end + NEAR));
  return [start, end + (latter ? latter[0].length : 0)];
}

/** What an edit is known by once it is ignored: what it does, and the two words before it. */
function spot(text, { start, type, original, replacement }) {
  const before = text.slice(Math.max(0, start - NEAR), start).match(/[\p{L}\p{N}\p{M}'’-]+/gu) ?? [];
  return JSON.stringify([type, original, replacement, ...before.slice(-2)]);
}

function family(type) {
  const kind = type.slice(2).split(":")[0];
  if (kind === "SPELL") return "spelling";
  if (kind === "PUNCT" || kind === "ORTH") return "form";
  return kind === "OTHER" || kind === "UNK" || kind === "WO" ? "wording" : "grammar";
}

/** Whether all that an edit does is to end the line that the caret is at the end of: it may still be written. */
function endsTyping(text, edit, caret) {
  const added = edit.replacement.startsWith(edit.original) ? edit.replacement.slice(edit.original.length) : "";
  const line = text.slice(edit.end).split("\n", 1)[0];
  return /^\s*[.?!]\s*$/.test(added) && !line.trim() && caret >= edit.end && caret <= edit.end + line.length;
}

/** The part of a long text that is read if so much of it is seen: paragraphs, where they are not too long. */
function part(text, [start, end]) {
  if (text.length <= LIMIT) return [0, text.length];
  const before = text.slice(Math.max(0, start - EDGE), start), stop = Math.min(end, start + LIMIT);
  const after = text.slice(stop, stop + EDGE);
  const from = before.includes("\n") ? start - before.length + before.lastIndexOf("\n") + 1 : start - before.length;
  const to = after.includes("\n") ? stop + after.indexOf("\n") : stop + after.length;
  return [from, to];
}

/** Whether the edges of a part that is not the whole text may be what an edit is about. */
const atCut = (text, [start, end], edit) =>
  (start > 0 && text[start - 1] !== "\n" && edit.start < start + NEAR) ||
  (end < text.length && text[end] !== "\n" && edit.end > end - NEAR);

// The mirror under the text area: the same text, line by line, with its problems marked. What did not change stays the
// element it was, so that a keystroke costs its line.

import { family } from "./edits.js";

export function make(name, content, className = "") {
  const element = document.createElement(name);
  element.append(...[content].flat());
  if (className) element.className = className;
  return element;
}

/** Gives an element these children, and leaves those alone that it has already at the start and the end. */
export function patch(parent, nodes) {
  const old = [...parent.childNodes], least = Math.min(old.length, nodes.length);
  let head = 0;
  while (head < least && old[head] === nodes[head]) head++;
  let tail = 0;
  while (tail < least - head && old[old.length - 1 - tail] === nodes[nodes.length - 1 - tail]) tail++;
  for (const node of old.slice(head, old.length - tail)) node.remove();
  const before = old[old.length - tail] ?? null;
  for (const node of nodes.slice(head, nodes.length - tail)) parent.insertBefore(node, before);
}

/** The mirror's lines; a line that was there before, marks and all, is the same element. */
export function lines(mirror, text, spans, open) {
  const known = new Map();
  for (const line of mirror.children) {
    const alike = known.get(line.said);
    if (alike) alike.push(line);
    else known.set(line.said, [line]);
  }
  let from = 0, next = 0;
  return text.split("\n").map((content) => {
    const end = from + content.length, marks = [];
    while (next < spans.length && spans[next].end <= from) next++;
    for (let i = next; i < spans.length && spans[i].start < end; i++) {
      const { start, end: stop, edit } = spans[i];
      const kind = family(edit.type) + (edit === open ? " open" : "");
      marks.push([Math.max(start, from) - from, Math.min(stop, end) - from, kind]);
    }
    from = end + 1;
    const said = JSON.stringify([content, marks]);
    return known.get(said)?.shift() ?? line(content, marks, said);
  });
}

function line(content, marks, said) {
  const pieces = [];
  let done = 0;
  for (const [start, end, kind] of marks) {
    pieces.push(content.slice(done, start), make("mark", content.slice(start, end), kind));
    done = end;
  }
  const element = make("div", [...pieces, content.slice(done)]);
  element.said = said;
  return element;
}

// The mirror of a text area or text input: the same text at the same place, unseen, so that there is something to
// underline. It stands in a tree of its own, which pages cannot reach and whose looks they do not change.
"use strict";

const SHAPE = [
  "fontFamily", "fontSize", "fontStyle", "fontWeight", "fontStretch", "fontVariant", "fontFeatureSettings", "fontKerning",
  "letterSpacing", "wordSpacing", "lineHeight", "textTransform", "textIndent", "textAlign", "direction", "tabSize",
  "paddingTop", "paddingRight", "paddingBottom", "paddingLeft", "whiteSpace", "overflowWrap", "wordBreak", "colorScheme",
];

// As in marks.css, which Firefox does not let into this tree.
const UNDERLINES = `
::highlight(gec-spelling) { text-decoration: underline 2px light-dark(#c0392f, #f08a7d); }
::highlight(gec-grammar) { text-decoration: underline 2px light-dark(#2b66b0, #86b6f2); }
::highlight(gec-form) { text-decoration: underline 2px light-dark(#966300, #e3b457); }
::highlight(gec-wording) { text-decoration: underline 2px light-dark(#7a4aa8, #c6a2ea); }
/* Firefox 140 underlines no highlights, so in Firefox they are tinted as well. */
@supports (-moz-appearance: none) {
  ::highlight(gec-spelling) { background-color: rgb(192 57 47 / 20%); }
  ::highlight(gec-grammar) { background-color: rgb(43 102 176 / 20%); }
  ::highlight(gec-form) { background-color: rgb(150 99 0 / 20%); }
  ::highlight(gec-wording) { background-color: rgb(122 74 168 / 20%); }
}
`;

class Mirror {
  #host = document.createElement("gec-mirror");
  #sheet = document.createElement("div");
  #lines = []; // texts, as #sheet has elements
  #field;

  constructor(field) {
    this.#field = field;
    this.#host.style.cssText = "all: initial; position: fixed; z-index: 2147483646; pointer-events: none;";
    this.#sheet.style.cssText = "position: absolute; box-sizing: border-box; overflow: hidden; color: transparent;";
    this.#sheet.setAttribute("aria-hidden", "true");
    const style = document.createElement("style");
    style.textContent = UNDERLINES;
    this.#host.attachShadow({ mode: "closed" }).append(style, this.#sheet);
    layer(field).append(this.#host);
  }

  close() {
    this.#host.remove();
  }

  /** Lies over the field, scrolled as it is. */
  place() {
    const field = this.#field, box = field.getBoundingClientRect(), { style } = this.#sheet;
    const { left, top } = this.#host.getBoundingClientRect(), scale = box.width / field.offsetWidth || 1;
    const seen = getComputedStyle(field);
    for (const name of SHAPE) if (style[name] !== seen[name]) style[name] = seen[name];
    style.width = `${field.clientWidth}px`;
    style.height = `${field.clientHeight}px`;
    style.transformOrigin = "0 0";
    style.transform = `scale(${scale})`;
    style.left = `${box.left - left + field.clientLeft * scale}px`;
    style.top = `${box.top - top + field.clientTop * scale}px`;
    if (field.localName === "input") {
      const inner = field.clientHeight - parseFloat(seen.paddingTop) - parseFloat(seen.paddingBottom);
      style.lineHeight = `${inner}px`;
      style.whiteSpace = "pre";
    }
    this.#sheet.scrollTop = field.scrollTop;
    this.#sheet.scrollLeft = field.scrollLeft;
  }

  /** Scrolls the field, and itself, so that a range of the mirror is seen. */
  reveal(range) {
    const seen = this.#sheet.getBoundingClientRect(), wanted = range.getBoundingClientRect();
    const by = (from, to, first, last) => (to > last ? to - last : Math.min(0, from - first));
    this.#field.scrollTop += by(wanted.top, wanted.bottom, seen.top, seen.bottom);
    this.#field.scrollLeft += by(wanted.left, wanted.right, seen.left, seen.right);
    this.place();
  }

  /** Shows a text; lines that are there already stay the elements they are. */
  write(text) {
    const lines = text.split("\n"), [head, tail] = kept(this.#lines, lines), { children } = this.#sheet;
    for (let count = this.#lines.length - head - tail; count > 0; count--) children[head].remove();
    const next = children[head] ?? null;
    for (const line of lines.slice(head, lines.length - tail)) {
      const element = document.createElement("div");
      element.style.minHeight = "1lh";
      element.append(line);
      this.#sheet.insertBefore(element, next);
    }
    this.#lines = lines;
  }

  /** Stretches of text, each a node of text and where it begins. */
  pieces() {
    let start = 0;
    const { children } = this.#sheet;
    return this.#lines.map((line, number) => {
      const piece = { node: children[number].firstChild, start, end: start + line.length };
      start = piece.end + 1;
      return piece;
    });
  }
}

/** Where what lies over a field has to stand: within its dialog, which the rest of the page is under. */
const layer = (field) => field.closest("dialog[open]") ?? document.documentElement;

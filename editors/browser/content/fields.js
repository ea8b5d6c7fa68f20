// Fields that people write in, and the two kinds of them: text areas and inputs, which are seen through a mirror, and
// elements that are edited in place. Both have `text`, `range`, `visible`, `caret`, `replace`, `place` and `close`.
"use strict";

const BLOCKS = new Set(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TBODY TD TH TR UL"
    .split(" "),
);
const LEFT_OUT = new Set("AUDIO CANVAS IFRAME OBJECT PRE SCRIPT SELECT STYLE TEMPLATE TEXTAREA VIDEO math svg".split(" "));
const SECRET = /(^| )(cc-|one-time|email|tel|url|impp|bday|address|country|organization|sex)|password|name|postal-code|street/;

/** The field that an element is, or is part of; nothing if people write no prose there. `heard` is called when the page
    has changed what is edited in place. */
function fieldOf(element, heard) {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) {
    const prose = element.localName === "textarea" || ["text", "search"].includes(element.type);
    if (!prose || element.readOnly || element.disabled || !element.spellcheck || SECRET.test(element.autocomplete)) return null;
    return new TextField(element);
  }
  if (!(element instanceof HTMLElement) || !element.isContentEditable || !element.spellcheck) return null;
  while (element.parentElement?.isContentEditable) element = element.parentElement;
  return new RichField(element, heard);
}

/** The stretch that a place of the text is in: the last that begins there or before. */
function pieceAt(pieces, place) {
  let low = 0, high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle].start <= place) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

function rangeOf(pieces, start, end) {
  const first = pieceAt(pieces, start), last = pieceAt(pieces, Math.max(start, end - 1));
  if (!first?.node || !last?.node || start > first.end || end > last.end) return null;
  const range = document.createRange();
  range.setStart(first.node, start - first.start);
  range.setEnd(last.node, end - last.start);
  return range;
}

/** From where to where a text is seen between two heights of the window; within a stretch it is estimated. */
function seen(pieces, top, bottom) {
  if (!pieces.length) return [0, 0];
  const box = ({ node }) => {
    const range = document.createRange();
    range.selectNodeContents(node?.nodeType === Node.TEXT_NODE && !node.data ? node.parentNode : node);
    return range.getBoundingClientRect();
  };
  const place = (height) => {
    let low = 0, high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (box(pieces[middle]).bottom < height) low = middle + 1;
      else high = middle;
    }
    const { top: begin, height: tall } = box(pieces[low]), { start, end } = pieces[low];
    const share = tall ? Math.max(0, Math.min(1, (height - begin) / tall)) : 0;
    return Math.round(start + share * (end - start));
  };
  return [place(top), place(bottom)];
}

const NEAREST = { block: "nearest", behavior: "instant" };

class TextField {
  #mirror;
  #pieces = [];

  constructor(element) {
    this.element = element;
    this.#mirror = new Mirror(element);
    this.text = "";
    this.sync();
  }

  /** Takes in what the field holds now; whether that is another text. */
  sync() {
    const { value } = this.element;
    if (value === this.text && this.#pieces.length) return false;
    this.text = value;
    this.#mirror.write(value);
    this.#pieces = this.#mirror.pieces();
    this.place();
    return true;
  }

  place() {
    this.#mirror.place();
  }

  close() {
    this.#mirror.close();
  }

  get caret() {
    return this.element.selectionEnd;
  }

  range(start, end) {
    return rangeOf(this.#pieces, start, end);
  }

  visible() {
    const { top, bottom } = this.element.getBoundingClientRect();
    return seen(this.#pieces, Math.max(0, top), Math.min(innerHeight, bottom));
  }

  reveal(range) {
    this.element.scrollIntoView(NEAREST);
    this.place();
    this.#mirror.reveal(range);
  }

  /** One step that the browser can undo, and that the page hears of as of typing. */
  async replace(start, end, replacement) {
    const field = this.element;
    field.focus({ preventScroll: true });
    field.setSelectionRange(start, end);
    if (!document.execCommand(replacement ? "insertText" : "delete", false, replacement)) {
      field.setRangeText(replacement, start, end, "end");
      field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText", data: replacement }));
    }
  }
}

class RichField {
  #pieces = [];
  #observer;

  constructor(element, heard) {
    this.element = element;
    this.#observer = new MutationObserver(heard);
    this.text = "";
    this.sync();
    this.#observer.observe(element, { childList: true, characterData: true, subtree: true });
  }

  sync() {
    const [text, pieces] = read(this.element), changed = text !== this.text;
    this.text = text;
    this.#pieces = pieces;
    return changed;
  }

  place() {}

  close() {
    this.#observer.disconnect();
  }

  get caret() {
    const { focusNode, focusOffset } = getSelection();
    const piece = this.#pieces.find(({ node }) => node === focusNode);
    return piece ? piece.start + focusOffset : this.text.length;
  }

  /** What is not to be changed (code, what is locked, pictures, new lines) is in no range. */
  range(start, end) {
    const first = pieceAt(this.#pieces, start), last = pieceAt(this.#pieces, Math.max(start, end - 1));
    const some = this.#pieces.slice(this.#pieces.indexOf(first), this.#pieces.indexOf(last) + 1);
    if (!first || some.some(({ locked, apart }, nth) => locked || (nth && apart))) return null;
    return rangeOf(this.#pieces, start, end);
  }

  visible() {
    const { top, bottom } = this.element.getBoundingClientRect();
    return seen(this.#pieces, Math.max(0, top), Math.min(innerHeight, bottom));
  }

  reveal(range) {
    range.startContainer.parentElement.scrollIntoView(NEAREST);
  }

  async replace(start, end, replacement) {
    const range = this.range(start, end), selection = getSelection();
    if (!range) return;
    this.element.focus({ preventScroll: true });
    selection.removeAllRanges();
    selection.addRange(range);
    const said = String(range);
    await new Promise((done) => setTimeout(done)); // editors with a model of their own learn of the selection late
    if (!selection.rangeCount || String(selection.getRangeAt(0)) !== said) return; // changed
    document.execCommand(replacement ? "insertText" : "delete", false, replacement);
  }
}

/** The text of an element, a line for each block, and its nodes of text: where they stand, and whether a picture or the
    end of a line is before one. */
function read(root) {
  const pieces = [];
  let text = "", node = root.firstChild, locked = null; // the outermost element that is not to be changed
  let apart = false, begun = false; // whether a line is; to ask the growing text would copy it each time
  const end = () => { text += "\n"; begun = false; };
  const fresh = () => { apart = true; if (begun) end(); };
  while (node) {
    const open = node.nodeType === Node.ELEMENT_NODE;
    if (node.nodeType === Node.TEXT_NODE && node.data) {
      pieces.push({ node, start: text.length, end: text.length + node.data.length, locked: locked !== null, apart });
      apart = false;
      text += node.data.replaceAll("\u00a0", " ");
      begun = !node.data.endsWith("\n");
    } else if (open) {
      if (node.tagName === "BR") end();
      if (BLOCKS.has(node.tagName)) fresh();
      else apart ||= !node.firstChild || LEFT_OUT.has(node.tagName);
      if (node.tagName === "CODE" || node.contentEditable === "false") locked ??= node;
    }
    if (open && node.firstChild && !LEFT_OUT.has(node.tagName)) {
      node = node.firstChild;
      continue;
    }
    while (node && !node.nextSibling) node = leave(node);
    node = node && (leave(node), node.nextSibling);
  }
  return [text, pieces];

  function leave(from) {
    if (from === locked) locked = null;
    if (BLOCKS.has(from.tagName)) fresh();
    return from.parentNode === root ? null : from.parentNode;
  }
}

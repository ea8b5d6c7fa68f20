// The card of a correction, in a tree that pages cannot reach. What comes from a text or the server is only ever set as
// text, never as markup.
"use strict";

const LOOKS = `
  :host { all: initial; position: fixed; z-index: 2147483647; color-scheme: light dark; }
  :host([hidden]) { display: none; }
  section { box-sizing: border-box; width: 20rem; max-width: calc(100vw - 1rem); padding: 12px 14px; border-radius: 10px;
    border: 1px solid light-dark(#ddd9cf, #3a3732); background: light-dark(#fffefb, #201f1c); color: light-dark(#26241f, #e9e5dc);
    box-shadow: 0 6px 24px rgb(0 0 0 / .2); font: 14px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
  p { margin: 0 0 8px; }
  .message { font-weight: 600; }
  .message::first-letter { text-transform: uppercase; }
  .why { color: light-dark(#66625a, #a39d91); font-size: 13px; }
  div { display: flex; flex-wrap: wrap; gap: 6px; }
  button { font: inherit; min-height: 32px; padding: 2px 10px; border-radius: 7px; border: 1px solid light-dark(#2a655e, #84c5ba);
    background: none; color: light-dark(#2a655e, #84c5ba); cursor: pointer; }
  button.use { background: light-dark(#2a655e, #84c5ba); color: light-dark(#fff, #12201e); }
  button.quiet { border-color: transparent; }
  button:focus-visible { outline: 2px solid light-dark(#2a655e, #84c5ba); outline-offset: 2px; }
`;
const ONE_WORD = /^[\p{L}\p{N}\p{M}'’-]+$/u;
const OF_WORDS = new Set(["NOUN", "ORTH", "SPELL"]); // what a dictionary can have an answer to

class Card {
  #host = document.createElement("gec-card");
  #body = document.createElement("section");

  /** `act` is called with what the user wants: a replacement (`use`), `ignore`, `add` or `close`. */
  constructor(act) {
    this.act = act;
    const root = this.#host.attachShadow({ mode: "closed" }), style = document.createElement("style");
    style.textContent = LOOKS;
    root.append(style, this.#body);
    this.#body.setAttribute("role", "dialog");
    this.#body.setAttribute("aria-label", "Correction");
    this.#host.hidden = true;
    root.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
    root.addEventListener("keydown", (event) => {
      event.stopPropagation(); // no key of the card is a shortcut of the page
      if (event.key === "Escape") act("close");
    });
  }

  get shown() {
    return !this.#host.hidden;
  }

  holds(target) {
    return target === this.#host;
  }

  show(edit, box, dictionary, focus, field) {
    if (this.#host.parentNode !== layer(field)) layer(field).append(this.#host);
    this.#body.replaceChildren(this.#line("message", edit.message), this.#line("why", edit.why), this.#buttons(edit, dictionary));
    this.#host.hidden = false;
    this.#place(box);
    if (focus) this.#body.querySelector("button").focus({ preventScroll: true });
  }

  hide() {
    this.#host.hidden = true;
  }

  #line(name, text) {
    const line = document.createElement("p");
    line.className = name;
    line.textContent = text;
    return line;
  }

  #buttons(edit, dictionary) {
    const row = document.createElement("div");
    for (const one of [edit.replacement, ...edit.alternatives]) row.append(this.#button(one.trim() || (one ? "Put in a space" : "Remove"), "use", "use", one));
    row.append(this.#button("Ignore", "quiet", "ignore"));
    const word = edit.original.trim(), kind = edit.type.slice(2).split(":")[0];
    if (dictionary && OF_WORDS.has(kind) && ONE_WORD.test(word)) row.append(this.#button("Add to dictionary", "quiet", "add", word));
    return row;
  }

  #button(name, looks, what, said) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = looks;
    button.textContent = name;
    button.addEventListener("click", (event) => event.isTrusted && this.act(what, said)); // people click, pages do not
    return button;
  }

  /** Under the word, or over it where there is no room. */
  #place(box) {
    const { style } = this.#host, { width, height } = this.#body.getBoundingClientRect();
    style.left = style.top = "0px";
    const { left, top } = this.#host.getBoundingClientRect(); // not 0 where an element around it is moved
    const under = box.bottom + 6 + height <= innerHeight || box.top < height + 6;
    style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8)) - left}px`;
    style.top = `${(under ? box.bottom + 6 : box.top - height - 6) - top}px`;
  }
}

// The board: the picture of a position, and over it the things that can be chosen, by pointer or by keyboard.
import { beginning, choose, next } from "./choice.mjs";
import { element } from "./elements.mjs";
import { offerButton } from "./panels.mjs";

const SVG = "http://www.w3.org/2000/svg";
const DRAGGED = 8; // pixels from which on a pointer drags instead of clicking
const FEW = 8; // offers up to which they are shown under the board, too
const LEAST = 9; // half the side of the smallest thing to hit, in units of the picture

/** A board in `place`; `play` takes an offer, `chose` is told what is chosen. */
export class Board {
  constructor(place, { play, chose }) {
    Object.assign(this, { place, play, chose, chosen: [], offers: [], targets: [], drag: null });
    this.over = document.createElementNS(SVG, "svg");
    this.over.setAttribute("class", "targets");
    this.over.setAttribute("role", "group");
    this.over.addEventListener("keydown", (event) => this.type(event));
    this.over.addEventListener("pointerdown", (event) => this.press(event));
    addEventListener("keydown", ({ key }) => key === "Escape" && this.chosen.length && this.choose([])); // after a click nothing here has the focus
    addEventListener("pointermove", (event) => this.pull(event));
    addEventListener("pointerup", (event) => this.release(event));
    this.style = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.style];
  }

  /** Show a position. */
  show(view, label) {
    const drawn = new DOMParser().parseFromString(view.svg, "image/svg+xml").documentElement;
    this.style.replaceSync(view.style);
    this.over.setAttribute("viewBox", drawn.getAttribute("viewBox"));
    this.over.setAttribute("aria-label", label);
    this.place.replaceChildren(document.importNode(drawn, true), this.over);
    this.offers = view.groups.flatMap((group) => group.offers.map((offer) => ({ ...offer, title: group.title })));
    this.targets = view.targets;
    this.choose([]);
  }

  /** Choose these things, and mark what can be chosen next. */
  choose(chosen) {
    const held = document.activeElement?.getAttribute?.("data-key");
    this.chosen = chosen;
    const open = next(this.offers, chosen);
    const parts = this.targets.filter((one) => open.has(one.key) || chosen.includes(one.key));
    parts.sort((one, other) => other.across * other.down - one.across * one.down); // a part lies over its whole
    const known = new Set(this.offers.filter((one) => open.has(one.keys[chosen.length])).map((one) => one.title));
    this.over.replaceChildren(...parts.map((one) => this.target(one, chosen.includes(one.key), [...known])));
    const stop = this.stops().find((one) => one.dataset.key === held) ?? this.stops()[0];
    stop?.setAttribute("tabindex", "0");
    if (held) stop?.focus();
    this.chose(chosen);
  }

  target({ key, x, y, across, down, title }, isChosen, actions) {
    const [w, h] = [Math.max(across, LEAST), Math.max(down, LEAST)];
    const rect = document.createElementNS(SVG, "rect");
    const of = { x: x - w, y: y - h, width: 2 * w, height: 2 * h, rx: 4, role: "button", tabindex: -1, "data-key": key };
    Object.entries(of).forEach(([name, value]) => rect.setAttribute(name, value));
    rect.setAttribute("class", isChosen ? "target chosen" : "target");
    rect.setAttribute("aria-label", title || (actions.length === 1 ? actions[0] : key));
    rect.setAttribute("aria-pressed", String(isChosen));
    return rect;
  }

  stops() {
    return [...this.over.querySelectorAll(".target")];
  }

  /** Choose a thing: to play, or to go on from there. */
  take(key) {
    const { chosen, offer } = choose(this.offers, this.chosen, key);
    if (offer) this.play(offer);
    else this.choose(chosen);
  }

  // ------------------------------------------------------------------------------------------------------- keyboard

  type(event) {
    const here = event.target.closest(".target");
    if (!here) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in ways) this.go(here, ...ways[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.take(here.dataset.key);
    else if (event.key === "Escape") this.choose([]);
    else return;
    event.preventDefault();
  }

  /** Go to the nearest thing in a direction. */
  go(here, dx, dy) {
    const middle = (one) => [+one.getAttribute("x") + one.getAttribute("width") / 2, +one.getAttribute("y") + one.getAttribute("height") / 2];
    const [x, y] = middle(here);
    const away = (one) => {
      const [across, down] = [middle(one)[0] - x, middle(one)[1] - y];
      const along = across * dx + down * dy;
      return along > 1 ? along + 3 * Math.abs(across * dy + down * dx) : Infinity;
    };
    const found = this.stops().reduce((best, one) => (away(one) < away(best) ? one : best), here);
    if (found === here) return;
    this.stops().forEach((one) => one.setAttribute("tabindex", one === found ? "0" : "-1"));
    found.focus();
  }

  // -------------------------------------------------------------------------------------------------------- pointer

  press(event) {
    const here = event.target.closest(".target");
    if (here && event.button === 0) {
      this.drag = { key: here.dataset.key, x: event.clientX, y: event.clientY, begun: false };
      event.preventDefault();
    }
  }

  /** Begin to drag where more has to be chosen than the thing under the pointer. */
  pull(event) {
    const drag = this.drag;
    if (!drag || drag.begun || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAGGED) return;
    drag.begun = true;
    const { chosen, offer } = choose(this.offers, [], drag.key);
    if (!offer && chosen.length) this.choose(chosen);
  }

  release(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    const there = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".target")?.dataset.key;
    if (!drag.begun) this.take(drag.key);
    else if (there && there !== drag.key && this.chosen.length) this.take(there);
  }
}

/**
 * Return the line under the board that says what is chosen.  If the board leads no further, the few offers that are left
 * are here, too: the eye is on the board.
 */
export function chosenLine(board, words, play) {
  if (!board.chosen.length) return [];
  const titles = board.chosen.map((key) => board.targets.find((one) => one.key === key)?.title || key);
  const left = next(board.offers, board.chosen).size ? [] : beginning(board.offers, board.chosen);
  const again = element("button", { type: "button", onclick: () => board.choose([]) }, words.back);
  return [element("span", {}, titles.join(", ")), ...(left.length <= FEW ? left.map((offer) => offerButton(offer, play)) : []), again];
}

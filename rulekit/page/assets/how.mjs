// How to play: the aim before the game, and beside the board a panel with it and the parts of the book.
import { byId, element } from "./elements.mjs";

const KEPT = "rulekit-how"; // where the browser keeps whether the panel is folded

/** Return what the browser keeps; null where a page may keep nothing. */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Keep the panel as the person leaves it: folded or open. */
export function keepPanel() {
  byId("how").open = kept() !== "folded";
  byId("how").ontoggle = () => {
    try {
      localStorage.setItem(KEPT, byId("how").open ? "open" : "folded");
    } catch {
      // nothing may be kept here: the panel stays as it is until the page is left
    }
  };
}

/** Show the aim of the game where seats are chosen, and a link to the rules on the site, if it has any. */
export function showAim({ aim, rules }) {
  byId("aim").hidden = !aim?.length;
  byId("aims").replaceChildren(...paragraphs(aim ?? []));
  for (const link of document.querySelectorAll(".book")) {
    link.hidden = !rules;
    link.href = rules || "#";
  }
}

/** Fill the panel; without anything to tell there is none. */
export function showHow({ aim, parts }) {
  byId("how").hidden = !aim.length && !parts.length;
  byId("told").replaceChildren(...paragraphs(aim), ...parts.map(part));
}

const paragraphs = (texts) => texts.map((text) => element("p", {}, text));

/** Return a part of the book, which can be folded. */
function part({ title, open, lines }) {
  return element("details", { open }, element("summary", {}, title), ...lines.flatMap(line));
}

function line({ depth, title, text, item, rows }) {
  if (rows) return [table(rows)];
  const [first, ...more] = text.split("\n");
  const lead = title ? [element("strong", {}, /[.?!:]$/.test(title) ? title : `${title}.`), " "] : [];
  const made = element("p", { className: item ? "item" : "" }, ...lead, first, ...more.flatMap((one) => [element("br"), one]));
  made.dataset.depth = String(Math.min(depth, 2));
  return [made];
}

function table([head, ...rows]) {
  const cells = (name, row) => element("tr", {}, ...row.map((cell) => element(name, {}, cell)));
  const made = element("table", {}, element("thead", {}, cells("th", head)), element("tbody", {}, ...rows.map((row) => cells("td", row))));
  return element("div", { className: "wide", tabIndex: 0, role: "group", "aria-label": head.join(", ") }, made);
}

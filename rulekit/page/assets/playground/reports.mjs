// What a text gives, as elements: messages, rules in words, changes.
import { element, filled } from "../elements.mjs";

/** Return a message; `go` leads to a place, `apply` makes a change. */
export function messageElement(message, words, { go, apply }) {
  const { code, severity, text, place, labels, expected, help } = message;
  const link = element("a", { href: new URL(`./codes/${code}.html`, import.meta.url).href, target: "_blank", rel: "noopener" }, filled(words.meaning, { code }));
  const where = (one) => filled(words.at, { file: one.file, place: `${one.line}:${one.column}` });
  const leads = (one) => element("button", { type: "button", className: "place", onclick: () => go(one) }, where(one));
  const advice = help.map((one) => {
    const fix = one.fix && [" ", element("button", { type: "button", className: "main", onclick: () => apply(one.fix) }, words.apply)];
    return element("li", {}, one.text, ...(fix ?? []));
  });
  const related = labels.map((one) => element("li", {}, one.text, ...(one.place ? [" ", leads(one.place)] : [])));
  return element(
    "article",
    { className: `message ${severity}` },
    element("p", {}, element("strong", { lang: "en" }, text), " ", ...(code ? [link] : [])),
    ...(place ? [element("p", {}, leads(place))] : []),
    ...(expected.length ? [element("p", { lang: "en" }, `expected: ${expected.join(", ")}`)] : []),
    ...(advice.length + related.length ? [element("ul", { lang: "en" }, ...related, ...advice)] : []),
  );
}

const paragraphs = (text) => text.split("\n").filter(Boolean).map((line) => element("p", {}, line));

/** Return the book that people read, and every clause exactly. */
export function ruleElements({ book, chapters }, words) {
  const sections = book.map(({ depth, title, text }) =>
    element("div", {}, ...(title ? [element(`h${Math.min(depth + 2, 6)}`, {}, title)] : []), ...paragraphs(text)),
  );
  const clauses = chapters.map(({ title, clauses: told }) =>
    element(
      "details",
      { open: !book.length },
      element("summary", {}, title),
      ...told.map((one) => element("section", {}, element("h3", {}, one.title), ...paragraphs(one.summary), ...paragraphs(one.text))),
    ),
  );
  return [...sections, element("h2", {}, words.exactly), ...clauses];
}

/** Return a comparison: its first screen, whose first line is the heading, and every change of the rules. */
export function changeElements({ lines, chapters }, words) {
  const screen = lines.map(([indent, text], at) => element(at ? "p" : "h2", { className: `deep-${Math.min(3, indent / 2)}` }, text));
  const full = chapters.flatMap(([title, told]) => [element("h3", {}, title), element("ul", {}, told.map((line) => element("li", {}, marked(line))))]);
  return [element("div", { lang: "en" }, ...screen, ...(full.length ? [element("h2", { lang: "" }, words["in-full"]), ...full] : []))];
}

/** Return a line whose marks are elements: `[-old-]` and `{+new+}`. */
const marked = (line) =>
  line.split(/(\[-.*?-\]|\{\+.*?\+\})/s).map((part) => {
    if (part.startsWith("[-")) return element("del", {}, part.slice(2, -2));
    return part.startsWith("{+") ? element("ins", {}, part.slice(2, -2)) : part;
  });

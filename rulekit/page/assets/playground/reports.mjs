// What a text gives, as elements: messages, rules in words, changes.
import { element, filled } from "../elements.mjs";

const opened = new Set(); // what a person unfolded stays so when it is built again

/** Return what unfolds; `key` tells it from others. */
function foldable(key, title, ...inside) {
  const ontoggle = ({ target }) => opened[target.open ? "add" : "delete"](key);
  return element("details", { open: opened.has(key), ontoggle }, element("summary", {}, title), ...inside);
}

const codeLink = (code, words) => element("a", { href: new URL(`./codes/${code}.html`, import.meta.url).href, target: "_blank", rel: "noopener" }, filled(words.meaning, { code }));
const where = (one, words) => filled(words.at, { file: one.file, place: `${one.line}:${one.column}` });
const leads = (one, words, go) => element("button", { type: "button", className: "place", onclick: () => go(one) }, where(one, words));
const withCode = (text) => text.split(/`([^`]*)`/).map((part, at) => (at % 2 ? element("code", {}, part) : part)); // one `\`` begins code, the next ends it

const MOST_EXPECTED = 8;
const shortList = (all) => `${all.slice(0, MOST_EXPECTED).join(", ")}${all.length > MOST_EXPECTED ? ", …" : ""}`;

/** Return advice; `apply` makes the change that it offers. */
function adviceElements(help, words, apply) {
  return help.map((one) => {
    const fix = one.fix && [" ", element("button", { type: "button", className: "main", onclick: () => apply(one.fix) }, words.apply)];
    return element("li", {}, ...withCode(one.text), ...(fix ?? []));
  });
}

/** Return a message; `go` leads to a place, `apply` makes a change. */
export function messageElement(message, words, { go, apply }) {
  const { code, severity, text, place, labels, expected, help } = message;
  const advice = adviceElements(help, words, apply);
  const related = labels.map((one) => element("li", {}, ...withCode(one.text), ...(one.place ? [" ", leads(one.place, words, go)] : [])));
  return element(
    "article",
    { className: `message ${severity}` },
    element("p", {}, element("strong", { lang: "en" }, ...withCode(text)), " ", ...(code ? [codeLink(code, words)] : [])),
    ...(place ? [element("p", {}, leads(place, words, go))] : []),
    ...(advice.length + related.length ? [element("ul", { lang: "en" }, ...advice, ...related)] : []),
    ...(expected.length ? [element("p", { lang: "en" }, "expected: ", ...withCode(shortList(expected)))] : []),
  );
}

/** Return an example that does not hold: which, where, what was expected and what came, and how to fit it. */
export function exampleElement(one, words, { go, apply }) {
  const rows = [[words.wanted, one.wanted], [words.got, one.got]].filter(([, text]) => text);
  const list = rows.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, element("code", { lang: "en" }, text))]);
  const lines = (key, title, text) => (text.length ? [foldable(`${key} ${one.name}`, title, element("pre", { lang: "en" }, text.join("\n")))] : []);
  const related = one.labels.map((label) => element("li", {}, ...withCode(label.text), ...(label.place ? [" ", leads(label.place, words, go)] : [])));
  const title = one.title ? `${one.name}: ${one.title}` : one.name;
  return element(
    "article",
    { className: "message example" },
    element("p", {}, element("strong", {}, words[one.fault ? "example-fault" : one.own ? "example-own" : "example-base"]), " ", element("span", {}, title), " ", codeLink(one.code, words)),
    ...(one.place ? [element("p", {}, leads(one.place, words, go))] : []),
    element("dl", {}, ...list),
    ...(related.length ? [element("ul", { lang: "en" }, ...related)] : []),
    ...lines("why", words.reasons, one.why),
    ...lines("steps", words.steps, one.steps),
    element("ul", { lang: "en" }, ...adviceElements(one.help, words, apply)),
  );
}

/** Return the remarks on texts in a language that the variant does not have, folded, with a way to leave it out. */
export function languageElement(code, messages, words, language, ways) {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(code);
  const out = messages.find((one) => one.out).out;
  return element(
    "section",
    { className: "aside" },
    foldable(
      `language ${code}`,
      filled(words.foreign, { language: name, count: messages.length }),
      element("p", {}, filled(words["foreign-why"], { language: name, code })),
      element("p", {}, element("button", { type: "button", onclick: () => ways.apply(out) }, filled(words["foreign-out"], { language: name }))),
      ...messages.map((one) => messageElement(one, words, ways)),
    ),
  );
}

/** Return the lines that were found: definitions first, then uses, file by file. */
export function hitElements({ defined, used }, words, go) {
  const button = (hit, text) => element("li", {}, element("button", { type: "button", onclick: () => go(hit) }, text));
  const files = [...new Set(used.map((hit) => hit.file))];
  const inFile = (file) => used.filter((hit) => hit.file === file).map((hit) => button(hit, `${hit.line}: ${hit.text}`));
  return [
    ...(defined.length ? [element("h2", {}, words.defined), element("ul", {}, defined.map((hit) => button(hit, `${hit.text} (${filled(words.at, { file: hit.file, place: hit.line })})`)))] : []),
    ...(used.length ? [element("h2", {}, words.used)] : []),
    ...files.flatMap((file) => [element("h3", {}, file), element("ul", {}, inFile(file))]),
  ];
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

const MOST_BRIEF = 12;

/** Return what a variant says of itself, and its changes of the rules; null: they are still being looked for. */
export function briefElements({ summary }, chapters, words) {
  const told = (chapters ?? []).flatMap(([, lines]) => lines);
  const list = told.slice(0, MOST_BRIEF).map((line) => element("li", {}, marked(line)));
  return [
    ...(summary && !summary.endsWith("…") ? [element("p", {}, summary)] : []),
    element("p", {}, element("strong", {}, words["what-changes"])),
    ...(list.length ? [element("ul", {}, list)] : [element("p", {}, chapters ? words.unchanged : words.working)]),
  ];
}

/** Return a line whose marks are elements: `[-old-]` and `{+new+}`. */
const marked = (line) =>
  line.split(/(\[-.*?-\]|\{\+.*?\+\})/s).map((part) => {
    if (part.startsWith("[-")) return element("del", {}, part.slice(2, -2));
    return part.startsWith("{+") ? element("ins", {}, part.slice(2, -2)) : part;
  });

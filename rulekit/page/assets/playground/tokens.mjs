// Colours of a rulebook: the tokens are the parser's own, and so are the words of the language.
import { RangeSetBuilder } from "./editor/codemirror-state.js";
import { Decoration, ViewPlugin } from "./editor/codemirror-view.js";

const KINDS = { comment: "comment", number: "number", text: "string", quoted: "string", open: "wrong", decimal: "wrong", joined: "wrong", foreign: "wrong", wrong: "wrong" };
const MARKS = Object.fromEntries(
  ["comment", "number", "string", "wrong", "keyword", "opening", "name", "type"].map((kind) => [kind, Decoration.mark({ class: `rk-${kind}` })]),
);

/** Return an extension that colours what is seen; `tokens` as in `playground.json`. */
export function colours({ pattern, keywords, opening, reserved }) {
  const tokens = new RegExp(pattern, "gsu");
  const [words, opens, fixed] = [new Set(keywords), new Set(opening), new Set(reserved)];

  /** Return what a word is where it stands: most words of the language are names like any other elsewhere. */
  function kindOf(word, before, begins, after) {
    const big = /^\p{Lu}/u.test(word);
    if (opens.has(before) && !fixed.has(word) && !begins) return big ? "type" : "name";
    if (before === "." || ("([".includes(after) && after && !fixed.has(word))) return "";
    if (opens.has(word) && begins) return "opening";
    if (words.has(word)) return "keyword";
    return big ? "type" : "";
  }

  function* ofLine(line) {
    let [before, begins] = ["", true];
    for (const match of line.matchAll(tokens)) {
      const [kind] = Object.entries(match.groups).find(([, value]) => value !== undefined);
      if (kind === "space") continue;
      const after = line[match.index + match[0].length] ?? "";
      const found = kind === "word" ? kindOf(match[0], before, begins, after) : KINDS[kind];
      if (found) yield [match.index, match.index + match[0].length, MARKS[found]];
      begins &&= match[0] === "replace" || match[0] === "strike";
      before = match[0];
    }
  }

  function marked(view) {
    const builder = new RangeSetBuilder();
    for (const { from, to } of view.visibleRanges) {
      for (let at = from; at <= to; ) {
        const line = view.state.doc.lineAt(at);
        for (const [start, end, mark] of ofLine(line.text.slice(0, 2000))) builder.add(line.from + start, line.from + end, mark);
        at = line.to + 1;
      }
    }
    return builder.finish();
  }

  return ViewPlugin.fromClass(
    class {
      constructor(view) {
        this.decorations = marked(view);
      }
      update(update) {
        if (update.docChanged || update.viewportChanged) this.decorations = marked(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

// The editor: CodeMirror in a shadow root, where it needs no style that the page's policy would have to allow.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "./editor/codemirror-commands.js";
import { indentService, indentUnit } from "./editor/codemirror-language.js";
import { lintGutter, setDiagnostics } from "./editor/codemirror-lint.js";
import { search, searchKeymap } from "./editor/codemirror-search.js";
import { Compartment, EditorState } from "./editor/codemirror-state.js";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "./editor/codemirror-view.js";
import { colours } from "./tokens.mjs";

const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--field)", fontSize: "0.875rem" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--quiet) 10%, transparent)" },
  "&.cm-focused": { outline: "none" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--mark) 25%, transparent)" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", borderColor: "var(--edge)" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": { fontSize: "0.875rem", color: "var(--ink)" },
  ".cm-textfield, .cm-button": { backgroundColor: "var(--field)", backgroundImage: "none", color: "var(--ink)", borderColor: "var(--edge)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--mark) 30%, transparent)" },
  ".rk-comment": { color: "var(--code-comment)", fontStyle: "italic" },
  ".rk-string": { color: "var(--code-string)" },
  ".rk-number": { color: "var(--code-number)" },
  ".rk-keyword": { color: "var(--code-keyword)" },
  ".rk-opening": { color: "var(--code-keyword)", fontWeight: "600" },
  ".rk-name": { color: "var(--code-name)", fontWeight: "600" },
  ".rk-type": { color: "var(--code-name)" },
  ".rk-wrong": { textDecoration: "underline wavy var(--mark)" },
});

const UNIT = 2; // columns by which a block is set in
const BRACKETS = { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 };

/** Return a line without its texts and remarks. */
const ruleOf = (text) => text.replace(/"[^"]*"?|`[^`]*`?|#.*/g, (part) => (part[0] === "#" ? "" : "x")).trimEnd();
const openIn = (rule) => [...rule].reduce((sum, letter) => sum + (BRACKETS[letter] ?? 0), 0);

/**
 * Return how far the line after a place is set in: deeper after a line that opens a block or is not finished, and after
 * a line that closes brackets as far as the line that opens them.
 */
function indentAfter(context, at) {
  let { text } = context.lineAt(at, -1);
  const rule = ruleOf(text);
  let open = openIn(rule);
  const isOpen = open > 0 || /[=,]$/.test(rule);
  for (let { number } = context.state.doc.lineAt(at); open < 0 && number > 1; ) {
    text = context.state.doc.line((number -= 1)).text;
    open += openIn(ruleOf(text));
  }
  const before = text.length - text.trimStart().length;
  return before + (rule.endsWith(":") ? UNIT : isOpen ? 2 * UNIT : 0);
}

/** Return how far a line is set in: as the line before it asks. */
const indented = (context, at) => {
  if (context.simulatedBreak === at) return indentAfter(context, at);
  const { from } = context.lineAt(at);
  return from > 0 ? indentAfter(context, from - 1) : 0;
};

/** An editor in `place` for several files; `changed` is told of each text that a person changes. */
export class TextEditor {
  constructor(place, tokens, changed) {
    Object.assign(this, { file: "", states: new Map(), changed, label: new Compartment(), loading: false });
    const root = place.attachShadow({ mode: "open" });
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.loading) this.changed(this.file, update.state.doc.toString());
    });
    this.extensions = [
      ...[lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), search({ top: true }), EditorView.lineWrapping],
      keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      ...[EditorState.tabSize.of(UNIT), indentUnit.of(" ".repeat(UNIT)), indentService.of(indented), colours(tokens), LOOK, listener],
      EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]),
    ];
    this.view = new EditorView({ parent: root, root, state: this.begin("") });
  }

  begin(text) {
    return EditorState.create({ doc: text, extensions: [...this.extensions, this.label.of([])] });
  }

  /** Replace all files. */
  load(files) {
    this.states = new Map(Object.entries(files).map(([name, text]) => [name, this.begin(text)]));
    this.file = "";
  }

  /** Show a file, under a name for those who do not see it. */
  show(file, label) {
    if (this.file) this.states.set(this.file, this.view.state);
    this.file = file;
    this.view.setState(this.states.get(file));
    this.view.dispatch({ effects: this.label.reconfigure(EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" })) });
  }

  /** Mark the places of messages in the file that is shown. */
  mark(messages) {
    const most = this.view.state.doc.length;
    const marks = messages.flatMap(({ place, severity, code, text }) => {
      if (place?.file !== this.file) return [];
      const from = Math.min(place.start, most);
      return [{ from, to: Math.min(Math.max(place.end, from), most), severity: severity === "note" ? "info" : severity, message: `${code}: ${text}` }];
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Go to a place of the file that is shown. */
  go({ start, end }) {
    const most = this.view.state.doc.length;
    const selection = { anchor: Math.min(start, most), head: Math.min(end, most) };
    this.view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
    this.view.focus();
  }

  /** Replace a part of the file that is shown. */
  replace({ start, end, new: insert }) {
    this.view.dispatch({ changes: { from: start, to: end, insert }, selection: { anchor: start + insert.length }, scrollIntoView: true });
    this.view.focus();
  }
}

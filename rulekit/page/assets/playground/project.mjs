// The text that somebody writes: files, one of which is the game, and the game of the library that it began with.
// As a text of its own it travels in addresses and files; anybody may have written that.

const NAME = /^[\w-]{1,80}(\/[\w-]{1,80})?\.rules$/;
const MOST_FILES = 100;

const oneEnding = (text) => text.replace(/\r\n?/g, "\n");

/** A text; `library` has the files as they are shipped. */
export class Project {
  constructor(start, library, changed = {}) {
    Object.assign(this, { start, library, main: start.variant.name });
    const own = { [start.variant.name]: start.variant.text };
    const shipped = Object.fromEntries(start.files.map((file) => [file, library[file]]));
    this.first = { ...own, ...shipped };
    this.files = Object.fromEntries(Object.entries({ ...this.first, ...changed }).map(([name, text]) => [name, oneEnding(text)]));
  }

  /** Return the names of files that differ from what the text began with. */
  get changed() {
    return Object.keys(this.files).filter((name) => this.files[name] !== this.first[name]);
  }

  /** Return the text as one, with what was changed. */
  pack() {
    const files = Object.fromEntries([...new Set([this.main, ...this.changed])].map((name) => [name, this.files[name]]));
    return JSON.stringify({ rulekit: "playground", base: this.start.name, files });
  }

  /** Return a text from anywhere; it raises an error if it is none. */
  static unpack(text, starts, library) {
    const { rulekit, base, files } = JSON.parse(text);
    const start = starts.find((one) => one.name === base);
    const names = Object.keys(files);
    const sound = names.length <= MOST_FILES && names.every((name) => NAME.test(name) && typeof files[name] === "string");
    if (rulekit !== "playground" || !start || !sound) throw new Error("no text of a playground");
    return new Project(start, library, files);
  }
}

const MOST_HITS = 100;

/** Return where a line belongs among others with these words: rules with them as a name, rules, texts, remarks. */
function rank(line, sought) {
  if (line.trimStart().startsWith("#")) return 3;
  const rule = line.replace(/"[^"]*"?/g, "");
  const at = rule.indexOf(sought);
  if (at < 0) return 2;
  return /\w/.test((rule[at - 1] ?? "") + (rule[at + sought.length] ?? "")) ? 1 : 0;
}

/** Return the lines that have some words, without regard to capitals: file, number, text, and its place in the file. */
export function findLines(files, wanted) {
  const sought = wanted.trim().toLowerCase();
  if (sought.length < 2) return [];
  const hits = [[], [], [], []]; // by rank
  for (const [file, text] of Object.entries(files)) {
    let at = 0;
    for (const [number, line] of text.split("\n").entries()) {
      const found = line.toLowerCase().indexOf(sought);
      const start = at + found;
      const hit = { file, line: number + 1, text: line.trim().slice(0, 200), start, end: start + sought.length };
      if (found >= 0) hits[rank(line.toLowerCase(), sought)].push(hit);
      at += line.length + 1;
    }
  }
  return hits.flat().slice(0, MOST_HITS);
}

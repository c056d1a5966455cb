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
const MOST_DEFINED = 20;
const TELLING = ["section", "words", "look", "statements", "chapter"]; // clauses that rule nothing

/**
 * Return the lines that have some words, without regard to capitals: file, number, text, and its place in the file.
 * First those that define a clause with these words in its name, then those with them in its title; then the uses, file
 * by file, in each file rules before texts and remarks.  `opening` are the words that clauses begin with.
 */
export function findLines(files, wanted, opening) {
  const sought = wanted.trim().toLowerCase();
  if (sought.length < 2) return { defined: [], used: [] };
  const head = new RegExp(`^\\s*(?:(?:replace|add) +)?(?:${opening.filter((word) => !TELLING.includes(word)).join("|")}) +([\\p{L}_][\\p{L}\\p{N}_]*)`, "u");
  const row = /^\s*(?:\||step +)?\s*([\p{L}_][\p{L}\p{N}_]*) *"/u; // a row, a value or a step with a title

  /** Return 0 to 2 for a line that defines something so called, 3 for one whose title has the words, and more for uses. */
  function rank(line) {
    const rule = line.replace(/"[^"]*"?|#.*/g, "");
    const name = (line.match(head) ?? line.match(row))?.[1];
    if (name === sought && head.test(line)) return 0;
    if (name && name.split("_").includes(sought)) return head.test(line) ? 1 : 2;
    if (head.test(line) && line.includes(sought) && (name.includes(sought) || !rule.includes(sought))) return 3;
    if (rule.includes(sought)) return 4;
    return line.trimStart().startsWith("#") ? 6 : 5;
  }

  const defined = [];
  const used = [];
  for (const [file, text] of Object.entries(files)) {
    let at = 0;
    const inFile = [];
    for (const [number, line] of text.split("\n").entries()) {
      const lower = line.toLowerCase();
      const found = lower.indexOf(sought);
      if (found >= 0) {
        const start = at + found;
        const hit = { file, line: number + 1, text: line.trim().slice(0, 200), start, end: start + sought.length, rank: rank(lower) };
        (hit.rank < 4 ? defined : inFile).push(hit);
      }
      at += line.length + 1;
    }
    used.push(...inFile.sort((a, b) => a.rank - b.rank));
  }
  defined.sort((a, b) => a.rank - b.rank);
  return { defined: defined.slice(0, MOST_DEFINED), used: used.slice(0, MOST_HITS) };
}

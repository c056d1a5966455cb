// The playground: a text on the left, and what comes of it on the right.
import { byId, element, filled } from "../elements.mjs";
import { fetched, unpackedText } from "../fetching.mjs";
import { download, packed, unpacked } from "../saves.mjs";
import { Bench } from "./bench.mjs";
import { TextEditor } from "./editor.mjs";
import { Player } from "./player.mjs";
import { findLines, Project } from "./project.mjs";
import { briefElements, changeElements, exampleElement, hitElements, languageElement, messageElement, ruleElements } from "./reports.mjs";
import { showTabs } from "./tablist.mjs";

const PAUSE = 150; // milliseconds without a key after which a text is checked
const TABS = ["messages", "rules", "pictures", "play", "changes"];

const beside = (name) => new URL(name, import.meta.url);
const data = await (await fetched(beside("./playground.json"))).json();
const library = JSON.parse(await unpackedText(beside("./library.bin")));
const size = (start) => start.files.reduce((sum, file) => sum + library[file].length, 0);
const smallest = data.starts.reduce((best, one) => (size(one) < size(best) ? one : best));

let language = pickLanguage();
let project = new Project(smallest, library);
let tab = "messages";
let messages = [];
let examples = null; // as far as they were tried
let version = 0; // of the text
let good = null; // what a check said of the last text that was right, and its version
const shown = {}; // by tab, the version and language that it shows
let timer = 0;
let typed = 0;

const words = () => data.languages[language].words;
const editor = new TextEditor(byId("editor"), data.tokens, changeText);
const bench = new Bench((command) => gaveUp(command));
const player = new Player(bench, { words, language: () => language });

// ----------------------------------------------------------------------------------------------------------- the text

function pickLanguage() {
  const wished = navigator.languages.map((one) => one.slice(0, 2));
  return wished.find((one) => one in data.languages) ?? "en";
}

/** Begin with a text. */
function begin(next, file = next.main) {
  project = next;
  bench.open(project.start.name);
  player.forget();
  good = null;
  messages = [];
  examples = null;
  byId("begin").value = project.start.name;
  editor.load(project.files);
  showFile(file);
  byId("shared").hidden = true;
  for (const name of TABS.slice(1)) delete shown[name];
  for (const id of ["panel-rules", "picture", "panel-changes"]) byId(id).replaceChildren();
  version += 1;
  typed = performance.now();
  return check();
}

function showFile(file) {
  editor.show(file, filled(words().text, { file }));
  editor.mark(messages);
  byId("editor").setAttribute("aria-labelledby", `tab-${file}`);
  showFiles();
}

function showFiles() {
  const changed = new Set(project.changed);
  const title = (file) => (changed.has(file) ? `${file} (${words().changed})` : file);
  showTabs(byId("files"), Object.keys(project.files).map((file) => [file, title(file)]), editor.file, showFile, () => "editor");
}

function changeText(file, text) {
  const was = project.changed.includes(file);
  project.files[file] = text;
  version += 1;
  typed = performance.now();
  byId("shared").hidden = true; // it told the text as it came
  keepAsOwn();
  if (was !== project.changed.includes(file)) showFiles();
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

/** Go to a place of a text, if it is one of these files. */
function go(place) {
  if (!(place.file in project.files)) return;
  showText(true);
  if (place.file !== editor.file) showFile(place.file);
  editor.go(place);
}

function apply(fix) {
  showText(true);
  if (fix.file !== editor.file) showFile(fix.file);
  editor.replace(fix);
}

/** Show the lines of all files that have what somebody looks for. */
function showHits() {
  const hits = findLines(project.files, byId("find").value, data.tokens.opening);
  byId("hits").replaceChildren(...hitElements(hits, words(), go));
  byId("hits").hidden = !byId("hits").childElementCount;
}

// -------------------------------------------------------------------------------------------------------- the messages

const say = (text, wrong = false) => {
  byId("said").replaceChildren(text);
  byId("said").classList.toggle("wrong", wrong);
};

let arrived = () => null; // told when the first messages about a text are there, or never will be
const checked = () => new Promise((done) => (arrived = done));

/** Check the text, first for what keeps it from being played, then step by step for everything. */
async function check() {
  const now = version;
  say(words().checking);
  const asked = bench.ask({ do: "check", version: now, main: project.main, files: project.files });
  keepInAddress();
  let found = await asked;
  if (now !== version || !found) return arrived();
  if (found.good) {
    good = { ...found, version: now };
    player.offer(now, found.players);
  }
  show(found);
  performance.measure("messages", { start: typed });
  document.body.dataset.checked = String(now); // for a program that drives the page
  if (found.good) refresh();
  arrived();
  while (!found.done && !found.message) {
    found = await bench.ask({ do: "more", version: now });
    if (now !== version || !found) return;
    show(found);
  }
  document.body.dataset.finished = String(now);
}

let told = ""; // what the messages show

function show(found) {
  examples = found.examples ?? null;
  messages = found.messages ?? [{ code: "", severity: "error", text: found.message, place: null, labels: [], expected: [], help: [] }];
  const errors = messages.filter((one) => one.severity === "error").length;
  const warnings = messages.filter((one) => !one.language).length - errors;
  const failed = examples?.failed ?? [];
  const right = [warnings ? filled(words().warnings, { count: warnings }) : words().right, ...(failed.length ? [filled(words()["examples-fail"], { count: failed.length })] : [])];
  say(errors ? `${filled(words().wrong, { count: errors })} ${player.isOpen ? words()["last-good"] : ""}` : right.join(" "), errors > 0);
  showTried();
  const now = JSON.stringify([messages, failed, language]);
  if (now === told) return;
  told = now; // built again only for news: a person may be reading it
  const held = byId("panel-messages").contains(document.activeElement);
  const ways = { go, apply };
  const isError = (one) => one.severity === "error";
  const own = messages.filter((one) => !one.language);
  const shownOf = (some) => some.map((one) => messageElement(one, words(), ways));
  const foreign = [...new Set(messages.flatMap((one) => one.language ?? []))];
  const asides = foreign.map((one) => languageElement(one, messages.filter((of) => of.language === one), words(), language, ways));
  const ofExamples = failed.map((one) => exampleElement(one, words(), ways));
  const elements = [...shownOf(own.filter(isError)), ...ofExamples, ...shownOf(own.filter((one) => !isError(one))), ...asides];
  byId("told").replaceChildren(...(elements.length ? elements : [element("p", {}, words().right)]));
  if (held) byId("panel-messages").focus();
  editor.mark([...messages, ...failed]);
  showResults();
}

/** Say how many examples were tried. */
function showTried() {
  const { of = 0, tried = 0, failed = [] } = examples ?? {};
  const text = tried < of ? "examples-tried" : failed.length ? "examples-failed" : "examples-hold";
  byId("tried").replaceChildren(of ? filled(words()[text], { count: of, at: tried, failed: failed.length }) : "");
}

function tellOnly(text) {
  told = "";
  byId("told").replaceChildren(element("p", {}, text));
}

function gaveUp(command) {
  if ((command.version ?? version) !== version) return; // the next text is being checked
  say(words().stopped, true);
  if (command.do === "check") tellOnly(words().stopped);
  document.body.dataset.stopped = String(version);
}

// --------------------------------------------------------------------------------------------------------- the results

function showResults() {
  const count = messages.length + (examples?.failed.length ?? 0);
  const errors = count ? ` (${count})` : "";
  showTabs(byId("tabs"), TABS.map((id) => [id, words()[id] + (id === "messages" ? errors : "")]), tab, chooseTab, (id) => `panel-${id}`);
  for (const id of TABS) {
    byId(`panel-${id}`).hidden = id !== tab;
    byId(`panel-${id}`).setAttribute("aria-labelledby", `tab-${id}`);
  }
}

function chooseTab(id) {
  tab = id;
  showResults();
  refresh();
}

/** Show in the chosen tab what the text gives now; of a wrong text, what the last right one gave. */
async function refresh() {
  const id = tab; // which may be another one before an answer comes
  if (!good || good.version !== version) return;
  if (id === "play") await player.open();
  const now = `${version} ${language} ${id === "pictures" ? `${seed} ${byId("moves").value}` : ""}`;
  if (!(id in SHOWN) || shown[id] === now) return;
  shown[id] = now;
  const place = byId(id === "pictures" ? "picture" : `panel-${id}`);
  if (!place.childElementCount) place.replaceChildren(element("p", {}, words().working));
  const found = await bench.ask({ ...COMMANDS[id](), language });
  if (shown[id] !== now) return;
  if (!found || found.message) {
    delete shown[id];
    place.replaceChildren(element("p", {}, found ? filled(words().failed, { why: found.message }) : words().stopped));
  } else place.replaceChildren(...SHOWN[id](found));
}

let seed = 1;
const drawing = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, drawing];
const COMMANDS = {
  rules: () => ({ do: "words" }),
  pictures: () => ({ do: "picture", players: good.players[0], seed, moves: Number(byId("moves").value) || 0 }),
  changes: () => ({ do: "changes" }),
};
const SHOWN = {
  rules: (found) => ruleElements(found, words()),
  pictures: ({ svg, style }) => {
    drawing.replaceSync(style);
    return [document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true)];
  },
  changes: (found) => (found.lines.length ? changeElements(found, words()) : [element("p", {}, words()["nothing-changed"])]),
};

// ------------------------------------------------------------------------------------------- addresses, files, languages

async function keepInAddress() {
  const fragment = project.changed.length ? `text=${await packed(project.pack())}` : `game=${project.start.name}`;
  history.replaceState(history.state, "", `#${fragment}`);
}

/** Note that a person writes in this tab: loaded again, it opens on the text. */
function keepAsOwn() {
  history.replaceState("own", "", location.href);
}

const isOwn = () => history.state === "own";

/** Show the text beside the results, or the results only. */
function showText(isShown) {
  document.body.classList.toggle("reading", !isShown);
  byId("shared").open = !isShown; // beside the text there is no room for it
  byId("toggle").setAttribute("aria-pressed", String(isShown));
  byId("toggle").textContent = words()[isShown ? "hide-text" : "show-text"];
}

/** Show a text of somebody else: first what it changes, then the game; if it cannot be played, why. */
async function openShared() {
  await checked();
  if (!good || good.version !== version) {
    showText(true);
    chooseTab("messages");
    if (messages[0]?.place) go(messages[0].place);
    return;
  }
  const now = version;
  byId("shared").hidden = false;
  byId("shared").open = true;
  byId("shared-title").textContent = good.title;
  byId("shared-changes").replaceChildren(...briefElements(good, null, words()));
  chooseTab("play");
  const found = await bench.ask({ do: "changes", language });
  if (now !== version || !found || found.message) return;
  byId("shared-changes").replaceChildren(...briefElements(good, found.chapters, words()));
}

async function share() {
  await keepInAddress();
  await navigator.clipboard?.writeText(location.href).catch(() => null);
  say(words().copied);
}

/** Begin with what the address says. */
async function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  const start = data.starts.find((one) => one.name === address.get("game"));
  try {
    const text = address.has("text") && (await unpacked(address.get("text")));
    const isShared = Boolean(text) && !isOwn();
    showText(!isShared);
    const done = begin(text ? Project.unpack(text, data.starts, library) : new Project(start ?? smallest, library));
    if (isShared) await openShared();
    await done;
  } catch {
    showText(true);
    const done = begin(new Project(smallest, library));
    tellOnly(words()["bad-address"]);
    await done;
    say(words()["bad-address"], true);
  }
}

function saveFile() {
  const only = project.changed.every((file) => file === project.main);
  const stem = project.main.replace(".rules", "");
  if (only) download(project.main, project.files[project.main]);
  else download(`${stem}.playground`, project.pack());
}

/** Open a file: a text of a playground, or a single rulebook, which is a variant of the game that it names. */
async function openFile(file) {
  const text = await file.text();
  try {
    if (text.startsWith("{")) return await begin(Project.unpack(text, data.starts, library));
    const base = text.match(/^(?:edition|variant|expansion)\s+\w+\s+of\s+([\w/]+)/m)?.[1];
    const start = data.starts.find((one) => one.name.replaceAll("-", "_") === base) ?? project.start;
    return await begin(new Project(start, library, { [start.variant.name]: text }));
  } catch {
    return say(words()["bad-address"], true);
  }
}

/** Write every fixed text in the language. */
function speak() {
  document.documentElement.lang = language;
  document.title = words().title;
  byId("title").textContent = words().title;
  document.querySelectorAll("[data-words]").forEach((one) => one.replaceChildren(words()[one.dataset.words]));
  showText(!document.body.classList.contains("reading"));
  document.querySelectorAll("[data-label]").forEach((one) => one.setAttribute("aria-label", words()[one.dataset.label]));
  document.querySelectorAll("[data-title]").forEach((one) => (one.title = words()[one.dataset.title]));
  const title = (one) => one.titles[language] ?? Object.values(one.titles)[0] ?? one.name;
  const starts = data.starts.map((one) => [one.name, `${title(one)} (${one.name})`]).sort(([, a], [, b]) => a.localeCompare(b, language));
  byId("begin").replaceChildren(...starts.map(([value, text]) => element("option", { value }, text)));
  byId("begin").value = project.start.name;
  byId("language").value = language;
  showResults();
}

const COLOURS = ["default", "slate"]; // the names that pictures know: light, dark
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
const paint = (scheme) => {
  document.documentElement.dataset.mdColorScheme = scheme;
  player.paint();
};
paint(COLOURS[Number(darkSystem.matches)]);
darkSystem.onchange = () => paint(COLOURS[Number(darkSystem.matches)]);
byId("colours").onclick = () => paint(COLOURS[1 - COLOURS.indexOf(document.documentElement.dataset.mdColorScheme)]);

byId("language").replaceChildren(
  ...Object.entries(data.languages).map(([value, { name }]) => element("option", { value, lang: value }, name)),
);
byId("language").onchange = (event) => {
  language = event.target.value;
  speak();
  showFile(editor.file);
  player.speak();
  refresh();
};
byId("begin").onchange = (event) => {
  history.pushState(null, "", location.href); // Back leads to the text that was there
  begin(new Project(data.starts.find((one) => one.name === event.target.value), library));
};
byId("toggle").onclick = () => showText(document.body.classList.contains("reading"));
byId("share").onclick = share;
byId("save").onclick = saveFile;
byId("open").onchange = (event) => event.target.files[0] && openFile(event.target.files[0]);
byId("find").oninput = showHits;
byId("moves").onchange = refresh;
byId("other").onclick = () => {
  seed += 1;
  refresh();
};
addEventListener("hashchange", readAddress);

let leaving = ""; // how to leave the text by keyboard: said once
byId("editor").addEventListener("keydown", ({ key }) => key === "Tab" && sayLeaving());
addEventListener("keyup", ({ key, target }) => key === "Tab" && target === byId("editor") && sayLeaving());
byId("editor").addEventListener("focusout", () => byId("leave").replaceChildren());
function sayLeaving() {
  if (!leaving) byId("leave").replaceChildren((leaving = words().leave));
}

speak();
say(words().loading);
await readAddress();

// The page: seats before the game, then the board with what the person at the page may see, read and do.
import { Board, chosenLine } from "./board.mjs";
import { byId, element, filled } from "./elements.mjs";
import { giveUp, keep, takeGame, timed } from "./framed.mjs";
import { keepPanel, showAim, showHow } from "./how.mjs";
import { showForeseen, showRest } from "./later.mjs";
import { endLines, historyLines, offerGroups, ruleTexts } from "./panels.mjs";
import { download, packed, unpacked } from "./saves.mjs";

const MOST_SHOWN = 10_000; // milliseconds after which a message goes
const FEW = 12; // offers from which on a field narrows them

const began = performance.now();
const given = await takeGame();
const game = given?.about ?? (await (await fetch("game.json")).json());
const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
const games = new URL("games.bin", location.href).href;
const waiting = new Map();
const address = new URLSearchParams(location.hash.slice(1));
const brief = Number(address.get("brief"));
let sent = 0;
let language = pickLanguage();
let table = null; // {players, robots} of the game that is played
let view = null;

const words = () => game.languages[language].words;
const board = new Board(byId("board"), { play: (offer) => play(offer), chose: () => showChosen() });

// --------------------------------------------------------------------------------------------------------- the worker

worker.onmessage = ({ data }) => {
  if (data.ready) performance.measure("python", { start: 0 });
  else if (data.opened !== undefined) performance.measure("game", { start: 0, duration: data.opened });
  else if (data.compiling) say(words().compiling);
  else if (data.begun !== undefined) waiting.get(data.begun).ended = timed(waiting.get(data.begun).command);
  else if (data.number === undefined) fail(data.failed);
  else {
    const { command, done, failed, ended } = waiting.get(data.number);
    waiting.delete(data.number);
    ended?.();
    if (data.failed && command) giveUp(command);
    if (data.failed) failed(new Error(data.failed));
    else done(data.found);
  }
};
worker.onerror = (event) => fail(event.message);

/** Send a command, and return the answer. */
const send = (command, players = table?.players) =>
  new Promise((done, failed) => {
    waiting.set(++sent, { command, done, failed });
    worker.postMessage({ number: sent, games, players, command, given: sent === 1 ? given?.bytes : null });
  });

/** Let the worker load the game of the chosen number of players while seats are being chosen. */
const loadAhead = () =>
  send(null, Number(byId("players").value)).then(
    () => byId("said").textContent === words().loading && say(""),
    () => null,
  );

/** Send a command, and return the answer; null, with the message shown, if it cannot be done. */
async function ask(command) {
  say(view ? "" : words().opening);
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await send(command);
    if (answer.message) say(answer.message);
    return answer.message ? null : answer;
  } catch (error) {
    fail(error.message);
    return null;
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

let fading = 0;

/** Show a message; what the page shows elsewhere, too, is only announced.  In a game it does not cover the page for long. */
function say(text, isShown = true) {
  clearTimeout(fading);
  if (isShown && view) fading = setTimeout(() => (byId("said").className = "announced"), MOST_SHOWN);
  byId("said").className = isShown ? "" : "announced";
  byId("said").replaceChildren(text);
}

const fail = (why) => say(filled(words().failed, { why }));

// ---------------------------------------------------------------------------------------------------- before the game

function pickLanguage() {
  const wished = [address.get("language"), ...navigator.languages.map((one) => one.slice(0, 2))];
  return wished.find((one) => one in game.languages) ?? Object.keys(game.languages)[0];
}

/** Write every fixed text in the language. */
function speak() {
  document.documentElement.lang = language;
  document.title = game.languages[language].title;
  byId("title").textContent = document.title;
  document.querySelectorAll("[data-words]").forEach((one) => one.replaceChildren(words()[one.dataset.words]));
  document.querySelectorAll("[data-label]").forEach((one) => one.setAttribute("aria-label", words()[one.dataset.label]));
  byId("language").value = language;
  showSeats();
  showOptions();
  showAim(game.languages[language]);
}

function showSeats() {
  const players = Number(byId("players").value) || game.players[0];
  const seats = game.languages[language].seats[players];
  const kinds = (first) => ["person", "random"].map((kind) => element("option", { value: kind, selected: (kind === "person") === first }, words()[kind]));
  const rows = seats.map((seat, at) => {
    const select = element("select", { id: `seat${at}` }, kinds(at === 0));
    return element("p", {}, element("label", { for: `seat${at}` }, seat), select);
  });
  byId("seats").replaceChildren(element("legend", {}, words().seats), ...rows);
}

/** Return the numbers of the seats of random players; somebody has to sit at the page. */
function chosenRobots() {
  const kinds = [...byId("seats").querySelectorAll("select")].map((one) => one.value);
  const robots = kinds.flatMap((kind, at) => (kind === "random" ? [at] : []));
  return robots.length === kinds.length ? robots.slice(1) : robots;
}

const seed = () => crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n; // whole in every reader of JSON

async function begin(players, robots, options = {}) {
  table = { players, robots };
  show(await ask({ do: "begin", players, robots, options, language, seed: String(seed()) }));
}

/** Show a position of a worked example; from each the game can be played on. */
async function step(name, stage) {
  table = { players: game.examples[name], robots: [] };
  const answer = await ask({ do: "example", name, stage, language, seed: String(seed()) });
  show(answer);
  if (!answer) return;
  const [title, at, count, played] = answer.example;
  const button = (word, to) =>
    element("button", { type: "button", disabled: to < 0 || to >= count, onclick: () => step(name, to) }, words()[word]);
  const line = filled(words().step, { title, at: at + 1, count });
  byId("steps").replaceChildren(element("span", {}, line, played && ` ${played}`), button("previous", at - 1), button("next", at + 1));
}

/** Show the options of the game, each with its answers. */
function showOptions() {
  const rows = game.languages[language].options.map(({ name, title, answers, usual }) => {
    const choice = answers.map(([value, text]) => element("option", { value, selected: value === usual }, text));
    return element("p", {}, element("label", { for: `option-${name}` }, title), element("select", { id: `option-${name}`, name }, choice));
  });
  byId("answers").replaceChildren(...rows);
  byId("others").hidden = !rows.length;
}

const chosenOptions = () => Object.fromEntries([...byId("answers").querySelectorAll("select")].map((one) => [one.name, one.value]));

/** Go on with a save; its first line says how many play. */
async function resume(save, robots, changed = false) {
  try {
    const { players } = JSON.parse(save.split("\n", 1)[0]);
    if (!game.players.includes(players)) throw new Error(words()["bad-save"]);
    table = { players, robots };
    show(await ask({ do: "resume", save, robots, language, changed }));
  } catch {
    say(words()["bad-save"]);
  }
}

// ---------------------------------------------------------------------------------------------------------- the game

/** Show an answer. */
function show(answer) {
  if (!answer) return;
  const first = view === null;
  view = answer;
  view.foreseen = {};
  if (first) performance.measure("first", { start: 0 });
  if (given) send({ do: "save" }).then((found) => keep(found.save, table));
  document.body.dataset.shown = String(Number(document.body.dataset.shown ?? 0) + 1); // for a program that drives the page
  byId("start").hidden = true;
  byId("table").hidden = Boolean(view.next);
  byId("next").hidden = !view.next;
  if (view.next) {
    for (const id of ["board", "offers", "history", "since", "rules", "closed"]) byId(id).replaceChildren(); // nothing stays behind
    byId("hand-over").textContent = filled(words()["hand-over"], { seat: view.next });
    byId("ready").textContent = filled(words().ready, { seat: view.next });
    say("");
    byId("ready").focus();
    if (brief < 1) send({ do: "later", view: view.view }).catch(() => null); // prepares the next person's view, and shows nothing
    return;
  }
  if (!view.example) byId("steps").replaceChildren();
  board.show(view, words().board);
  const decides = view.over ? `${words().over} ${view.end.sentence}` : filled(words().decides, { seat: view.seats[view.decider] });
  byId("turn").replaceChildren(decides);
  byId("filter").value = "";
  byId("narrow").hidden = board.offers.length < FEW;
  byId("end").hidden = !view.over;
  byId("won").replaceChildren(view.end?.sentence ?? "");
  byId("results").replaceChildren(...endLines(view, words()));
  byId("why").hidden = true;
  for (const id of ["can", "rule"]) byId(id).hidden = view.over;
  say(decides, view.over); // the end is seen wherever the reader looks
  if (first) byId("turn").focus();
  delete document.body.dataset.rest;
  const show = { history: (part) => showHistory(part, decides), how: showHow, rest: brief < 1 };
  if (brief < 2) showRest(view, words(), send, () => view === answer, show).catch((error) => fail(error.message));
}

/** Show what happened, whose news is announced, and the rules of the decision. */
function showHistory({ history, news, rules }, decides) {
  byId("history").replaceChildren(...historyLines(history));
  byId("history").scrollTop = byId("history").scrollHeight;
  byId("rules").replaceChildren(...ruleTexts(rules, words()));
  byId("since").replaceChildren(...historyLines(history.slice(history.length - news.length), history.length - news.length));
  byId("since").scrollTop = view.over ? byId("since").scrollHeight : 0; // in the end, what ended the game
  byId("news").hidden = !news.length;
  if (!view.over) say([...news.slice(-20), decides].join(" "), false);
}

async function play(offer) {
  const start = performance.now();
  show(await ask({ do: "play", option: offer.option }));
  performance.measure("move", { start });
}

/** Show what can be chosen: what fits the things chosen on the board, and the words typed. */
function showChosen() {
  const typed = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (offer) => typed.every((word) => `${offer.title} ${offer.words}`.toLowerCase().includes(word));
  const offers = board.offers.filter((one) => board.chosen.every((key, at) => one.keys[at] === key)).filter(fits);
  byId("chosen").replaceChildren(...chosenLine(board, words(), play));
  byId("offers").replaceChildren(...offerGroups(offers, play, words(), () => showForeseen(view.foreseen)));
  showForeseen(view.foreseen);
}

async function save() {
  return (await ask({ do: "save" }))?.save;
}

async function copyAddress() {
  const text = await save();
  if (!text) return;
  const fragment = new URLSearchParams({ save: await packed(text), random: table.robots.join("."), language });
  history.replaceState(null, "", `#${fragment}`);
  await navigator.clipboard?.writeText(location.href).catch(() => null);
  say(words().copied);
}

/** Read the address: a save, or seats with which to begin at once. */
async function readAddress() {
  const robots = (address.get("random") ?? "").split(".").filter(Boolean).map(Number);
  const players = Number(address.get("players"));
  if (address.has("save")) await resume(await unpacked(address.get("save")).catch(() => ""), robots, address.has("changed"));
  if (view) return;
  if (address.get("example") in game.examples) await step(address.get("example"), 0);
  else if (game.players.includes(players)) await begin(players, robots);
  else loadAhead();
}

// ------------------------------------------------------------------------------------------------------------- wiring

const COLOURS = ["default", "slate"]; // the names that pictures know: light, dark
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
const paint = (scheme) => (document.documentElement.dataset.mdColorScheme = scheme);
paint(COLOURS[Number(darkSystem.matches)]);
darkSystem.onchange = () => paint(COLOURS[Number(darkSystem.matches)]);
byId("colours").onclick = () => paint(COLOURS[1 - COLOURS.indexOf(document.documentElement.dataset.mdColorScheme)]);

byId("language").replaceChildren(
  ...Object.entries(game.languages).map(([value, { name }]) => element("option", { value, lang: value }, name)),
);
byId("players").replaceChildren(...game.players.map((count) => element("option", { value: count }, String(count))));
byId("players").onchange = () => {
  showSeats();
  loadAhead();
};
byId("language").onchange = async (event) => {
  language = event.target.value;
  speak();
  if (view) show(await ask({ do: "speak", language }));
};
byId("start").onsubmit = (event) => {
  event.preventDefault();
  begin(Number(byId("players").value), chosenRobots(), chosenOptions());
};
byId("open").onchange = async (event) => {
  const [file] = event.target.files;
  if (file) await resume(await file.text(), chosenRobots());
};
byId("ready").onclick = async () => {
  show(await ask({ do: "ready" }));
  byId("turn").focus();
};
byId("undo").onclick = async () => show(await ask({ do: "undo" }));
byId("save").onclick = async () => {
  const text = await save();
  if (text) download(`${game.name.replace(/\W+/g, "-")}.game`, text);
};
byId("copy").onclick = copyAddress;
byId("new").onclick = () => {
  view = null;
  for (const id of ["table", "next"]) byId(id).hidden = true;
  byId("start").hidden = false;
  byId("players").focus();
};
byId("filter").oninput = showChosen;
keepPanel();
speak();
byId("start").hidden = false; // before that, no click would be heard
say(words().loading);
performance.measure("page", { start: began });
await readAddress();

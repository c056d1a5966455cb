// Plays a game on Python's side of a page under Node, and prints its save as JSON: node drive.mjs FOLDER PLAYERS SEED
// [PEOPLE]
import { unpackedRuntime } from "./unpacked.mjs";

const [folder, players, seed, people] = [process.argv[2], ...[...process.argv.slice(3), "2"].map(Number)];
let state = seed + 1;
const random = (count) => (state = (state * 48271) % 2147483647) % count;

let before = process.cpuUsage();
const spent = { moves: [] };

/** Return the processor time since the last call, in milliseconds. */
function took() {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  return Math.round((user + system) / 1000);
}

try {
  const { openTable } = await import(`${folder}/table.mjs`);
  const { loadPyodide, picture, unpacked } = await unpackedRuntime(folder);
  const table = await openTable(loadPyodide, `${folder}/runtime/`, picture);
  spent.python = took();
  table.add(await unpacked(`${folder}/games.bin`), players);
  spent.game = took();
  const robots = [...Array(players).keys()].slice(people);
  let view = table.answer({ do: "begin", players, robots, language: "en", seed: String(seed) });
  spent.first = took();
  while (!view.over && !view.message) {
    while (!table.answer({ do: "later", view: view.view }).done); // as the page does while it waits for a person
    took();
    const offers = view.next ? [] : view.groups.flatMap((group) => group.offers);
    view = table.answer(view.next ? { do: "ready" } : { do: "play", option: offers[random(offers.length)].option });
    spent.moves.push(took());
  }
  process.stdout.write(JSON.stringify({ spent, ...view, ...table.answer({ do: "later", view: view.view }), ...table.answer({ do: "save" }) }));
} catch (error) {
  process.stderr.write(String(error.message ?? error).slice(-2000)); // its stack would print the whole runtime
  process.exitCode = 1;
}

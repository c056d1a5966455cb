// The worker of a page: runs Python, so that the page itself never waits.
import { loaderOf, picture, unpackedFile, unpackedText } from "./fetching.mjs";
import { openTable } from "./table.mjs";

const runtime = new URL("./runtime/", import.meta.url).href;

const opening = loaderOf(runtime).then((loadPyodide) => openTable(loadPyodide, runtime, picture(runtime)));
const added = new Set();

/**
 * Do a command, after loading the game for it; `games` is the file with the games that the page ships, `given` one that
 * it got elsewhere.
 */
async function answer({ number, games, players, command, given }) {
  const wanted = players && !added.has(players) ? players : null;
  const game = wanted && (given ?? unpackedFile(games));
  const table = await opening;
  if (wanted) {
    const bytes = new Uint8Array(await game);
    const start = performance.now();
    table.add(bytes, wanted);
    postMessage({ opened: performance.now() - start });
    added.add(wanted);
  }
  if (!command) return null;
  if (command.do === "example" && !added.has("examples")) {
    table.show(await unpackedText(new URL("examples.bin", games)));
    added.add("examples");
  }
  postMessage({ begun: number });
  const found = table.answer(command);
  if (!found.compiles) return found;
  postMessage({ compiling: true });
  return table.answer(command);
}

let before = opening;
onmessage = ({ data }) => {
  before = before.catch(() => null).then(() => answer(data)); // one after the other, in the order of the page
  before.then(
    (found) => postMessage({ number: data.number, found }),
    (error) => postMessage({ number: data.number, failed: String(error.message ?? error).slice(-400) }),
  );
};
opening.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error.message ?? error).slice(-400) }),
);

// Plays random games with the WebAssembly of V8, which browsers have, in the Python of a page, and prints the digest of
// each as JSON.  node digests.mjs FOLDER GAMES DIGESTS.PY GAME.BIN ...
import { readFileSync } from "node:fs";
import { unpackedRuntime } from "./unpacked.mjs";

const [folder, games, script, ...kept] = process.argv.slice(2);
try {
  const { loadPyodide, picture } = await unpackedRuntime(folder);
  const python = await loadPyodide({ indexURL: `${folder}/runtime/`, _loadSnapshot: picture, env: { RULEKIT_CACHE: "" } });
  python.runPython(readFileSync(script, "utf8"));
  const digests = python.globals.get("digests");
  const found = kept.map((file) => digests(python.toPy(new Uint8Array(readFileSync(file))), Number(games)).toJs());
  process.stdout.write(JSON.stringify(found));
} catch (error) {
  process.stderr.write(String(error.message ?? error).slice(-2000)); // its stack would print the whole runtime
  process.exitCode = 1;
}

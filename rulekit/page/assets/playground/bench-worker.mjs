// The worker that checks: Python, with the texts of the library.
import { loaderOf, picture, unpackedText } from "../fetching.mjs";

const runtime = new URL("../runtime/", import.meta.url).href;

async function openBench() {
  const library = unpackedText(new URL("./library.bin", import.meta.url));
  const loadPyodide = await loaderOf(runtime);
  const python = await loadPyodide({ indexURL: runtime, _loadSnapshot: picture(runtime), env: { RULEKIT_CACHE: "" } });
  const bench = python.pyimport("rulekit.page.workbench").Workbench();
  bench.read(await library);
  return bench;
}

const opening = openBench();

onmessage = async ({ data: { number, command } }) => {
  try {
    const bench = await opening;
    const found = JSON.parse(bench.answer(JSON.stringify(command)));
    if (found.about) found.bytes = bench.packed.toJs();
    postMessage({ number, found });
  } catch (error) {
    postMessage({ number, broken: String(error.message ?? error).slice(-400) }); // Python itself broke
  }
};

// Makes a picture of Pyodide's memory with rulekit loaded, in the folder of this file (Node runs this).
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "./pyodide.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
try {
  const python = await loadPyodide({
    indexURL: here,
    _makeSnapshot: true,
    args: ["-OO", "-X", "no_debug_ranges"],
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", RULEKIT_CACHE: "" },
  });
  python.unpackArchive(new Uint8Array(readFileSync(`${here}sources.zip`)), "zip", { extractDir: "/lib/page" });
  python.runPython("import sys; sys.path.insert(0, '/lib/page'); import rulekit.page.warm_up");
  writeFileSync(`${here}snapshot`, python.makeMemorySnapshot());
  const files = python.runPython("'\\n'.join(getattr(one, '__file__', None) or '' for one in sys.modules.values())");
  writeFileSync(`${here}loaded`, files.replaceAll(/.*\.zip\//g, "")); // the library is an archive
} catch (error) {
  process.stderr.write(String(error.message).slice(-1000)); // its stack would print the whole runtime
  process.exitCode = 1;
}

// Files of a page, as the page gets them: decompressed under Node by the decoder that the page ships.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Return what reads a compressed file of a page whose shared files are in this folder. */
export async function unpacking(folder) {
  const { XzReadableStream } = await import(`${folder}/runtime/xz.mjs`);
  return async (file) => {
    const read = new XzReadableStream(new Blob([readFileSync(file)]).stream());
    return new Uint8Array(await new Response(read).arrayBuffer());
  };
}

/** Put the runtime's files beside their compressed form, for Node; return Pyodide's loader, and the picture of memory. */
export async function unpackedRuntime(folder) {
  const [runtime, unpacked] = [`${folder}/runtime/`, await unpacking(folder)];
  for (const name of readdirSync(runtime).filter((one) => one.endsWith(".bin"))) {
    writeFileSync(`${runtime}${name.slice(0, -4)}`, await unpacked(`${runtime}${name}`));
  }
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  return { loadPyodide, picture: new Uint8Array(readFileSync(`${runtime}rulekit`)), unpacked };
}

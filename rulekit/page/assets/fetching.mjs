// Files of the page's own server.
import { XzReadableStream } from "./runtime/xz.mjs";

const usual = globalThis.fetch;

export async function fetched(address) {
  const reply = await usual(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return reply;
}

/** Return the bytes of a compressed file. It is read to its end at once: the decoder takes one after the other. */
export const unpackedFile = async (address) => new Response(new XzReadableStream((await fetched(address)).body)).arrayBuffer();

export const unpackedText = async (address) => new TextDecoder().decode(await unpackedFile(address));

/** Return Pyodide's loader; what it fetches is unpacked first, because the runtime has it compressed. */
export async function loaderOf(runtime) {
  const headers = { "Content-Type": "application/wasm" }; // a program must have it, and for others it does not matter
  globalThis.fetch = async (address, ...rest) =>
    String(address).startsWith(runtime) ? new Response(await unpackedFile(`${address}.bin`), { headers }) : usual(address, ...rest);
  return (await import(`${runtime}pyodide.mjs`)).loadPyodide;
}

/** Return the picture of Python's memory. */
export const picture = async (runtime) => new Uint8Array(await unpackedFile(`${runtime}rulekit.bin`));

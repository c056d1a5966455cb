// Files of the page's own server.

export async function fetched(address) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return reply;
}

/** Return a compressed file as it was. */
export async function unpackedFile(address) {
  const packed = (await fetched(address)).body;
  return new Response(packed.pipeThrough(new DecompressionStream("gzip")));
}

/** Return Pyodide's loader; what it fetches as its program is unpacked first, because the runtime has it compressed. */
export async function loaderOf(runtime) {
  const usual = globalThis.fetch;
  const headers = { "Content-Type": "application/wasm" };
  globalThis.fetch = async (address, ...rest) =>
    String(address).endsWith("/pyodide.asm.wasm")
      ? new Response((await unpackedFile(`${runtime}pyodide.bin`)).body, { headers })
      : usual(address, ...rest);
  return (await import(`${runtime}pyodide.mjs`)).loadPyodide;
}

/** Return the picture of Python's memory. */
export const picture = async (runtime) => new Uint8Array(await (await unpackedFile(`${runtime}rulekit.bin`)).arrayBuffer());

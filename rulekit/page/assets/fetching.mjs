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

/** Return the picture of Python's memory. */
export const picture = async (runtime) => new Uint8Array(await (await unpackedFile(`${runtime}rulekit.bin`)).arrayBuffer());

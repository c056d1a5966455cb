// What a page does in a frame of the playground: its game comes from there, each position is kept there, and a command
// that does not end is given up.  Elsewhere nothing of this happens.

const MOST = 5000; // milliseconds that a command may take
const outside = parent !== window && new URLSearchParams(location.search).has("playground") ? parent : null;

/** Return the playground's game; null on a page of its own. */
export async function takeGame() {
  if (!outside) return null;
  document.documentElement.classList.add("framed"); // what is around the frame need not be in it
  const found = new Promise((done) => {
    addEventListener("message", ({ source, origin, data }) => {
      if (source === outside && origin === location.origin && data.about) done(data);
    });
  });
  outside.postMessage({ wants: "game" }, location.origin);
  return found;
}

/** Hand the game as it is now to the playground. */
export function keep(save, table) {
  if (outside && save) outside.postMessage({ save, players: table.players, robots: table.robots }, location.origin);
}

let opened = false; // the first command also opens Python

/** Return an answer; if it does not come, the playground is told, and opens this page again. */
export async function limited(answer) {
  if (!outside || !opened) {
    const found = await answer;
    opened = true;
    return found;
  }
  const timer = setTimeout(() => outside.postMessage({ stopped: true }, location.origin), MOST);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}

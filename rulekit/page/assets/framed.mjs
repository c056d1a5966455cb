// What a page does in a frame of the playground: its game comes from there, each position is kept there, and a command
// that does not end is given up.  Elsewhere nothing of this happens.

const MOST = 5000; // milliseconds that a command may take once it has begun
const TIMES = { resume: 4 }; // commands that may take as many times more: it does all moves so far
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

/** Give a command its time, and return what ends it. */
export function timed(command) {
  const timer = outside && setTimeout(() => giveUp(command), MOST * (TIMES[command.do] ?? 1));
  return () => clearTimeout(timer);
}

/** Tell the playground of a command that does not end, or that broke Python: it opens this page again. */
export function giveUp(command) {
  outside?.postMessage({ stopped: command.do }, location.origin);
}

// The page's side of the worker that checks: one command after the other; one that does not end is given up, and the
// worker with it.

const LONG = 120_000; // milliseconds in which Python must be there, and a game of the library be read
const MOST = 5000; // milliseconds that a check may take
const TIMES = 4; // if the text began with a game that takes longer to read, as many times that
const SLOW = ["more", "game", "words", "picture", "changes"]; // commands that may take as many times more than a check

export class Bench {
  /** `gaveUp` is told of a command that was given up. */
  constructor(gaveUp) {
    Object.assign(this, { gaveUp, base: "", most: MOST, text: null, last: Promise.resolve(), sent: 0, hurry: () => null });
    this.start();
  }

  start() {
    this.worker = new Worker(new URL("./bench-worker.mjs", import.meta.url), { type: "module" });
    this.opened = "";
    this.ready = this.send({ do: "ready" }, LONG);
  }

  /** Begin with a game of the library. */
  open(base) {
    Object.assign(this, { base, text: null });
  }

  /**
   * Return the answer to a command, after those before it; null if it was given up.  What somebody waits for gives the
   * command before it no more time than a check.
   */
  ask(command) {
    if (command.do !== "more") this.hurry();
    const asked = this.last.then(() => this.answer(command));
    this.last = asked.catch(() => null);
    return asked;
  }

  async answer(command) {
    if (!this.worker) this.start();
    if (this.opened !== this.base) {
      this.opened = this.base;
      await this.ready;
      const start = performance.now();
      if (!(await this.send({ do: "open", base: this.base }, LONG))) return null;
      this.most = Math.max(MOST, TIMES * (performance.now() - start));
      if (command.do !== "check" && this.text && !(await this.send(this.text, this.most))) return null;
    }
    const found = await this.send(command, this.most * (SLOW.includes(command.do) ? TIMES : 1));
    if (command.do === "check") this.text = found && command; // for another worker
    return found;
  }

  async send(command, most) {
    const [worker, number] = [this.worker, ++this.sent];
    if (!worker) return null; // it could not even begin
    const found = await new Promise((done) => {
      const start = performance.now();
      let timer = setTimeout(() => done(null), most);
      const end = (answer) => {
        clearTimeout(timer);
        done(answer);
      };
      this.hurry = () => {
        if (most <= this.most || most === LONG) return;
        clearTimeout(timer);
        timer = setTimeout(() => done(null), Math.max(0, start + this.most - performance.now()));
      };
      worker.onmessage = ({ data }) => data.number === number && end(data.broken ? null : data.found);
      worker.onerror = () => end(null);
      worker.postMessage({ number, command });
    });
    if (found === null) {
      worker.terminate();
      this.worker = null;
      if (command.do !== "ready") this.start(); // one that cannot even begin is not tried again before somebody asks
      this.gaveUp(command);
    }
    return found;
  }
}

// The page's side of the worker that checks: one command after the other; one that does not end is given up, and the
// worker with it.

const LONG = 60_000; // milliseconds in which Python must be there, and a game of the library be read

export class Bench {
  /** `gaveUp` is told of a command that was given up. */
  constructor(gaveUp) {
    Object.assign(this, { gaveUp, base: "", most: 5000, text: null, last: Promise.resolve(), sent: 0 });
    this.start();
  }

  start() {
    this.worker = new Worker(new URL("./bench-worker.mjs", import.meta.url), { type: "module" });
    this.opened = "";
  }

  /** Begin with a game of the library; `most` milliseconds are given to each command. */
  open(base, most) {
    Object.assign(this, { base, most, text: null });
  }

  /** Return the answer to a command, after those before it; null if it was given up. */
  ask(command) {
    const asked = this.last.then(() => this.answer(command));
    this.last = asked.catch(() => null);
    return asked;
  }

  async answer(command) {
    if (this.opened !== this.base) {
      this.opened = this.base;
      await this.send({ do: "open", base: this.base }, LONG);
      if (command.do !== "check" && this.text) await this.send(this.text, this.most);
    }
    const found = await this.send(command, this.most);
    if (command.do === "check") this.text = found && command; // for another worker
    return found;
  }

  async send(command, most) {
    const [worker, number] = [this.worker, ++this.sent];
    const found = await new Promise((done) => {
      const timer = setTimeout(() => done(null), most);
      const end = (answer) => {
        clearTimeout(timer);
        done(answer);
      };
      worker.onmessage = ({ data }) => data.number === number && end(data.broken ? null : data.found);
      worker.onerror = () => end(null);
      worker.postMessage({ number, command });
    });
    if (found === null) {
      worker.terminate();
      this.start();
      this.gaveUp(command);
    }
    return found;
  }
}

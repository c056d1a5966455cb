// The game in its frame: an ordinary page to play on, with the game of the text.  It stays as it is until somebody asks
// for the new rules; its moves are kept here, so that they can go on with these, or after a rule that never ended.
import { byId, element } from "../elements.mjs";
import { packed } from "../saves.mjs";

export class Player {
  constructor(bench, { words, language }) {
    Object.assign(this, { bench, words, language, opened: 0, stopped: 0, isOwn: false, brief: 0 });
    this.forget();
    addEventListener("message", (event) => this.hear(event));
    byId("player").onload = () => this.paint();
    byId("play-new").onclick = () => this.make(true);
    byId("players").onchange = () => this.make(false);
  }

  /** Forget the game. */
  forget() {
    Object.assign(this, { game: null, version: 0, offered: 0, kept: null, before: null, players: [] });
    byId("player").hidden = true;
    byId("player").removeAttribute("src");
    byId("players").replaceChildren();
    this.showState();
  }

  get isOpen() {
    return this.game !== null;
  }

  /** Take over that a text is right, and for how many players. */
  offer(version, players) {
    this.offered = version;
    if (String(players) !== String(this.players)) {
      const before = byId("players").value;
      this.players = players;
      byId("players").replaceChildren(...players.map((count) => element("option", { value: count }, String(count))));
      if (players.includes(Number(before))) byId("players").value = before;
    }
    this.showState();
  }

  showState() {
    const isNew = this.isOpen && this.offered !== this.version;
    byId("play-new").hidden = !isNew;
    byId("play-said").replaceChildren(isNew ? this.words()["new-rules"] : "");
  }

  /** Open the game, if none is open. */
  async open() {
    if (!this.isOpen) await this.make(false);
  }

  /** Make the game of the text; `goesOn`: with the moves played so far, as far as the rules allow. */
  async make(goesOn) {
    const [version, players] = [this.offered, Number(byId("players").value)];
    byId("play-said").replaceChildren(this.words().compiling);
    const found = await this.bench.ask({ do: "game", players, language: this.language() });
    if (!found || found.message) {
      byId("play-said").replaceChildren(found ? found.message : this.words().stopped);
      return;
    }
    if (this.kept) this.before = { game: this.game, version: this.version, kept: this.kept };
    Object.assign(this, { game: found, version, kept: goesOn ? this.kept : null, isOwn: false, brief: 0 });
    this.showState();
    await this.load(goesOn ? { changed: 1 } : {});
  }

  /** Open the frame again, with the moves that are kept. */
  async load(more = {}) {
    const address = new URLSearchParams({ language: this.language(), brief: this.brief, ...more });
    if (this.kept) {
      const { save, players, robots } = this.kept;
      for (const [name, value] of Object.entries({ save: await packed(save), players, random: robots.join(".") })) address.set(name, value);
    }
    this.opened += 1;
    byId("player").hidden = false;
    byId("player").src = `player.html?playground=${this.opened}#${address}`;
  }

  /** Give the frame the colours of the page around it. */
  paint() {
    const inside = byId("player").contentDocument?.documentElement;
    if (inside) inside.dataset.mdColorScheme = document.documentElement.dataset.mdColorScheme;
  }

  /** Say the game in another language. */
  async speak() {
    if (this.isOpen && this.offered === this.version) await this.make(true);
  }

  hear({ source, origin, data }) {
    const frame = byId("player").contentWindow;
    if (source !== frame || origin !== location.origin) return;
    if (data.wants === "game" && this.game) frame.postMessage(this.game, location.origin);
    else if (data.save) Object.assign(this, { kept: data, isOwn: true });
    else if (data.stopped) this.goOn(data.stopped);
  }

  /** Open the game again after a command that was stopped, so that this one is not done again. */
  async goOn(stopped) {
    if (this.stopped === this.opened) return; // told already
    this.stopped = this.opened;
    if (stopped === "later") this.brief += 1; // from now on the page leaves out what it foresees, then the history
    const isNew = stopped === "resume" || (stopped === "begin" && !this.isOwn); // a frame with moves begins with them
    if (isNew) Object.assign(this, this.before ?? { kept: null }, { before: null, isOwn: true });
    await this.load();
    this.showState();
    const instead = isNew ? (this.kept ? "game-stopped" : "begin-stopped") : stopped === "later" ? "rest-stopped" : "play-stopped";
    byId("play-said").append(" ", this.words()[instead]);
  }
}

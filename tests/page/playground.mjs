// Uses the playground in headless Chromium, and prints what came of it as JSON: node playground.mjs ADDRESS WHAT WORDS [AXE];
// WORDS are words of a text and what is typed over them, perhaps so many times with another number for each `%n`
import { complaintsOf, openBrowser } from "./where.mjs";

const [address, what, words, axe] = process.argv.slice(2);
const [FROM, typed, times] = JSON.parse(words);
const TO = times ? Array.from({ length: times }, (_, n) => typed.replaceAll("%n", n)).join("") : typed;
const told = { errors: [], axe: [], hosts: [] };
const LONG = { timeout: 90_000 };
const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" });

async function opened(at) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.ran = 0;
    addEventListener("message", ({ data }) => (window.ran += Number(data === "pwned")));
  });
  page.on("pageerror", (error) => told.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && told.errors.push(message.text()));
  page.on("request", (request) => told.hosts.push(new URL(request.url()).host));
  page.on("dialog", (dialog) => {
    told.errors.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(at);
  await page.waitForFunction(() => "checked" in document.body.dataset, null, LONG);
  return page;
}

const said = (page) => page.locator("#said").textContent();
const textOf = (page) => page.evaluate(() => document.getElementById("editor").shadowRoot.querySelector(".cm-content").innerText);
const measured = (page) => page.evaluate(() => Math.round(performance.getEntriesByName("messages").at(-1).duration));
const finished = (page) => page.waitForFunction(() => document.body.dataset.finished === document.body.dataset.checked, null, LONG);

/** Type over the words of a file, and wait until the text is checked. */
async function change(page, words, others) {
  await page.fill("#find", words);
  await page.locator("#hits button").first().click();
  const before = await page.evaluate(() => document.body.dataset.checked);
  await page.keyboard.insertText(others);
  await page.waitForFunction((was) => document.body.dataset.checked !== was, before, LONG);
}

/** Write a text over the file that is shown, and wait until its check ends or is stopped. */
async function rewrite(page, text) {
  await page.evaluate(() => delete document.body.dataset.stopped);
  const before = await page.evaluate(() => document.body.dataset.checked);
  await page.locator("#editor").click();
  await page.keyboard.press("Control+a");
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const place = document.getElementById("editor").shadowRoot.querySelector(".cm-content");
    place.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await page.waitForFunction((was) => document.body.dataset.checked !== was || "stopped" in document.body.dataset, before, LONG);
}

async function begun(page) {
  await page.click("#tab-play");
  const frame = page.frameLocator("#player");
  await frame.locator("#start button[type=submit]").click(LONG);
  await frame.locator("#offers button").first().waitFor(LONG);
  return frame;
}

const openings = (page) => page.evaluate(() => Number(new URLSearchParams(document.getElementById("player").contentWindow.location.search).get("playground")));

/** Wait until the frame was opened for at least the `least`th time, and a game is shown in it; return what is said of it. */
async function shownIn(page, least) {
  const isThere = (count) => {
    const { location, document: inside } = document.getElementById("player").contentWindow;
    return Number(new URLSearchParams(location.search).get("playground")) >= count && "shown" in (inside.body?.dataset ?? {});
  };
  await page.waitForFunction(isThere, least, LONG);
  return page.locator("#play-said").textContent();
}

/** Do something after which the frame is opened again so many times, and return what is said of it. */
async function reopened(page, times, act) {
  const before = await openings(page);
  await act();
  return shownIn(page, before + times);
}

/** Take over the new rules. */
const takenOver = (page, times = 1) => reopened(page, times, () => page.click("#play-new"));

/** Return the history once there is any. */
async function historyOf(frame) {
  await frame.locator("#history li").first().waitFor(LONG);
  return frame.locator("#history li").allTextContents();
}

const played = async (frame) => {
  const before = await frame.locator("#history li").count();
  await frame.locator("#offers button").first().click();
  await frame.locator(`#history li:nth-child(${before + 1})`).waitFor(LONG);
  return frame.locator("#history li").allTextContents();
};

async function complaints(page, label) {
  for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    told.axe.push(...(await complaintsOf(page, axe)).map((one) => `${label} ${width} ${colorScheme}: ${one}`));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

const USES = {
  /** Change a rule, play, change it again, play on, and share. */
  async share() {
    const page = await opened(address);
    const frame = await begun(page);
    told.first = await played(frame);
    await change(page, FROM, TO);
    told.said = await said(page);
    told.coloured = await page.evaluate(() => document.getElementById("editor").shadowRoot.querySelectorAll(".rk-opening, .rk-keyword").length);
    await page.click("#play-new");
    await page.waitForFunction(() => document.getElementById("player").contentWindow.location.hash.includes("changed"), null, LONG);
    await frame.locator("#history li").nth(told.first.length - 1).waitFor(LONG);
    told.second = await played(frame);
    await page.click("#tab-changes");
    await page.locator("#panel-changes h2").first().waitFor(LONG);
    told.changes = await page.locator("#panel-changes").innerText();
    for (const tab of ["messages", "rules", "pictures", "play", "changes"]) {
      await page.click(`#tab-${tab}`);
      if (tab === "rules") await page.locator("#panel-rules h2").first().waitFor(LONG);
      if (tab === "pictures") await page.locator("#picture svg").waitFor(LONG);
      await complaints(page, tab);
    }
    await page.click("#share");
    const other = await opened(page.url());
    told.tab = await other.locator("#tabs [aria-selected=true]").getAttribute("id");
    told.hidden = await other.locator("#writing").isHidden();
    told.brief = await other.locator("#shared-changes ul li").first().textContent(LONG);
    await other.frameLocator("#player").locator("#start button[type=submit]").waitFor(LONG);
    await complaints(other, "shared");
    await other.click("#toggle");
    told.text = await textOf(other);
    told.files = await other.locator("#files button").allTextContents();
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT, fullPage: true });
  },

  /** Break a text while a game goes on, and mend it by the fix. */
  async broken() {
    const page = await opened(address);
    const frame = await begun(page);
    await change(page, FROM, TO);
    told.said = await said(page);
    told.history = await played(frame);
    await page.click("#tab-messages");
    const before = await page.evaluate(() => document.body.dataset.checked);
    await page.locator(".message button.main").first().click(LONG);
    await page.waitForFunction((was) => document.body.dataset.checked !== was, before, LONG);
    await finished(page);
    told.mended = await said(page);
    told.text = await textOf(page);
  },

  /** Write a text whose check never ends; the game, and then the text, go on. */
  async endlessCheck() {
    const page = await opened(address);
    const [frame, mine] = [await begun(page), await textOf(page)];
    told.first = await played(frame);
    const start = performance.now();
    await rewrite(page, FROM + TO);
    told.seconds = (performance.now() - start) / 1000;
    told.said = await said(page);
    told.kept = (await page.evaluate(() => location.hash)).length > 1000;
    told.second = await played(frame);
    await rewrite(page, mine);
    told.mended = await said(page);
    await takenOver(page);
    await historyOf(frame); // it comes after the position
    told.third = await played(frame);
    told.text = await textOf(page);
  },

  /** Write rules that never end when they are played: from their beginning, in a move, and when moves are foreseen. */
  async endlessPlay() {
    const { good, fromTheStart, inAMove, foreseen, told: tellsMuch } = JSON.parse(TO);
    const page = await opened(address);
    await rewrite(page, good);
    const frame = await begun(page);
    told.first = await played(frame);
    await rewrite(page, fromTheStart);
    told.fromTheStart = await takenOver(page, 2);
    told.same = await historyOf(frame);
    await rewrite(page, inAMove);
    await takenOver(page);
    told.inAMove = await reopened(page, 1, () => frame.locator("#offers button").first().click());
    told.before = await historyOf(frame);
    await rewrite(page, foreseen);
    told.foreseen = await takenOver(page, 2);
    await historyOf(frame); // it comes after the position
    told.after = await played(frame);
    await rewrite(page, tellsMuch);
    told.told = await takenOver(page, 3); // the second time without what is foreseen, the third without the history
    told.still = await frame.locator("#offers button").count();
    const shown = () => document.getElementById("player").contentDocument.body.dataset.shown;
    const before = await page.evaluate(shown);
    await frame.locator("#offers button").first().click();
    const isLater = (was) => Number(document.getElementById("player").contentDocument.body.dataset.shown) > Number(was);
    await page.waitForFunction(isLater, before, LONG);
    told.untold = await frame.locator("#history li").count();
    await rewrite(page, good);
    await takenOver(page);
    await historyOf(frame);
    told.last = await played(frame);
  },

  /** Open a text of a stranger, and look at all that comes of it. */
  async hostile() {
    const page = await opened(address);
    await finished(page);
    told.said = await said(page);
    for (const [tab, shown] of [["rules", "#panel-rules h2"], ["pictures", "#picture svg"], ["changes", "#panel-changes h2"]]) {
      await page.click(`#tab-${tab}`);
      await page.locator(shown).first().waitFor(LONG);
      await page.waitForTimeout(300); // for scripts, if there are any
    }
    const frame = await begun(page);
    told.history = await played(frame);
    const live = () => [...document.querySelectorAll("script:not([src]), img, object, embed, base, [onerror], [onload], [onclick]")].map((one) => one.outerHTML);
    told.live = [...(await page.evaluate(live)), ...(await page.frames()[1].evaluate(live))];
    told.ran = await page.evaluate(() => window.ran);
  },

  /** Open a text of somebody else that is wrong, mend it, and see remarks on another language. */
  async sharedBroken() {
    const page = await opened(address);
    await page.waitForFunction(() => document.body.classList.contains("reading") === false, null, LONG);
    told.tab = await page.locator("#tabs [aria-selected=true]").getAttribute("id");
    told.message = await page.locator("#told .message").first().innerText();
    told.selected = await page.evaluate(() => document.getElementById("editor").shadowRoot.getSelection?.().toString() ?? "");
    await rewrite(page, TO);
    await finished(page);
    told.said = await said(page);
    const legible = (one) => getComputedStyle(one).position === "static" && getComputedStyle(one).backgroundColor === "rgba(0, 0, 0, 0)";
    told.legible = await page.locator("#said").evaluate(legible); // a page to play on shows it over the board
    told.asides = await page.locator("#told .aside summary").allTextContents();
    told.own = await page.locator("#told > .message:not(.example)").count();
    await page.locator("#told .aside summary").click();
    await complaints(page, "messages");
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT, fullPage: true });
    const before = await page.evaluate(() => document.body.dataset.checked);
    await page.locator("#told .aside button").first().click();
    await page.waitForFunction((was) => document.body.dataset.checked !== was, before, LONG);
    await finished(page);
    told.after = await page.locator("#told .aside").count();
    told.examples = await page.locator("#tried").textContent();
    told.failed = await page.locator("#told .example").allInnerTexts();
    const failing = await page.evaluate(() => document.body.dataset.checked);
    await page.locator("#told .example button.main").first().click();
    await page.waitForFunction((was) => document.body.dataset.checked !== was, failing, LONG);
    await finished(page);
    told.held = await page.locator("#tried").textContent();
    const own = page.url();
    await page.reload();
    await page.waitForFunction(() => "checked" in document.body.dataset, null, LONG);
    told.reloaded = [page.url() === own, await page.locator("#writing").isVisible()];
  },

  /** Open each address that holds no text of the playground, and press a key there. */
  async notATextEach() {
    told.seen = [];
    for (const at of FROM) {
      const page = await opened(at);
      await page.keyboard.press("Tab");
      told.seen.push(await page.evaluate(() => document.activeElement.id));
      await page.close();
    }
  },

  /** Reach and use everything by keyboard. */
  async keyboard() {
    const page = await opened(address);
    told.hint = [await page.locator("#leave").textContent()];
    const active = () => page.evaluate(() => (document.activeElement.shadowRoot?.activeElement ? "text" : document.activeElement.id));
    told.seen = [];
    await page.evaluate(() => document.activeElement.blur());
    for (let presses = 0; presses < 60 && !told.seen.includes("tab-messages"); presses += 1) {
      if ((await active()) === "text") {
        told.hint.push(await page.locator("#leave").textContent());
        await page.keyboard.press("Escape");
      }
      await page.keyboard.press("Tab");
      told.seen.push(await active());
    }
    await page.keyboard.press("ArrowLeft");
    told.last = await active();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    told.next = await active();
    await page.locator("#editor").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Tab");
    told.indented = (await textOf(page)).slice(0, 3);
    told.held = await active();
    await page.keyboard.press("Shift+Tab");
    told.back = (await textOf(page)).slice(0, 3);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    told.left = await active();
    told.hint.push(await page.locator("#leave").textContent());
    await page.locator("#editor").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("fact one:\nfact two = (\n1)\nthree\n");
    told.layout = (await textOf(page)).split("\n").slice(-5);
  },

  /** Measure how long messages take to arrive after the last key: five times while nothing else is done, and five times
   * while the examples are tried. */
  async measure() {
    const page = await opened(address);
    told.opened = await measured(page);
    await finished(page);
    told.times = [];
    told.during = [];
    for (let time = 0; time < 10; time += 1) {
      await change(page, time ? `${TO}${time - 1} ` : FROM, `${TO}${time} `);
      (time < 5 ? told.times : told.during).push(await measured(page));
      if (time < 4) await finished(page);
      else await page.waitForFunction(() => document.getElementById("tried").textContent.match(/: (\d+) /)?.[1] > 2, null, LONG);
    }
  },
};

try {
  await USES[what]();
} catch (error) {
  told.errors.push(String(error));
} finally {
  await browser.close();
}
told.hosts = [...new Set(told.hosts)];
process.stdout.write(JSON.stringify(told));

// Tries in headless Chromium, as a person would, what the page of chess offers to two people, and prints what
// came of each as JSON: node features.mjs ADDRESS
import { createRequire } from "node:module";
import { chromiumPath, modules } from "./where.mjs";

const { chromium } = createRequire(`${modules}/`)("playwright-core");
const WAIT = { timeout: 60_000 };
const told = { errors: [] };
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
const context = await browser.newContext({ locale: "en-GB", colorScheme: "light" });

/** Open a page, and return it once it shows a position and its history. */
async function opened(address) {
  const page = await context.newPage();
  page.on("pageerror", (error) => told.errors.push(String(error)));
  await page.goto(address);
  await page.waitForFunction(() => "told" in document.body.dataset, null, WAIT);
  return page;
}

/** Do something that gives another view, and wait for it and its history. */
async function after(page, act) {
  const before = await page.evaluate(() => Number(document.body.dataset.shown));
  await act();
  await page.waitForFunction((count) => Number(document.body.dataset.told) > count, before, WAIT);
}

const count = (page, selector) => page.locator(selector).count();
const steps = (page) => page.locator("#history li").allTextContents();
const middle = async (page, key) => {
  const { x, y, width, height } = await page.locator(`.target[data-key="${key}"]`).boundingBox();
  return [x + width / 2, y + height / 2];
};
const rows = (page) => page.locator("#board svg").first().innerHTML();

try {
  const page = await opened(process.argv[2]);
  told.targets = await count(page, ".target");
  await page.mouse.click(...(await middle(page, "Square e2")));
  told.next = await count(page, ".target:not(.chosen)");
  await after(page, async () => page.mouse.click(...(await middle(page, "Square e4"))));
  const [x, y] = await middle(page, "Square e7");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y, { steps: 4 }); // from then on, the squares to drop it on are targets
  const there = await middle(page, "Square e5");
  await after(page, async () => {
    await page.mouse.move(...there, { steps: 4 });
    await page.mouse.up();
  });
  told.dragged = (await steps(page)).join("\n");
  told.marked = await count(page, "#board svg .s-mark");
  const board = await rows(page);
  await after(page, () => page.click("#undo"));
  told.undone = (await rows(page)) !== board;
  told.steps = [(await steps(page)).length];
  await after(page, () => page.locator("#offers button").first().click());
  told.steps.push((await steps(page)).length);
  await page.click("#copy");
  await page.waitForFunction(() => location.hash.includes("save="), null, WAIT);
  const again = await opened(page.url());
  told.resumed = (await rows(again)) === (await rows(page));
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const other = await context.newPage();
  await other.goto(process.argv[2].split("#")[0]);
  await other.waitForSelector("#start button");
  await other.setInputFiles("#open", await file.path());
  await other.waitForFunction(() => "told" in document.body.dataset, null, WAIT);
  told.opened = (await rows(other)) === (await rows(page));
  told.turns = {};
  for (const language of ["nl", "en"]) {
    await after(page, () => page.selectOption("#language", language));
    told.turns[language] = [await page.textContent("#turn"), await page.textContent("#undo"), await page.getAttribute("html", "lang")];
  }
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  told.paper = [await paper()];
  await page.click("#colours");
  told.paper.push(await paper());
} catch (error) {
  told.errors.push(String(error));
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(told));

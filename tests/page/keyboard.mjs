// Plays a game in headless Chromium by keyboard alone, from the seats on, and prints what came of it as JSON.
// node keyboard.mjs ADDRESS [AXE]
import { complaintsOf, openBrowser } from "./where.mjs";

const [address, axe] = process.argv.slice(2);
const told = { errors: [], axe: [], keys: 0, said: [], unseen: 0 };
const browser = await openBrowser();
const page = await browser.newPage({ locale: "de-DE", viewport: { width: 390, height: 800 } });
page.on("pageerror", (error) => told.errors.push(String(error)));

async function press(key) {
  await page.keyboard.press(key);
  told.keys += 1;
}

/** Press Tab until what is focused fits; what is focused must show it. */
async function tab(selector) {
  for (let presses = 0; presses < 120; presses += 1) {
    await press("Tab");
    const [fits, seen] = await page.evaluate((wanted) => {
      const here = document.activeElement;
      const style = getComputedStyle(here);
      return [here.matches(wanted), style.outlineStyle !== "none" || Number.parseFloat(style.strokeWidth) > 4];
    }, selector);
    told.unseen += Number(!seen);
    if (fits) return;
  }
  throw new Error(`no key leads to ${selector}`);
}

const shown = () => page.evaluate(() => Number(document.body.dataset.shown ?? 0));

async function enter() {
  const before = await shown();
  await press("Enter");
  await page.waitForFunction((count) => Number(document.body.dataset.shown) > count, before, { timeout: 120_000 });
  const isTold = () => document.body.dataset.told === document.body.dataset.shown || !document.getElementById("next").hidden;
  await page.waitForFunction(isTold, null, { timeout: 120_000 }); // the history comes after the position
}

try {
  await page.goto(address);
  await page.waitForSelector("#start button");
  told.axe.push(...(await complaintsOf(page, axe)));
  for (const seat of await page.locator("#seats select").all()) {
    await seat.focus(); // which Tab would lead to as well
    await press("Home");
  }
  await tab("#start button");
  await enter();
  for (let moves = 0; moves < 40 && (await page.locator("#end:not([hidden])").count()) === 0; moves += 1) {
    if (await page.locator("#next").isVisible()) {
      if (moves === 0) told.axe.push(...(await complaintsOf(page, axe)));
    } else {
      told.said.push(await page.locator("#said").textContent());
      await tab(".target, #offers button");
    }
    if (await page.evaluate(() => document.activeElement.matches(".target"))) await press(["ArrowRight", "ArrowDown"][moves % 2]);
    await enter();
  }
  told.over = (await page.locator("#end:not([hidden])").count()) > 0;
} catch (error) {
  told.errors.push(String(error));
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(told));

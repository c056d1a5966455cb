// Plays Czar in headless Chromium as far as a journey, and prints what a person sees on the way as JSON.
// node panels.mjs ADDRESS
import { chromiumPath, modules } from "./where.mjs";
import { createRequire } from "node:module";

const { chromium } = createRequire(`${modules}/`)("playwright-core");
const [address] = process.argv.slice(2);
const told = { errors: [] };
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
const page = await browser.newPage({ locale: "en-GB", viewport: { width: 390, height: 800 } });
await page.addInitScript(() => (crypto.getRandomValues = (numbers) => numbers.fill(5n << 11n))); // the same game each time
await page.addInitScript(() =>
  new MutationObserver(() => (window.firstSaid ||= document.getElementById("said")?.textContent)).observe(document, { childList: true, subtree: true, characterData: true }));
page.on("pageerror", (error) => told.errors.push(String(error)));

const settled = () =>
  page.waitForFunction(() => !document.body.hasAttribute("aria-busy") && document.body.dataset.rest === "shown", null, { timeout: 120_000 });
const text = (selector) => page.locator(selector).textContent();
const isOpen = (selector) => page.locator(selector).evaluate((one) => one.open);
const targets = () => page.locator(".target").evaluateAll((all) => all.map((one) => [one.dataset.key, one.classList.contains("chosen")]));

try {
  await page.goto(address);
  told.aim = await text("#aims");
  await page.waitForFunction(() => window.firstSaid && !document.getElementById("said").textContent, null, { timeout: 120_000 });
  told.loading = await page.evaluate(() => window.firstSaid);
  await page.click("#start button[type=submit]");
  await settled();
  told.how = [await isOpen("#how"), await page.locator("#told summary").allTextContents()];
  await page.click("#how > summary");
  const rules = page.locator("#rules > details > summary");
  for (let moves = 0; moves < 60 && !told.steps; moves += 1) {
    await settled();
    if (moves && (await rules.count()) > 1 && !told.unfolded) {
      told.unfolded = await rules.nth(1).textContent();
      await rules.nth(1).click();
    }
    const journeys = page.locator("#offers section", { has: page.locator("h3", { hasText: "Travel to the next village" }) });
    if (told.unfolded && (await journeys.count())) {
      told.kept = await page.locator("#rules > details", { hasText: told.unfolded }).first().evaluate((one) => one.open);
      const inn = (await journeys.locator("button").first().textContent()).split(",")[0];
      const first = page.locator(`.target[aria-label^="${inn}" i]`).first();
      await first.click({ position: { x: 4, y: 4 } });
      told.steps = await targets();
      await page.keyboard.press("Escape");
      told.put = (await targets()).filter(([, isChosen]) => isChosen);
      break;
    }
    const offers = page.locator("#offers section button:not(.more)");
    await ((await offers.count()) ? offers : page.locator("#offers button")).first().click();
  }
  told.folded = !(await isOpen("#how"));
  await page.reload();
  await page.click("#start button[type=submit]");
  await settled();
  told.foldedAgain = !(await isOpen("#how"));
  await page.locator("#copy").click();
  await page.waitForFunction(() => document.getElementById("said").textContent.includes("address"), null, { timeout: 60_000 });
  const box = await page.locator("#said").boundingBox();
  told.copied = [box.y > 0, box.y + box.height <= 800, box.width <= 390];
} catch (error) {
  told.errors.push(String(error));
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(told));

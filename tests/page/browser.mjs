// Plays a game in headless Chromium through the page's own clicks, and prints what came of it as JSON.
// node browser.mjs ADDRESS SEED MOST [AXE]: the address says who plays; a seed decides what is clicked.
import { createRequire } from "node:module";
import { chromiumPath, complaintsOf, modules } from "./where.mjs";

const { chromium } = createRequire(`${modules}/`)("playwright-core");
const [address, seed, most, axe] = process.argv.slice(2);
let state = Number(seed) + 1;
const random = (count) => (state = (state * 48271) % 2147483647) % count;
const told = { errors: [], axe: [], hosts: [], clicks: 0, handOvers: 0, moves: [] };

const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" });
const page = await context.newPage();
page.on("pageerror", (error) => told.errors.push(String(error)));
page.on("console", (message) => message.type() === "error" && told.errors.push(message.text()));
page.on("request", (request) => told.hosts.push(new URL(request.url()).host));

/** Wait until an answer is shown. */
const settled = () =>
  page.waitForFunction(() => !document.body.hasAttribute("aria-busy") && "shown" in document.body.dataset, null, { timeout: 120_000 });

/** Return how long each part of opening the page took, in milliseconds. */
const measures = () =>
  page.evaluate(() => Object.fromEntries(performance.getEntriesByType("measure").map((one) => [one.name, Math.round(one.duration)])));

async function complaints(label) {
  for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    told.axe.push(...(await complaintsOf(page, axe)).map((one) => `${label} ${width} ${colorScheme}: ${one}`));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

try {
  await page.goto(address);
  await settled().catch((error) => told.errors.push(String(error)));
  told.measures = await measures();
  if (process.env.WARM) {
    await page.goto("about:blank");
    await page.goto(address);
    await settled();
    told.warm = await measures();
  }
  await complaints("game");
  while (told.clicks < Number(most) && !told.errors.length) {
    if (await page.locator("#next").isVisible()) {
      told.handOvers += 1;
      told.leaks = (told.leaks ?? 0) + (await page.evaluate(() => document.querySelectorAll("#board svg, #history li, #offers button").length));
      await page.click("#ready");
      await settled();
      continue;
    }
    const targets = await page.locator(".target:not(.chosen)").count();
    const offers = await page.locator("#offers button").count();
    if (!offers) break;
    const move = Date.now();
    if (targets && random(3)) await page.locator(".target:not(.chosen)").nth(random(targets)).click({ force: true });
    else await page.locator("#offers button").nth(random(offers)).click();
    told.clicks += 1;
    await settled();
    told.moves.push(Date.now() - move);
  }
  told.over = (await page.locator("#results li").count()) > 0;
  await complaints("end");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  told.save = Buffer.concat(chunks).toString();
  await page.click("#copy");
  await page.waitForFunction(() => location.hash.includes("save="));
  told.address = page.url();
  if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT, fullPage: true });
} catch (error) {
  told.errors.push(String(error));
} finally {
  await browser.close();
}
told.hosts = [...new Set(told.hosts)];
process.stdout.write(JSON.stringify(told));

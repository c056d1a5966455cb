// Plays games in one headless Chromium through the pages' own clicks: each line of the input is a wish as JSON (address;
// seed: what is clicked; most: so many clicks; axe: its script; warm: open it twice; shot: pictures, by the beginning of their names), each line of the
// output what came of it.
import { createInterface } from "node:readline";
import { playByClicks } from "./clicks.mjs";
import { complaintsOf, openBrowser } from "./where.mjs";

const WAIT = 180_000; // ms until a page must be there
const browser = await openBrowser();

/** Wait until an answer is shown. */
const settled = (page) =>
  page.waitForFunction(() => !document.body.hasAttribute("aria-busy") && "shown" in document.body.dataset, null, { timeout: WAIT });

/** Return how long each part of opening the page took, in milliseconds. */
const measures = (page) =>
  page.evaluate(() => Object.fromEntries(performance.getEntriesByType("measure").map((one) => [one.name, Math.round(one.duration)])));

/** Look at the page in two widths and colours: return what axe-core complains about, and take pictures if wanted. */
async function lookedAt(page, axe, label, shot) {
  const found = [];
  for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    found.push(...(await complaintsOf(page, axe)).map((one) => `${label} ${width} ${colorScheme}: ${one}`));
    if (shot) await page.screenshot({ path: `${shot}-${label}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** Return the save that the page gives as a file. */
async function saved(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function play({ address, seed, most, axe, warm, shot }) {
  const told = { errors: [], axe: [], hosts: [] };
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB" });
  const page = await context.newPage();
  page.on("pageerror", (error) => told.errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && told.errors.push(message.text()));
  page.on("request", (request) => told.hosts.push(new URL(request.url()).host));
  try {
    await page.goto(address);
    await settled(page);
    told.measures = await measures(page);
    if (warm) {
      await page.goto("about:blank");
      await page.goto(address);
      await settled(page);
      told.warm = await measures(page);
    }
    if (axe) told.axe.push(...(await lookedAt(page, axe, "game", shot)));
    Object.assign(told, await page.evaluate(playByClicks, { from: seed, most }));
    if (axe) told.axe.push(...(await lookedAt(page, axe, "end", shot)));
    told.save = await saved(page);
    await page.click("#copy");
    await page.waitForFunction(() => location.hash.includes("save="));
    told.address = page.url();
  } catch (error) {
    told.errors.push(String(error));
  } finally {
    await context.close();
  }
  return { ...told, hosts: [...new Set(told.hosts)] };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await play(JSON.parse(line)))}\n`);
}
await browser.close();

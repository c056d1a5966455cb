// Drives VS Code in a headless Chromium, as code-server serves it: opens a file, does one thing after the other as a
// person does, with a picture of each, and prints as JSON what was to be seen. Arguments: the address, the file, a folder
// for the pictures.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";

const [address, file, pictures] = process.argv.slice(2);
const executablePath = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"];
const { chromium } = createRequire(`${process.env.PAGE_NODE_MODULES}/`)("playwright-core");
const browser = await chromium.launch({ executablePath, args });
const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
page.setDefaultTimeout(60_000);
const seen = {};
let number = 0;

const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
const line = (words) => page.locator(".editor-instance .view-line", { hasText: words }).first();
const word = (words, inLine) => line(inLine).locator("span span", { hasText: words }).first();
const rest = (ms) => page.waitForTimeout(ms);
const texts = (selector) => page.locator(selector).allInnerTexts();
const plain = (text) => text.replaceAll("\u00a0", " ").replaceAll("\u00b7", " ");

async function picture(name) {
  await page.screenshot({ path: `${pictures}/${String(++number).padStart(2, "0")}-${name}.png` });
}

/** Return the text of the editor, as far as it is to be seen. */
async function text() {
  const lines = await page.locator(".editor-instance .view-line").evaluateAll((found) =>
    found.map((one) => [parseInt(one.style.top), one.textContent]).sort((a, b) => a[0] - b[0]).map(([, told]) => told));
  return plain(lines.join("\n"));
}

/** Wait until the status bar counts so many errors. */
const errors = (count) => page.locator("#status\\.problems", { hasText: new RegExp(`^\\s*${count}\\s`) }).waitFor();

/** Ask for a completion, choose the first one with these words, and return all that was offered. */
async function complete(words) {
  const wanted = page.locator(".suggest-widget.visible .monaco-list-row", { hasText: words }).first();
  for (let times = 0; times < 20 && !(await wanted.isVisible()); times++) {
    await press("Escape", "Control+Space");
    await wanted.waitFor({ timeout: 5_000 }).catch(() => {});
  }
  const offered = (await texts(".suggest-widget.visible .monaco-list-row")).map((one) => plain(one).split("\n")[0]);
  await wanted.click();
  await rest(400);
  return offered;
}

async function typed(words) {
  await page.keyboard.type(words, { delay: 25 });
}

process.on("uncaughtException", async (error) => {
  await picture("failed");
  console.error(error);
  process.exit(1);
});

await page.goto(address);
await page.locator(".explorer-folders-view .monaco-list-row", { hasText: file }).dblclick();
await page.locator(".codelens-decoration a", { hasText: "run this example" }).first().waitFor();
seen.lenses = await texts(".codelens-decoration a");
seen.colours = await line("example beginning").locator("span span").evaluateAll((found) => found.map((one) => getComputedStyle(one).color));
await picture("opened");

await line("# set ").click(); // the line that works once its # is taken away
await press("Home", "Delete", "Delete", "End");
for (let n = 0; n < 3; n++) await press("Backspace");
await typed("sxi");
await press("Escape");
await errors(1);
await picture("message");
await press("F8");
await page.locator(".peekview-widget, .marker-widget").first().waitFor();
seen.message = plain((await texts(".marker-widget .descriptioncontainer")).join(" "));
await press("Escape");
await line("set pawl_hof").click();
const fix = page.locator(".action-widget .monaco-list-row.action", { hasText: "six" });
for (let times = 0; times < 20 && !(await fix.isVisible()); times++) { // it is offered once it is known to work
  await press("Escape", "End", "ArrowLeft", "Control+.");
  await fix.waitFor({ timeout: 5_000 }).catch(() => {});
}
seen.fixes = await texts(".action-widget .monaco-list-row.action");
await picture("fix");
await press("Enter");
await line("= six").waitFor();
await errors(0);
await page.locator("#status\\.problems", { hasText: /1\s*$/ }).waitFor();
await picture("fixed");

await word("pawl_hof", "set pawl_hof").hover();
await page.locator(".monaco-hover:visible", { hasText: "Which guard" }).waitFor();
seen.hover = plain((await texts(".monaco-hover:visible")).join("\n"));
await picture("hover");
await press("Escape");

await page.locator(".codelens-decoration a", { hasText: "run this example" }).first().click();
await page.locator(".notification-list-item-message", { hasText: "holds" }).waitFor();
seen.run = (await texts(".notification-list-item-message")).join("\n");
await page.locator(".codelens-decoration a", { hasText: "step through" }).first().click();
await page.locator(".tab.active", { hasText: "beginning.txt" }).waitFor();
await rest(500);
seen.steps = await text();
await picture("steps");
await page.locator(".tab", { hasText: file }).click();
await page.locator(".tab.active", { hasText: file }).waitFor();

await word("beginning", "example beginning").click();
await press("F2");
await page.waitForFunction(() => document.activeElement?.classList.contains("rename-input"));
await press("Control+a");
await typed("at_once");
await press("Enter");
await line("example at_once").waitFor();
await picture("renamed");

await line("= six").click();
await press("End", "Enter", "Enter");
await typed("replace fact toll");
seen.clauses = await complete("toll: all of it");
await rest(1500);
await picture("clause");
seen.clause = await text();
await press("Enter", "Enter", "Home");
await typed("replace in procedure turn_c");
await complete("turn_coins");
await typed(":");
await press("Enter");
seen.lines = await complete("move all of turned to lost"); // quoted, and again below it to be changed
await picture("line");
await typed("move Coin(face: njet) from turned to lost");
await press("Escape", "Escape");
await errors(0);
await picture("variant");
seen.variant = await text();

await page.getByRole("button", { name: "Outline Section" }).click();
await rest(1500);
seen.outline = await texts(".outline-pane .monaco-list-row");
await picture("outline");
await line("expect not ended").click();
await press("Home", "Tab", "Control+Shift+i");
await rest(1500);
seen.formatted = await text();
await picture("formatted");
await word("pawl_hof", "set pawl_hof").click();
await press("F12");
await page.locator(".tab.active", { hasText: "base.rules" }).waitFor();
await rest(1500);
seen.definition = await text();
await picture("definition");

console.log(JSON.stringify(seen));
await browser.close();

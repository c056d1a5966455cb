// What the scripts that drive a page share: where playwright-core and Chromium are (PAGE_NODE_MODULES names the folder
// of node_modules), and what axe-core says.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export const modules = process.env.PAGE_NODE_MODULES;
export const chromiumPath = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();

/** Return the browser of the test process. */
export const openBrowser = () => createRequire(`${modules}/`)("playwright-core").chromium.connect(process.env.PAGE_BROWSER);

/** Return what axe, a path, complains about on a page as it is, and whether the page scrolls sideways. */
export async function complaintsOf(page, axe) {
  if (!axe) return [];
  await page.evaluate(readFileSync(axe, "utf8")); // not as a script of the page, which may run none but its own
  return page.evaluate(async () => {
    const { violations } = await window.axe.run();
    const over = document.documentElement.scrollWidth - innerWidth;
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    return over > 1 ? [...found, `scrolls sideways by ${over}`] : found;
  });
}

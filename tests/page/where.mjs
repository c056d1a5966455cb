// Where playwright-core and Chromium are: PAGE_NODE_MODULES names the folder of node_modules.
import { execFileSync } from "node:child_process";

export const modules = process.env.PAGE_NODE_MODULES;
export const chromiumPath = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();

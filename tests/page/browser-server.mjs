// Starts one headless Chromium for all scripts of a test process, prints its address, and ends with its input.
import { createRequire } from "node:module";
import { chromiumPath, modules } from "./where.mjs";

const { chromium } = createRequire(`${modules}/`)("playwright-core");
const server = await chromium.launchServer({ executablePath: chromiumPath, args: ["--no-sandbox"] });
process.stdout.write(`${server.wsEndpoint()}\n`);
process.stdin.resume().on("end", () => server.close());

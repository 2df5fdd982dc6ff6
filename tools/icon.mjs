// `node tools/icon.mjs`: media/icon.png from media/icon.svg, as galleries want it. Needs Chromium.
import path from "node:path";
import { chromium } from "playwright-core";

const folder = path.resolve(import.meta.dirname, "../media");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 512, height: 512 } });
await page.goto(`file://${path.join(folder, "icon.svg")}`);
await page.screenshot({ path: path.join(folder, "icon.png"), omitBackground: true });
await browser.close();

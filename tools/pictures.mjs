/// <reference lib="dom" />
// The pictures of the README: the extension in VS Code for the browser, as PNGs and as one moving picture.
// `npm run pictures` makes them. Needs Chromium.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { movingPicture } from "./moving-picture.mjs";
import { addressOfFile, portIfFree, serveWorkbench } from "./web-workbench.mjs";

const images = path.resolve(import.meta.dirname, "../docs/images");
const size = { width: 1280, height: 720 };
const quality = 0.85;

/** @type {{webp: Buffer, durationMs: number}[]} */
const frames = [];

const port = (await portIfFree(0)) ?? 0;
const server = await serveWorkbench(port, path.resolve(import.meta.dirname, "../examples"));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
const page = await context.newPage();
page.setDefaultTimeout(0);
await page.addInitScript(setDefaults, {
  "editor.minimap.enabled": false,
  "window.commandCenter": false,
  "window.customTitleBarVisibility": "never",
  "workbench.layoutControl.enabled": false,
});
const encoder = await context.newPage();

await page.goto(addressOfFile(port, "slow-start.yaml"));
await prepareWindow();
await hint("restarts");
await page.locator(".squiggly-warning").first().waitFor({ state: "attached" });
await frame("editor", 2600);
await hoverProblem();
await frame("problem", 3600);
await simulate();
await frame("simulator", 2600);
await pressing("n", 5, 900);
await repair();
await frame("repaired", 4000);

writeTour("tour");

await page.goto(addressOfFile(port, "crash-loop.yaml"));
await hint("4×,");
await simulate();
await page.keyboard.press("Control+k");
await page.keyboard.press("Control+m"); // the panel alone
await frame(undefined, 4000);
await pressing("n", 6, 2500);
await clicking(["Inject"], 3000);
await clicking(["OOM kill"], 4000);
await pressing("n", 2, 2500);
await clicking(["Compare"], 3000);
await clicking(["Back-off capped at 30s"], 4500);
await page.keyboard.press("Escape");
await frame(undefined, 4500);
await clicking(["Stop comparing"], 2000);
await pressing("t", 1, 4500);
await pressing("t", 1, 2000);
await pressing("?", 1, 4500);
writeTour("simulator-tour");

await browser.close();
server.dispose();
process.exit(0);

/** Writes what was recorded, and begins anew. @param {string} name */
function writeTour(name) {
  writeFileSync(path.join(images, `${name}.webp`), movingPicture(frames.splice(0), size));
}

/** @param {string} key @param {number} times @param {number} durationMs of each frame */
async function pressing(key, times, durationMs) {
  for (let step = 0; step < times; step += 1) {
    await page.keyboard.press(key);
    await frame(undefined, durationMs);
  }
}

/** Buttons of the panel. @param {readonly string[]} names @param {number} durationMs */
async function clicking(names, durationMs) {
  for (const name of names) await panel().getByRole("button", { name }).first().click();
  await frame(undefined, durationMs);
}

/** Only what the story is about: no side bar, no welcome. */
async function prepareWindow() {
  await page.locator(".view-line").first().waitFor();
  await page.keyboard.press("Control+b");
}

/** @param {string} text */
async function hint(text) {
  await page.locator(".view-line", { hasText: text }).first().waitFor();
}

async function hoverProblem() {
  await page
    .locator(".view-line span", { hasText: /^livenessProbe$/ })
    .first()
    .hover();
  await page.locator(".monaco-hover:visible", { hasText: "liveness" }).first().waitFor();
}

/** With what comes behind the first picture: what happened, and the alerts. */
async function simulate() {
  await page.locator(".codelens-decoration a", { hasText: "Simulate pod" }).first().click();
  await panel().locator(".answer").waitFor();
  await panel().locator(".details h2").first().waitFor();
  await panel().locator(".part-alerts").waitFor();
}

/** The page of the simulator, in its two frames. */
function panel() {
  return page.frameLocator("iframe.webview").frameLocator("iframe");
}

/** The quick fix at the probe, which the panel follows. */
async function repair() {
  const probe = page.locator(".view-line span", { hasText: /^livenessProbe$/ }).first();
  await probe.click();
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget .monaco-list-row.action", { hasText: "startupProbe" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".action-widget").waitFor({ state: "hidden" });
  await page.mouse.wheel(0, 240);
  await panel().locator(".answer", { hasText: /ready/i }).waitFor();
}

/** Adds what the window shows to the moving picture, and keeps it as a PNG when it has a name. @param {string | undefined} name @param {number} durationMs */
async function frame(name, durationMs) {
  await page.waitForTimeout(700); // fonts, fading hovers
  const png = await page.screenshot(name === undefined ? {} : { path: path.join(images, `${name}.png`) });
  const data = await encoder.evaluate(encodeAsWebp, {
    source: `data:image/png;base64,${png.toString("base64")}`,
    quality,
  });
  frames.push({ webp: Buffer.from(data.split(",")[1] ?? "", "base64"), durationMs });
}

/**
 * Runs in the browser: adds to the configuration that test-web writes into the page, as soon as its element is there.
 * @param {Readonly<Record<string, unknown>>} configurationDefaults
 */
function setDefaults(configurationDefaults) {
  if (window !== window.top) return;
  const observer = new MutationObserver(() => {
    const element = document.getElementById("vscode-workbench-web-configuration");
    if (element === null) return;
    observer.disconnect();
    const configuration = JSON.parse(element.dataset["settings"] ?? "{}");
    element.dataset["settings"] = JSON.stringify({ ...configuration, configurationDefaults });
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the browser. @param {{source: string, quality: number}} still */
async function encodeAsWebp({ source, quality }) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", quality);
}

// The panel's numbers: how soon it opens in a real workbench, and what its page costs by itself in Chromium.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { budgetOf } from "../../tools/bundles/budgets.mjs";
import { difference, ms } from "./engine.mjs";

const root = path.join(import.meta.dirname, "../..");
const dist = path.join(root, "dist");
const workbench = path.join(root, "test/e2e/node_modules/code-server/lib/vscode/node_modules/.e2e-prepared");
/** The workbench's harness has no other. */
const chromium = process.env["E2E_CHROMIUM"] ?? "/usr/bin/chromium";
const shortMinutes = 1;
const longMinutes = 10;

/** How the rows of `panelRows` came about. */
/** Rows of what cannot be measured here are left out, and the reason is printed. @param {boolean} isLong @returns {Promise<string[][]>} */
export async function panelRows(isLong) {
  if (!process.features.typescript)
    return without("this Node reads no TypeScript (npm run bench has one)", "the panel");
  return [...(await openingRows()), ...(await pageRows(isLong ? longMinutes : shortMinutes))];
}

async function openingRows() {
  if (!existsSync(chromium)) return without(`there is no ${chromium}`, "opening the panel");
  if (!existsSync(workbench))
    return without("the workbench is not there (npm run e2e installs it)", "opening the panel");
  const { measureOpening } = await import("./panel-opening.mjs");
  const { ours, empty } = await measureOpening(4);
  const more = (/** @type {"firstMs" | "laterMs"} */ which) =>
    `${difference(ours[which] - empty[which], ms)} (${ms(ours[which])} and ${ms(empty[which])})`;
  return [
    ["panel: command → painted, longer than an empty webview: first of a window", more("firstMs"), "≤ 300 ms"],
    ["… later ones", more("laterMs"), "≤ 100 ms"],
  ];
}

/** @param {number} minutes of playing */
async function pageRows(minutes) {
  const { chromiumPath } = await import("../panel/harness.ts");
  if (chromiumPath === undefined) return without("there is no Chromium", "the panel's page");
  const { measurePage } = await import("./panel-page.ts");
  const { injectionMs, editMs, drag, rolloutEditMs, playing, long, played } = await measurePage(minutes);
  const frames = `${Math.round(playing.framesPerSecond)} frames per second`;
  const entries = (/** @type {number} */ count) => `${count.toLocaleString("en")} entries`;
  return [
    ["panel: redraw after an injection, 10 containers with probes, 30 minutes", ms(injectionMs), "≤ 50 ms"],
    ["… after an edit", ms(editMs), "≤ 50 ms"],
    ["… for a frame while a fault is dragged, p95", ms(drag.p95Ms), "≤ 16 ms"],
    ["… the same, median and longest", `${ms(drag.medianMs)} and ${ms(drag.longestMs)}`, ""],
    ["panel of a rollout: redraw after an edit, 50 pods", ms(rolloutEditMs), "≤ 50 ms"],
    [`panel: script for a frame while ${entries(playing.entries)} play, p95`, ms(playing.scriptMs), "≤ 8 ms"],
    ["… frames that it reaches", frames, "60 per second"],
    [`panel: ${entries(long.entries)}, open`, ms(long.openMs), ""],
    ["… redraw after scrolling", ms(long.scrollMs), ""],
    ["… redraw after zooming", ms(long.zoomMs), ""],
    [`panel: memory after ${minutes} min of playing`, `${Math.round(played.bytes / 1e6)} MB`, "≤ 60 MB"],
  ];
}

/** What runs for the first picture, and what behind it. @returns {string[][]} */
export function panelSizeRows() {
  const read = (/** @type {string} */ file) => readFileSync(path.join(dist, file));
  const size = (/** @type {string} */ file) => kilobytes(read(`${file}.js`).length);
  const aim = (/** @type {string} */ file) => `≤ ${kilobytes(budgetOf(file) ?? 0)}`;
  return [
    ["panel, minified: script of the first picture", size("webview-first"), aim("webview-first")],
    ["… script of Jobs and scenarios", size("webview-run-parts"), aim("webview-run-parts")],
    ["… script behind it", size("webview-later"), aim("webview-later")],
    ["… styles and icons", kilobytes(read("webview.css").length), ""],
  ];
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}

/** @param {string} reason @param {string} what @returns {string[][]} */
function without(reason, what) {
  console.error(`There are no rows for ${what}: ${reason}.`);
  return [];
}

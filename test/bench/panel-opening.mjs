// From the command in the palette to the painted panel, in real workbenches, beside a webview with one word.
//
//   node test/bench/panel-opening.mjs [windows]

import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { runCommand, tab } from "../e2e/harness/commands.ts";
import { startDesktop } from "../e2e/harness/desktop.ts";
import { codeLenses } from "../e2e/harness/editor.ts";
import { packed } from "../e2e/harness/packed.ts";
import { eventually } from "../patience.ts";
import { middleOf } from "./engine.mjs";
import { opened } from "./page-steps.ts";

const folder = import.meta.dirname;
const root = path.join(folder, "../..");
/** So many openings in a window follow its first one. */
const laterOpenings = 4;

/**
 * What is opened, by its command; the tab's title tells how to close it, the selectors when all of it is there.
 * @typedef {{command: string, title: string, selectors: string[]}} Kind
 * @typedef {"ours" | "empty"} KindName
 * @typedef {{firstMs: number, laterMs: number}} Times medians
 * @typedef {ReturnType<typeof paintWatch>} PaintWatch
 * @type {Readonly<Record<KindName, Kind>>}
 */
const kinds = {
  ours: {
    command: "Pod Cadence: Simulate Pod",
    title: "Simulate",
    selectors: opened,
  },
  empty: { command: "Bench: Open Empty Panel", title: "Empty", selectors: [".empty-word"] },
};

/**
 * Both in turns: each window has one first webview. The browser's very first one, which nobody sees twice, is left out.
 * @param {number} windows of each kind
 * @returns {Promise<{ours: Times, empty: Times}>}
 */
export async function measureOpening(windows) {
  const temporary = mkdtempSync(path.join(os.tmpdir(), "bench-"));
  try {
    const vsix = [packed(root, temporary, "ours"), packed(path.join(folder, "empty-panel"), temporary, "empty")];
    await using desktop = await startDesktop({ vsix });
    const watch = paintWatch();
    await timesOfWindow(desktop, watch, ["ours", "empty"]);
    /** @type {{first: Record<KindName, number[]>, later: Record<KindName, number[]>}} */
    const { first, later } = { first: { ours: [], empty: [] }, later: { ours: [], empty: [] } };
    for (let window = 0; window < 2 * windows; window += 1) {
      const order = Array.from({ length: 1 + laterOpenings }, (_, at) => ((window + at) % 2 === 0 ? "ours" : "empty"));
      const times = await timesOfWindow(desktop, watch, order);
      for (const [at, kind] of order.entries()) (at === 0 ? first : later)[kind].push(times[at] ?? 0);
    }
    const times = (/** @type {KindName} */ kind) => ({
      firstMs: middleOf(first[kind]),
      laterMs: middleOf(later[kind]),
    });
    return { ours: times("ours"), empty: times("empty") };
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/**
 * @param {import("../e2e/harness/desktop.ts").Desktop} desktop @param {PaintWatch} watch @param {KindName[]} order
 * @returns {Promise<number[]>} ms
 */
async function timesOfWindow(desktop, watch, order) {
  await using workbench = await desktop.open(
    { workspace: path.join(root, "test/e2e/fixtures/workspace") },
    { file: "web.yaml" },
  );
  await watch.into(workbench.page);
  await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
  const times = [];
  for (const kind of order) times.push(await timeOf(kinds[kind], workbench, watch));
  return times;
}

/**
 * @param {Kind} kind @param {import("../e2e/harness/workbench.ts").Workbench} workbench @param {PaintWatch} watch
 * @returns {Promise<number>} from the Enter that runs the command
 */
async function timeOf({ command, title, selectors }, workbench, watch) {
  watch.forget();
  await runCommand(workbench, command);
  const paintedMs = await eventually(`${title} is not painted`, async () => watch.paintedMs(selectors));
  const enteredMs = await workbench.page.evaluate(() => Reflect.get(globalThis, "benchEnteredMs"));
  const shown = tab(workbench, title);
  await shown.click({ button: "middle" });
  await shown.waitFor({ state: "detached" });
  return paintedMs - enteredMs;
}

/** Hears of the frames when they have painted, without asking them while they work. */
function paintWatch() {
  /** @type {{selectors: string, atMs: number}[]} */
  let painted = [];
  let isThere = false;
  return {
    /** @param {import("playwright-core").Page} page the same for all windows */
    async into(page) {
      if (!isThere) {
        await page.exposeBinding("benchPainted", (_, report) => painted.push(report));
        await page.addInitScript(
          tellWhenPainted,
          Object.values(kinds).map(({ selectors }) => selectors),
        );
      }
      isThere = true;
      await page.evaluate(() =>
        addEventListener(
          "keydown",
          ({ key, timeStamp }) => {
            if (key === "Enter") Reflect.set(globalThis, "benchEnteredMs", performance.timeOrigin + timeStamp);
          },
          { capture: true },
        ),
      );
    },
    forget() {
      painted = [];
    },
    /** @param {string[]} selectors */
    paintedMs: (selectors) => painted.find((report) => report.selectors === selectors.join())?.atMs,
  };
}

/**
 * Runs in the outer of a webview's two frames before its scripts. The page is written into the inner one, which forgets
 * then what waits for a frame of it, and which has this id when VS Code shows it.
 * @param {string[][]} awaited
 */
function tellWhenPainted(awaited) {
  const tell = (/** @type {string[]} */ selectors) =>
    Reflect.get(
      globalThis,
      "benchPainted",
    )({
      selectors: selectors.join(),
      atMs: performance.timeOrigin + performance.now(),
    });
  const look = () => {
    const shown = document.querySelector("iframe#active-frame");
    const page = shown instanceof HTMLIFrameElement ? shown.contentDocument : null;
    const found = awaited.find((selectors) => selectors.every((selector) => page?.querySelector(selector) != null));
    if (found === undefined) requestAnimationFrame(look);
    else page?.defaultView?.requestAnimationFrame(() => requestAnimationFrame(() => tell(found)));
  };
  if (window.parent === window.top && window !== window.top) look();
}

if (import.meta.main) console.log(await measureOpening(Number(process.argv[2] ?? 1)));

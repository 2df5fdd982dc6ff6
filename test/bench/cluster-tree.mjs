// A connected cluster of 5,000 pods in a real workbench: how soon the tree is there, how soon a change is on the screen, and
// what it costs to look on. The API server is the real one of test/cluster; nobody runs the pods.
//
//   node test/bench/cluster-tree.mjs [pods]

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startCluster } from "../cluster/harness/cluster.ts";
import { createPaperPod, inParallel, setRestarts } from "../cluster/harness/paper-pods.ts";
import { build } from "../cluster/harness/program.ts";
import { runCommand } from "../e2e/harness/commands.ts";
import { startDesktop } from "../e2e/harness/desktop.ts";
import { codeLenses } from "../e2e/harness/editor.ts";
import { packed } from "../e2e/harness/packed.ts";
import { eventually } from "../patience.ts";
import { middleOf } from "./engine.mjs";

const root = path.join(import.meta.dirname, "../..");
const namespace = "bench";
const idleSeconds = 20;
export const changesPerSecond = 50;
const changingSeconds = 20;
const updates = 15;
const rowHeight = 22;
const patienceMs = 60_000;
/** Of /proc/PID/stat. */
const ticksPerSecond = 100;

/** @param {number} count of pods */
export async function measureCluster(count) {
  build();
  const temporary = mkdtempSync(path.join(os.tmpdir(), "bench-"));
  const cluster = startCluster({});
  try {
    await cluster.admin.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await inParallel(count, 16, (index) => createPaperPod(cluster.admin, namespace, nameOf(index)));
    const workspaceSettings = {
      "podCadence.cluster.kubeconfig": path.join(cluster.directory, "kubeconfig"),
      "podCadence.cluster.context": "test",
      "podCadence.cluster.namespaces": [namespace],
    };
    await using desktop = await startDesktop({ vsix: [packed(root, temporary, "ours")] });
    const opened = { workspace: path.join(root, "test/e2e/fixtures/workspace") };
    await using workbench = await desktop.open(opened, { file: "web.yaml", workspaceSettings });
    await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
    return await measureConnected(workbench, cluster, count);
  } finally {
    cluster.end();
    rmSync(temporary, { recursive: true });
  }
}

/**
 * @param {import("../e2e/harness/workbench.ts").Workbench} workbench
 * @param {import("../cluster/harness/cluster.ts").Cluster} cluster
 * @param {number} count
 */
async function measureConnected(workbench, cluster, count) {
  const { page } = workbench;
  await page.evaluate(noteEnter);
  const unconnected = await costOf(async () => void (await pause(idleSeconds * 1000)), idleSeconds);
  const before = costs();
  await runCommand(workbench, "Pod Cadence: Connect to Cluster");
  const whole = () => page.evaluate(heightReached, count * rowHeight);
  const shownMs = await eventually("the tree is not whole", whole, patienceMs);
  const connectMs = shownMs - (await page.evaluate(() => Reflect.get(globalThis, "benchEnteredMs")));
  await pause(5_000); // what comes behind the pods: nodes, owners, and the collection of what is not needed any more
  const idle = await costOf(async () => void (await pause(idleSeconds * 1000)), idleSeconds);
  const updateTimes = [];
  for (let restarts = 1; restarts <= updates; restarts += 1) {
    await setRestarts(cluster.admin, namespace, nameOf(0), restarts);
    const changedMs = Date.now();
    const text = `↻${restarts}`;
    const seen = () => page.evaluate(rowSays, { name: nameOf(0), text });
    updateTimes.push((await eventually(`no row of ${nameOf(0)} says ${text}`, seen)) - changedMs);
  }
  const changing = await costOf(() => keepChanging(cluster, count), changingSeconds);
  return {
    connectMs,
    updateMs: middleOf(updateTimes),
    idlePercent: idle.percent - unconnected.percent,
    changingPercent: changing.percent,
    hostMegabytes: changing.after.hostMegabytes - before.hostMegabytes,
    serverMegabytes: changing.after.serverMegabytes - before.serverMegabytes,
  };
}

/** @param {import("../cluster/harness/cluster.ts").Cluster} cluster @param {number} count */
async function keepChanging(cluster, count) {
  for (let second = 0; second < changingSeconds; second += 1) {
    const next = pause(1000);
    const change = (/** @type {number} */ at) =>
      setRestarts(cluster.admin, namespace, nameOf((second * changesPerSecond + at) % count), second + 1);
    await Promise.all([next, ...Array.from({ length: changesPerSecond }, (_, at) => change(at))]);
  }
}

/** @param {number} index */
function nameOf(index) {
  return `paper-${String(index).padStart(5, "0")}`;
}

/** Runs in the workbench's page. */
function noteEnter() {
  addEventListener(
    "keydown",
    ({ key, timeStamp }) => {
      if (key === "Enter") Reflect.set(globalThis, "benchEnteredMs", performance.timeOrigin + timeStamp);
    },
    { capture: true },
  );
}

/** Runs in the workbench's page: the height of a list is that of all its rows. @param {number} height */
function heightReached(height) {
  const lists = [...document.querySelectorAll(".part.sidebar .monaco-list-rows")];
  const isThere = lists.some((list) => list instanceof HTMLElement && Number.parseFloat(list.style.height) >= height);
  return isThere ? performance.timeOrigin + performance.now() : undefined;
}

/** Runs in the workbench's page. @param {{name: string, text: string}} row */
function rowSays({ name, text }) {
  const rows = [...document.querySelectorAll(".part.sidebar .monaco-list-row")].map((row) => row.textContent ?? "");
  const isThere = rows.some((row) => row.includes(name) && row.split(/ ·? ?/).includes(text));
  return isThere ? performance.timeOrigin + performance.now() : undefined;
}

/** @param {() => Promise<void>} work @param {number} seconds */
async function costOf(work, seconds) {
  const before = costs();
  await work();
  const after = costs();
  return { percent: ((after.seconds - before.seconds) / seconds) * 100, after };
}

/** Of the language server of the workbench and of the extension host that started it. */
function costs() {
  const server = readdirSync("/proc").find((id) => /^\d+$/.test(id) && isServer(id));
  if (server === undefined) throw new Error("there is no language server");
  const parent = stat(server)[1] ?? "";
  const both = [server, parent];
  const seconds = both.reduce((sum, id) => sum + (Number(stat(id)[11]) + Number(stat(id)[12])) / ticksPerSecond, 0);
  const [serverMegabytes = 0, hostMegabytes = 0] = both.map(residentMegabytes);
  return { seconds, serverMegabytes, hostMegabytes };
}

/** @param {string} id of a process */
function isServer(id) {
  try {
    return /\/pce-.*server\.node\.cjs/.test(readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " "));
  } catch {
    return false; // it has ended
  }
}

/** The fields behind the name, the state first. @param {string} id */
function stat(id) {
  return readFileSync(`/proc/${id}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
}

/** @param {string} id */
function residentMegabytes(id) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1000;
}

if (import.meta.main) console.log(await measureCluster(Number(process.argv[2] ?? 5_000)));

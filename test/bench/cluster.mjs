// The numbers of a connected cluster, as rows of the table.

import { existsSync } from "node:fs";
import path from "node:path";
import { difference, ms } from "./engine.mjs";

const root = path.join(import.meta.dirname, "../..");
const workbench = path.join(root, "test/e2e/node_modules/code-server/lib/vscode/node_modules/.e2e-prepared");
const podCount = 5_000;

/** How the rows of `clusterRows` came about. */
/** Rows of what cannot be measured here are left out, and the reason is printed. @returns {Promise<string[][]>} */
export async function clusterRows() {
  const reason = await obstacleHere();
  if (reason !== undefined) {
    console.error(`The cluster is left out: ${reason}`);
    return [];
  }
  const { changesPerSecond, measureCluster } = await import("./cluster-tree.mjs");
  const { connectMs, updateMs, idlePercent, hostMegabytes, serverMegabytes, changingPercent } =
    await measureCluster(podCount);
  const megabytes = (/** @type {number} */ count) => difference(count, (more) => `${Math.round(more)} MB`);
  const pods = `${podCount.toLocaleString("en")} pods`;
  return [
    [`cluster of ${pods}: connect → the whole tree`, ms(connectMs), "≤ 3 s"],
    ["… a change of a pod → on the screen", ms(updateMs), "≤ 300 ms"],
    [
      "… processor time while nothing changes",
      idlePercent < 0.1 ? "too little to measure" : `${idlePercent.toFixed(1)} %`,
      "≤ 2 %",
    ],
    [
      `… memory of the extension host while ${changesPerSecond} pods change in a second`,
      megabytes(hostMegabytes),
      "≤ 150 MB",
    ],
    ["… memory of the language server", megabytes(serverMegabytes), "≤ 150 MB"],
    ["… processor time of that", difference(changingPercent, (more) => `${more.toFixed(0)} %`), ""],
  ];
}

/** Why this machine cannot measure it: a sentence. */
async function obstacleHere() {
  if (!process.features.typescript) return "this Node reads no TypeScript (npm run bench has one).";
  if (!existsSync(workbench)) return "the workbench is not there (npm run e2e installs it).";
  const { obstacle } = await import("../cluster/harness/program.ts");
  return obstacle();
}

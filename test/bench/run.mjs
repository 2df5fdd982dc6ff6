// Measures what the README claims and prints it as a table; `--write` puts the table into the README. Nothing is asserted.
//
//   npm run bench [-- --write] [-- --runs N] [-- --long]
//
// Times of the server come from fresh processes, those of the engine are medians after a warm-up.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkNote, checkRows } from "./check.mjs";
import { clusterNote, clusterRows } from "./cluster.mjs";
import { engineRows, ms } from "./engine.mjs";
import { panelNote, panelRows, panelSizeRows } from "./panel.mjs";

const folder = import.meta.dirname;
const root = path.join(folder, "../..");
const runs = argument("--runs") ?? "3";

const rows = [
  ...serverRows(measureServer()),
  ...(await engineRows()),
  ...(await checkRows(Number(runs))),
  ...(await panelRows(process.argv.includes("--long"))),
  ...(await clusterRows()),
  ...sizeRows(),
  ...panelSizeRows(budgetOf("webview")),
];
const table = ["| what | measured | aim |", "|---|---|---|", ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}, ${runs} fresh processes`;
const text = `${table}\n\nMeasured on ${machine}. ${checkNote} ${panelNote} ${clusterNote}`;
console.log(text);
if (process.argv.includes("--write")) writeIntoReadme(text);

/** @param {string} name */
function argument(name) {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}

/** @returns {any[]} one summary per file, as lsp-bench.mjs writes them */
function measureServer() {
  const temporary = mkdtempSync(path.join(os.tmpdir(), "bench-"));
  const json = path.join(temporary, "bench.json");
  const server = `pod-cadence=${process.execPath} ${path.join(root, "dist/server.node.cjs")} --stdio`;
  const files = ["bundle300.yaml", "deploy60.yaml"].flatMap((file) => ["--file", path.join(folder, file)]);
  const options = ["--pull", "--quiet", "--runs", runs, "--json", json];
  execFileSync(process.execPath, [path.join(folder, "lsp-bench.mjs"), "--server", server, ...files, ...options]);
  const { summaries } = JSON.parse(readFileSync(json, "utf8"));
  rmSync(temporary, { recursive: true });
  return summaries;
}

/** @param {any[]} summaries */
function serverRows(summaries) {
  const [large, small] = summaries;
  const bundle = "1 MB, 300 documents:";
  return [
    [`${bundle} open → first diagnostics`, ms(large.open[1]), "≤ 600 ms"],
    [`${bundle} edit → diagnostics, p95`, ms(large.edit.p95), "≤ 60 ms"],
    [`${bundle} hover while typing, p95`, ms(large.burstHover.p95), "≤ 20 ms"],
    [`${bundle} completion right after an edit, p95`, ms(large.editCompletion.p95), "≤ 10 ms"],
    [`${bundle} peak memory of the server`, `${Math.round(large.peakEdits[1])} MB`, "≤ 200 MB"],
    ["server start → diagnostics of a Deployment", ms(small.init[1] + small.open[1]), "≤ 250 ms"],
  ];
}

function sizeRows() {
  const files = [
    ["client.node.cjs", "extension, minified"],
    ["server.node.cjs", "language server, minified"],
    ["cluster.cjs", "cluster, minified, read on connect"],
  ];
  return files.map(([file = "", what = ""]) => {
    const { size } = statSync(path.join(root, "dist", file));
    return [what, `${Math.round(size / 1000)} kB`, `≤ ${budgetOf(file) / 1000} kB`];
  });
}

/** In bytes. The budgets are in build.mjs, which is read because it builds when it is imported. @param {string} file */
function budgetOf(file) {
  const source = readFileSync(path.join(root, "build.mjs"), "utf8");
  const [, bytes] = new RegExp(`file: "${file}",[^{}]*budget: ([\\d_]+)`).exec(source) ?? [];
  if (bytes === undefined) throw new Error(`build.mjs has no budget for ${file}`);
  return Number(bytes.replaceAll("_", ""));
}

/** @param {string} results */
function writeIntoReadme(results) {
  const file = path.join(root, "README.md");
  const readme = readFileSync(file, "utf8");
  writeFileSync(file, readme.replace(/(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/, `$1\n${results}\n\n$2`));
}

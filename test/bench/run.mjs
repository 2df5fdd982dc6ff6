// Measures what docs/benchmarks.md claims and prints it as a table; `--write` puts the table into that page, and the rows beside
// other tools into the README. Nothing is asserted.
//
//   npm run bench [-- --write] [-- --runs N] [-- --long]
//
// Times of the server come from fresh processes, those of the engine are medians after a warm-up.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { budgetOf } from "../../tools/budgets.mjs";
import { missedAims } from "./aims.mjs";
import { checkNote, checkRows } from "./check.mjs";
import { clusterNote, clusterRows } from "./cluster.mjs";
import { engineRows, ms } from "./engine.mjs";
import { keyNote, keyRows } from "./keys.mjs";
import { panelNote, panelRows, panelSizeRows } from "./panel.mjs";

const folder = import.meta.dirname;
const root = path.join(folder, "../..");
const runs = argument("--runs") ?? "3";
/** What other tools take for the same, beside what we take. */
const rowsOfReadme =
  /^30 minutes of a crash loop, with|webernetes|^check of|parsing them|kubeconform|yaml-language-server/;

const rows = [
  ...serverRows(measureServer()),
  ...(await keyRows()),
  ...(await engineRows()),
  ...(await checkRows(Number(runs))),
  ...(await panelRows(process.argv.includes("--long"))),
  ...(await clusterRows()),
  ...sizeRows(),
  ...panelSizeRows(),
];
const table = tableOf(rows);
const day = new Date().toISOString().slice(0, 10);
const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}, ${runs} fresh processes`;
const text = `${table}\n\nTargets missed: ${missedAims(rows)}.\n\nMeasured on ${day}, on ${machine}. ${keyNote} ${checkNote} ${panelNote} ${clusterNote}`;
console.log(text);
if (process.argv.includes("--write")) {
  writeInto("docs/benchmarks.md", text);
  writeInto("README.md", tableOf(rows.filter(([what = ""]) => rowsOfReadme.test(what))));
}

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
    [`${bundle} open → first diagnostics`, ms(large.open[1]), "≤ 300 ms"],
    [`${bundle} edit → diagnostics, p95`, ms(large.edit.p95), "≤ 30 ms"],
    [`${bundle} hover while typing, p95`, ms(large.burstHover.p95), "≤ 15 ms"],
    [`${bundle} completion right after an edit, p95`, ms(large.editCompletion.p95), "≤ 10 ms"],
    [`${bundle} peak memory of the server`, `${Math.round(large.peakEdits[1])} MB`, "≤ 200 MB"],
    ["server start → diagnostics of a Deployment", ms(small.init[1] + small.open[1]), "≤ 250 ms"],
  ];
}

function sizeRows() {
  const files = [
    ["client.node.cjs", "extension, minified"],
    ["server.main.cjs", "language server, minified"],
    ["cluster.cjs", "cluster, minified, read on connect"],
  ];
  return files.map(([file = "", what = ""]) => {
    const { size } = statSync(path.join(root, "dist", file));
    return [what, `${Math.round(size / 1000)} kB`, `≤ ${(budgetOf(file) ?? 0) / 1000} kB`];
  });
}

/** @param {readonly string[][]} lines */
function tableOf(lines) {
  return ["| what | measured | aim |", "|---|---|---|", ...lines.map((row) => `| ${row.join(" | ")} |`)].join("\n");
}

/** @param {string} page @param {string} results */
function writeInto(page, results) {
  const file = path.join(root, page);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/, `$1\n${results}\n\n$2`));
}

// Measures what docs/benchmarks.md claims and prints it as a table; `--write` puts the table into that page, and the rows beside
// other tools into the README. Nothing is asserted.
//
//   npm run bench [-- --write] [-- --runs N] [-- --long]
//
import { readFileSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { budgetOf } from "../../tools/budgets.mjs";
import { missedAims } from "./aims.mjs";
import { checkNote, checkRows } from "./check.mjs";
import { clusterNote, clusterRows } from "./cluster.mjs";
import { engineNote, engineRows } from "./engine.mjs";
import { keyNote, keyRows } from "./keys.mjs";
import { panelNote, panelRows, panelSizeRows } from "./panel.mjs";
import { serverNote, serverRows } from "./server.mjs";

const root = path.join(import.meta.dirname, "../..");
const runs = argument("--runs") ?? "3";
/** What we take, and what another tool takes for the same. */
const rowsOfReadme = [
  { ours: /^30 minutes of a crash loop, with/, theirs: /webernetes/ },
  { ours: /^1 MB, 300 documents: open/, theirs: /yaml-language-server/ },
  { ours: /^check of [\d,]+ files/, theirs: /kubeconform/ },
];

const generalNote =
  "All programs for Node run on this Node. What stands in brackets behind a time is processor time, of all threads. A difference that is smaller than the noise of the machine is too little to measure.";

const rows = [
  ...serverRows(Number(runs)),
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
const text = `${table}\n\nTargets missed: ${missedAims(rows)}.\n\nMeasured on ${day}, on ${machine}. ${generalNote} ${serverNote} ${keyNote} ${engineNote} ${checkNote} ${panelNote} ${clusterNote}`;
console.log(text);
if (process.argv.includes("--write")) {
  writeInto("docs/benchmarks.md", text);
  writeInto("README.md", tableOf(rowsOfReadme.flatMap(pairIn)));
}

/** @param {{ours: RegExp, theirs: RegExp}} pair */
function pairIn({ ours, theirs }) {
  const index = rows.findIndex(([what = ""]) => ours.test(what));
  const other = rows.slice(index + 1).find(([what = ""]) => theirs.test(what));
  return index < 0 || other === undefined ? [] : [rows[index] ?? [], other];
}

/** @param {string} name */
function argument(name) {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
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

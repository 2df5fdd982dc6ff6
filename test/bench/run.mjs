// Measures what docs/benchmarks.md claims and prints it as a table; `--write` puts the table and its misses into that page, and the rows
// beside other tools into the README. Nothing is asserted. Each section is kept when it is measured (.build/bench.json): with `--only`, the
// table has the rows of the others as they were measured last.
//
//   npm run bench [-- --write] [-- --runs N] [-- --only server,keys,engine,check,panel,cluster,sizes] [-- --long]
//
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { budgetOf } from "../../tools/bundles/budgets.mjs";
import { missedAims } from "./aims.mjs";
import { checkRows } from "./check.mjs";
import { clusterRows } from "./cluster.mjs";
import { engineRows } from "./engine.mjs";
import { keyRows } from "./keys.mjs";
import { panelRows, panelSizeRows } from "./panel.mjs";
import { serverRows } from "./server.mjs";

/** What was measured last. @typedef {Record<string, {day: string, rows: string[][]}>} Kept */

const root = path.join(import.meta.dirname, "../..");
const keptFile = path.join(root, ".build/bench.json");
const runs = argument("--runs") ?? "3";
/** What we take, and what another tool takes for the same. */
const rowsOfReadme = [
  { ours: /^30 minutes of a crash loop, with/, theirs: /webernetes/ },
  { ours: /^1 MB, 300 documents: open/, theirs: /yaml-language-server/ },
  { ours: /^check of [\d,]+ files/, theirs: /kubeconform/ },
];

/** @type {Record<string, () => string[][] | Promise<string[][]>>} */
const sections = {
  server: () => serverRows(Number(runs)),
  keys: keyRows,
  engine: engineRows,
  check: () => checkRows(Number(runs)),
  panel: () => panelRows(process.argv.includes("--long")),
  cluster: clusterRows,
  sizes: () => [...sizeRows(), ...panelSizeRows()],
};

const today = new Date().toISOString().slice(0, 10);
const kept = await measureSections(argument("--only")?.split(",") ?? Object.keys(sections));
const rows = Object.keys(sections).flatMap((name) => kept[name]?.rows ?? []);
const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}, ${runs} fresh processes`;
const text = `${tableOf(rows)}\n\nMeasured on ${days()}, on ${machine}.\n\n## Known misses\n\n${listOf(missedAims(rows))}`;
console.log(text);
if (process.argv.includes("--write")) {
  writeInto("docs/benchmarks.md", text);
  writeInto("README.md", tableOf(rowsOfReadme.flatMap(pairIn)));
}

/** What fails is reported, and has the rows that it had before. @param {readonly string[]} names @returns {Promise<Kept>} */
async function measureSections(names) {
  /** @type {Kept} */
  const measured = existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, "utf8")) : {};
  for (const name of names) {
    try {
      const measure = sections[name];
      if (measure === undefined) throw new Error(`there are only ${Object.keys(sections).join(", ")}`);
      measured[name] = { day: today, rows: await measure() };
      console.log(tableOf(measured[name].rows));
      mkdirSync(path.dirname(keptFile), { recursive: true });
      writeFileSync(keptFile, JSON.stringify(measured));
    } catch (error) {
      console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
  return measured;
}

/** The last day, and what is older. */
function days() {
  const older = Object.keys(sections).filter((name) => kept[name] !== undefined && kept[name].day !== today);
  return [today, ...older.map((name) => `${name} on ${kept[name]?.day}`)].join(", ");
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
    ["client/node.js", "extension, minified"],
    ["server/node.js", "language server, minified"],
    ["server/cluster.js", "cluster, minified, read on connect"],
  ];
  const { sizes } = JSON.parse(readFileSync(path.join(root, ".build/bundles.json"), "utf8"));
  return files.map(([file = "", what = ""]) => {
    return [what, `${Math.round(sizes[file] / 1000)} kB`, `≤ ${(budgetOf(file) ?? 0) / 1000} kB`];
  });
}

/** @param {readonly string[][]} lines */
function tableOf(lines) {
  return ["| what | measured | aim |", "|---|---|---|", ...lines.map((row) => `| ${row.join(" | ")} |`)].join("\n");
}

/** @param {readonly string[]} sentences */
function listOf(sentences) {
  return sentences.length === 0 ? "None." : sentences.map((sentence) => `* ${sentence}`).join("\n");
}

/** @param {string} page @param {string} results */
function writeInto(page, results) {
  const file = path.join(root, page);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/, `$1\n${results}\n\n$2`));
}

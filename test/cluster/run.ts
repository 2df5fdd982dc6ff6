// `npm run test:cluster`: builds the cluster and runs its tests. Where it cannot run, a notice says why and nothing has failed,
// but for `-- --required`, as CI has it. `-- --long` runs the test of twenty minutes in place of the others. Everything else goes to Vitest: `npm run test:cluster -- rights`.
// Real kubelets on a busy machine are late now and then: a file with a failed test is run once more, and the output says so.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build, obstacle } from "./harness/program.ts";

interface Outcome {
  readonly passed: number;
  /** A line for each, as reporter.ts writes it. */
  readonly failures: readonly string[];
  readonly status: number;
}

const flags: ReadonlySet<string> = new Set(["--required", "--long"]);
const required = process.argv.includes("--required");
const projects = process.argv.includes("--long")
  ? ["--project", "long"]
  : ["--project", "cluster", "--project", "load"];
const others = process.argv.slice(2).filter((each) => !flags.has(each));
const reason = obstacle();
if (reason === undefined) {
  build();
  const { passed, failures, status } = runTwice();
  const totals = process.env["POD_CADENCE_TOTALS"];
  if (totals !== undefined) appendFileSync(totals, [`${passed} ${failures.length}`, ...failures, ""].join("\n"));
  process.exitCode = status;
} else {
  console.log(
    `${required ? "The tests of the live cluster cannot run." : "The tests of the live cluster are left out."} ${reason}`,
  );
  process.exitCode = required ? 1 : 0;
}

function runTwice(): Outcome {
  const first = run([...projects, ...others]);
  const files = new Set(first.failures.map((line) => /^- (\S+\.test\.ts)/.exec(line)?.[1] ?? ""));
  if (files.size === 0 || files.has("")) return first;
  const failed = first.failures.join("\n");
  console.log(`\nFAILED, and their files are run once more:\n${failed}\n`);
  const second = run([...projects, ...files]);
  console.log(`SECOND RUN: ${second.status === 0 ? "passed; the first failures were by chance" : "failed again"}\n`);
  return { ...second, passed: first.passed + first.failures.length - second.failures.length };
}

function run(words: readonly string[]): Outcome {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pod-cadence-totals-"));
  try {
    const totals = path.join(folder, "totals");
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/config/cluster.config.ts", ...words];
    const env = { ...process.env, POD_CADENCE_TOTALS: totals };
    const { status } = spawnSync(process.execPath, vitest, { stdio: "inherit", env });
    appendFileSync(totals, ""); // a runner that died has written none
    const [numbers = "", ...failures] = readFileSync(totals, "utf8").split("\n").filter(Boolean);
    return { passed: Number(numbers.split(" ")[0] ?? 0), failures, status: status ?? 1 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

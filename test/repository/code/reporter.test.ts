import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pod-cadence-reporter-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(
    join(folder, "some.test.mjs"),
    `import { describe, expect, it } from "vitest";
describe("a probe", () => {
  it("succeeds", () => {});
  it("fails", () => expect(1).toBe(2));
  it.skip("is left out", () => {});
});
it("another matter", () => {});
`,
  );
  writeFileSync(
    join(folder, "stray.test.mjs"),
    'import { it } from "vitest";\nit("succeeds", () => void Promise.reject(new Error("nobody waits")));\n',
  );
  writeFileSync(join(folder, "broken.test.mjs"), "throw new Error('does not load');\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The last line of a run, and what .ci/run gets to read of it. */
function totalsOf(...args: readonly string[]): { line: string | undefined; noted: readonly string[] } {
  const file = join(folder, "totals");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const options = ["--root", folder, "--reporter", join(root, "test/reporter.ts"), ...args];
  const { stdout } = spawnSync(process.execPath, [vitest, "run", ...options], {
    encoding: "utf8",
    env: { ...process.env, POD_CADENCE_TOTALS: file },
  });
  const noted = readFileSync(file, "utf8").trimEnd().split("\n");
  rmSync(file);
  return { line: stdout.split("\n").findLast((each) => / failed$/.test(each)), noted };
}

describe("the last line of a test run", () => {
  it.each<[about: string, args: string[], noted: string[]]>([
    [
      "counts what failed, was skipped, or did not load",
      [],
      [
        "3 4",
        "- broken.test.mjs: does not load",
        "- outside of the tests: nobody waits",
        "- some.test.mjs > a probe > fails: expected 1 to be 2 // Object.is equality",
        "- some.test.mjs > a probe > is left out: skipped",
      ],
    ],
    ["counts only what -t asks for", ["some", "-t", "a probe > s"], ["1 0"]],
    [
      "and with the failures among them",
      ["some", "-t", "probe.*fail"],
      ["0 1", "- some.test.mjs > a probe > fails: expected 1 to be 2 // Object.is equality"],
    ],
    ["finds nothing where nothing has the name", ["some", "-t", "nobody"], ["0 0"]],
  ])("%s", (_, args, noted) => {
    const totals = totalsOf(...args);
    const [sums = "", ...failures] = totals.noted;
    expect([sums, ...failures.toSorted()]).toEqual(noted);
    const [passed, failed] = sums.split(" ");
    expect(totals.line).toBe(`${passed} passed, ${failed} failed`);
  });
});

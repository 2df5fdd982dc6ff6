import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// A limit in seconds of a clock fails on a busy machine. `test/patience.ts` has limits that do not, and what waits for a condition.

const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\b\w*timeout: *\d[\d_]{2,}/i, "a limit of a test, a wait or a process"],
  [/^\s*\}, \d[\d_]{3,}\);/, "a limit of a test"],
  [/\bsetDefault(?:Navigation)?Timeout\((?!0\))/, "a limit of Playwright"],
  [/\bvi\.waitFor\(|\bvi\.waitUntil\(/, "a limit of Vitest: use `eventually`"],
  [/\bAbortSignal\.timeout\(/, "a limit: use `inTime`"],
  [/\bsetTimeout\(.*(?:reject|fail|throw|kill|abort|giveUp)/, "a limit: use `afterMachineTime`"],
  [/(?:Date|performance)\.now\(\) *(?:-[^;]*)?[<>]=? *\w*(?:deadline|limit|patience|until|end)/i, "a deadline"],
  [/\b(?:deadline|limit|patience|until)\w* *=[^;]*(?:Date|performance)\.now\(\) *\+/i, "a deadline"],
  [/(?:Date|performance)\.now\(\) *-[^;]*\)\s*\.toBeLess/, "a duration that is asserted"],
];

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Benchmarks measure time, and this file names what is forbidden. */
const others = /node_modules|^test\/(?:bench|fixtures|e2e\/output|repository\/code\/limits\.test)/;
const files = globSync(["test/**/*.{ts,mjs}", "vitest.*.ts"], { cwd: root }).filter((file) => !others.test(file));

it("no test, helper or configuration has a limit that a busy machine breaks", () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(limitsIn)).toEqual([]);
});

it.each([
  'test("slow", { timeout: 60_000 }, () => {});',
  "}, 60_000);",
  "testTimeout: 120_000,",
  "await row.waitFor({ timeout: 500 });",
  "page.setDefaultTimeout(30_000);",
  "await vi.waitFor(assertion);",
  'setTimeout(() => reject(new Error("slow")), limitMs);',
  "if (performance.now() > deadlineMs) return;",
  "const deadlineMs = performance.now() + withinMs;",
  "expect(performance.now() - startedMs).toBeLessThan(50);",
])("this would be found: %s", (line) => {
  expect(problemsOf(line)).not.toEqual([]);
});

function limitsIn(file: string): string[] {
  const lines = readFileSync(`${root}/${file}`, "utf8").split("\n");
  return lines.flatMap((line, index) => problemsOf(line).map((problem) => `${file}:${index + 1}: ${problem}`));
}

function problemsOf(line: string): string[] {
  return forbidden.flatMap(([pattern, problem]) => (pattern.test(line) ? [`${problem}: ${line.trim()}`] : []));
}

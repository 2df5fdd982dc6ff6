import { appendFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/**
 * Ends a run with a line of its own, `N passed, N failed`, and appends the two numbers to the file that POD_CADENCE_TOTALS
 * names, and a line that begins with `- ` for each failure, so that .ci/run can add up its runners and end with what failed.
 */
export default class Totals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter(hasPassed).length;
    const failures = failuresOf(modules, unhandledErrors);
    console.log(`${passed} passed, ${failures.length} failed`);
    const file = process.env["POD_CADENCE_TOTALS"];
    if (file !== undefined) appendFileSync(file, [`${passed} ${failures.length}`, ...failures, ""].join("\n"));
  }
}

/** A file that does not load has no tests, a skipped test proves nothing and an unhandled error belongs to none: all are failures. */
function failuresOf(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): string[] {
  return [
    ...modules.flatMap((module) => [
      ...module.errors().map(({ message }) => failureLine(module.relativeModuleId, message)),
      ...[...module.children.allTests()].filter((test) => !hasPassed(test)).map(failureOf),
    ]),
    ...unhandledErrors.map((error) => failureLine("outside of the tests", String(error))),
  ];
}

function hasPassed(test: TestCase): boolean {
  return test.result().state === "passed";
}

function failureOf(test: TestCase): string {
  const { state, errors } = test.result();
  return failureLine(`${test.module.relativeModuleId} > ${test.fullName}`, errors?.[0]?.message ?? state);
}

function failureLine(where: string, message: string): string {
  return `- ${where}: ${message.split("\n", 1).join()}`;
}

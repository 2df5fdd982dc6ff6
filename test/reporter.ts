import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/**
 * Ends a run with a line of its own, `N passed, N failed`, and appends the two numbers to the file that POD_CADENCE_TOTALS
 * names, so that .ci/run can add up its runners.
 */
export default class Totals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const { passed, failed } = countTests(modules, unhandledErrors);
    console.log(`${passed} passed, ${failed} failed`);
    const file = process.env["POD_CADENCE_TOTALS"];
    if (file !== undefined) appendFileSync(file, `${passed} ${failed}\n`);
  }
}

/** A file that does not load has no tests, a skipped test proves nothing and an unhandled error belongs to none: all count as failed. */
function countTests(
  modules: readonly TestModule[],
  unhandledErrors: readonly unknown[],
): { passed: number; failed: number } {
  let passed = 0;
  let failed = unhandledErrors.length;
  for (const module of modules) {
    failed += module.errors().length > 0 ? 1 : 0;
    for (const test of module.children.allTests()) {
      if (test.result().state === "passed") passed += 1;
      else failed += 1;
    }
  }
  return { passed, failed };
}

import { type RunnerTestCase, TestRunner } from "vitest";
import { inTime, limitsMs } from "./patience.ts";

/** Vitest's own limits are off: they count the seconds of a clock, and a busy machine breaks them. */
export default class PatientRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    await inTime("the test", TestRunner.getTestFn(test), limitsMs.test);
  }
}

import { appendFileSync } from "node:fs";
import { inspect } from "node:util";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { afterMachineTime, limitsMs } from "./patience.ts";

/**
 * Cancels a run in which no test, hook or file begins or ends any more, such as one that loops.
 * Ends each run with a line of its own, `N passed, N failed`, and appends the two numbers to the file that POD_CADENCE_TOTALS
 * names, and a line that begins with `- ` for each failure, so that .ci/run can add up its runners and end with what failed.
 */
export default class Totals implements Reporter {
  #vitest: Vitest | undefined;
  readonly #running = new Set<string>();
  #callOff = (): void => {};

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(): void {
    this.#goesOn();
  }

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.#running.add(relativeModuleId);
    this.#goesOn();
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.#running.delete(relativeModuleId);
    this.#goesOn();
  }

  onHookStart(): void {
    this.#goesOn();
  }

  onHookEnd(): void {
    this.#goesOn();
  }

  onTestCaseReady(): void {
    this.#goesOn();
  }

  onTestCaseResult(): void {
    this.#goesOn();
  }

  #goesOn(): void {
    this.#callOff();
    this.#callOff = afterMachineTime(limitsMs.silence, () => this.#giveUp());
  }

  /** The second call stops what does not stop. */
  #giveUp(): void {
    console.error(`\nNothing goes on any more in ${[...this.#running].join(", ")}\n`);
    process.exitCode = 1;
    void this.#vitest?.cancelCurrentRun("test-failure");
    void this.#vitest?.cancelCurrentRun("test-failure");
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#callOff();
    const pattern = this.#vitest?.getGlobalTestNamePattern();
    const passed = modules.flatMap((module) => testsOf(module, pattern)).filter(hasPassed).length;
    const failures = failuresOf(modules, { unhandledErrors, pattern });
    console.log(`${passed} passed, ${failures.length} failed`);
    const file = process.env["POD_CADENCE_TOTALS"];
    if (file !== undefined) appendFileSync(file, [`${passed} ${failures.length}`, ...failures, ""].join("\n"));
  }
}

interface Outside {
  readonly unhandledErrors: readonly unknown[];
  /** Of the names that `vitest -t` asked for; undefined: all. */
  readonly pattern: RegExp | undefined;
}

/** A file that does not load has no tests, a skipped test proves nothing and an unhandled error belongs to none: all are failures. */
function failuresOf(modules: readonly TestModule[], { unhandledErrors, pattern }: Outside): string[] {
  return [
    ...modules.flatMap((module) => [
      ...module.errors().map(({ message }) => failureLine(module.relativeModuleId, message)),
      ...testsOf(module, pattern)
        .filter((test) => !hasPassed(test))
        .map(failureOf),
    ]),
    ...unhandledErrors.map((error) => failureLine("outside of the tests", messageOf(error))),
  ];
}

/** An error of another thread is a plain object with the fields of an error, and without a prototype. */
function messageOf(error: unknown): string {
  const message: unknown = Reflect.get(Object(error), "message");
  return typeof message === "string" ? message : inspect(error);
}

/** The tests of a file that were asked for: those that `-t` leaves out are skipped by Vitest, and count neither way. */
function testsOf({ children }: TestModule, pattern: RegExp | undefined): readonly TestCase[] {
  const all = [...children.allTests()];
  return pattern === undefined ? all : all.filter(({ fullName }) => pattern.test(fullName));
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

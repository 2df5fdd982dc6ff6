import * as fc from "fast-check";
import { expect, test } from "vitest";
import { reservedWords } from "../../../shared/scenario/clauses.ts";
import { completeScenario } from "../../../shared/scenario/complete.ts";
import { formatEvent, formatExpectation, formatScript } from "../../../shared/scenario/format.ts";
import type {
  AnswerTarget,
  AnswerWindow,
  Condition,
  ContainerScript,
  ImageBehaviour,
  Run,
  RunEnd,
  ScenarioEvent,
  StopBehaviour,
} from "../../../shared/scenario/model.ts";
import { exitAfter } from "../../../shared/scenario/script.ts";
import { comment, from, parse, pod } from "./check.ts";

const ms = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.nat(100_000_000).map((n) => n * 10),
  fc.constant(0),
);
const optionalMs = fc.option(ms, { nil: undefined });
const code = fc.integer({ min: 0, max: 255 });

const awkwardWords = [
  "after",
  "For",
  "x5",
  "x",
  "×2",
  "then",
  "livness",
  "prestop",
  "startup",
  "5s",
  "-c",
  "a b",
  "it's",
  '"',
  "\\",
  "",
  "a,b",
];
const command = fc.oneof(fc.string(), fc.constantFrom(...awkwardWords, ...reservedWords, "/bin/sh", "pg_isready"));
const target: fc.Arbitrary<AnswerTarget> = fc.oneof(
  fc.record({ kind: fc.constant("probe" as const), type: fc.constantFrom("startup", "liveness", "readiness") }),
  fc.record({ kind: fc.constant("hook" as const), hook: fc.constantFrom("postStart", "preStop") }),
  fc.record({ kind: fc.constant("exec" as const), command }),
);
const answers: fc.Arbitrary<AnswerWindow> = fc
  .record({
    answer: fc.constantFrom("fails", "hangs", "breaks", "redirects", "answers"),
    latencyMs: ms,
    target: fc.option(target, { nil: undefined }),
    afterMs: ms,
    forMs: optionalMs,
  })
  .map((window) => ({ ...window, latencyMs: window.answer === "answers" ? window.latencyMs : undefined }));
const end: fc.Arbitrary<RunEnd> = fc.oneof(
  fc.tuple(ms, code).map(([afterMs, exitCode]) => exitAfter(afterMs, exitCode)),
  ms.map((afterMs) => ({ afterMs, exitCode: 137, reason: "OOMKilled" as const })),
);
const stop: fc.Arbitrary<StopBehaviour> = fc.oneof(
  fc.constant({ kind: "ignores" as const }),
  fc.record({ kind: fc.constant("stops" as const), inMs: ms, exitCode: fc.oneof(code, fc.constant(143)) }),
);
const run: fc.Arbitrary<Run> = fc.record({
  times: fc.integer({ min: 1, max: 1_000_000 }),
  end: fc.option(end, { nil: undefined }),
  startsInMs: ms,
  answers: fc.array(answers, { maxLength: 3 }),
  stop,
  createMs: ms,
  startMs: ms,
  fault: fc.constantFrom("cannot be created", "cannot be started", undefined),
});
const image: fc.Arbitrary<ImageBehaviour> = fc.record({
  missingTimes: fc.option(fc.nat(1000), { nil: undefined }),
  pullMs: ms,
});
const script: fc.Arbitrary<ContainerScript> = fc
  .record({ runs: fc.array(run, { minLength: 1, maxLength: 4 }), image: fc.option(image, { nil: undefined }) })
  .map(({ runs, image }) => ({
    runs: [...runs.slice(0, -1), ...runs.slice(-1).map((last) => ({ ...last, times: 1 }))],
    image,
  }));

const comparison = fc.constantFrom("<=", "<", ">=", ">", "=");
const phase = fc.constantFrom("Pending", "Running", "Succeeded", "Failed");
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant("ready" as const), withinMs: ms }),
  fc.record({ kind: fc.constant("restarts" as const), comparison, count: fc.nat(1000), withinMs: ms }),
  fc.record({ kind: fc.constant("phase" as const), phase, withinMs: ms }),
  fc.record({ kind: fc.constant("no-probe-kill" as const), withinMs: ms }),
  fc.record({ kind: fc.constant("down-at-most" as const), downMs: ms, withinMs: ms }),
  fc.record({ kind: fc.constant("crash-loop" as const), expected: fc.boolean(), withinMs: ms }),
);
const event: fc.Arbitrary<ScenarioEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom("kubelet-restart", "node-reboot"), atMs: ms, downMs: ms }),
  fc.record({ kind: fc.constant("pod-deleted" as const), atMs: ms, graceMs: optionalMs }),
);

test("what a script's canonical text says is the script", () => {
  fc.assert(
    fc.property(script, (written) => {
      const { scenario, problems } = parse(comment(formatScript(written)));
      expect(problems).toEqual([]);
      expect(scenario.containers["app"]).toEqual(written);
    }),
    { numRuns: 1000 },
  );
});

test("what an expectation's text says is the expectation", () => {
  fc.assert(
    fc.property(condition, fc.constantFrom("app", "log", undefined), (written, name) => {
      const container = written.kind === "phase" ? undefined : name;
      const { scenario, problems } = parse(from("project", formatExpectation({ container, condition: written })));
      expect(problems).toEqual([]);
      expect(scenario.expectations).toMatchObject([{ container, condition: written }]);
    }),
  );
});

test("what an event's text says is the event", () => {
  fc.assert(
    fc.property(event, (written) => {
      const { scenario, problems } = parse(from("project", formatEvent(written)));
      expect(problems).toEqual([]);
      expect(scenario.events).toEqual([written]);
    }),
  );
});

/** Words of the language in any order, with things between them that are none: the parser's own worst food. */
const words = [
  "app",
  ":",
  ",",
  "then",
  "x5",
  "x",
  "5",
  "5s",
  "min",
  "-5s",
  "300",
  '"',
  "'a'",
  "—",
  "-",
  "<=",
  "expect",
  "at",
  "ignore",
  "within",
];
const soup = fc
  .array(fc.oneof(fc.constantFrom(...words, ...reservedWords), fc.string()), { maxLength: 40 })
  .map((parts) => parts.join(" "));

test("every text is read: problems lie within it, and what counts can be written and read again", () => {
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: "binary" })), fc.nat(300), (text, offset) => {
      const { scenario, problems } = parse(comment(text));
      for (const { start, end, message } of problems) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(message).toMatch(/[.?]$/);
      }
      for (const [name, said] of Object.entries(scenario.containers)) {
        expect(parse(from("project", `${name}: ${formatScript(said)}`)).scenario.containers[name]).toEqual(said);
      }
      completeScenario(text, offset, pod);
    }),
    { numRuns: 2000 },
  );
});

/** Texts that would take a reader that tries everything again from every place years to read. */
test.each([
  ["crashes, ", 20_000],
  ["fails after ", 10_000],
  ["5 ", 10_000],
  ["1 min ", 10_000],
  ['"', 10_000],
  ['"\\', 10_000],
  ["a", 100_000],
  ["9", 100_000],
  ["crashes, then ", 10_000],
])("%j many times is read in a moment", (part, times) => {
  const { problems } = parse(comment(part.repeat(times)), comment(`crashes after ${part.repeat(times)}`));
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.every(({ message }) => message.length < 1000)).toBe(true);
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { completeScenario } from "../../../shared/scenario/language/complete.ts";
import { formatEvent, formatExpectation, formatScript } from "../../../shared/scenario/language/format.ts";
import { reservedWords } from "../../../shared/scenario/reading/reserved-words.ts";
import { numRunsOf } from "../../extent.ts";
import { condition, event, rolloutCondition, rolloutEvent, script } from "./arbitrary.ts";
import { comment, from, parse, pod } from "./check.ts";

test("what a script's canonical text says is the script", () => {
  fc.assert(
    fc.property(script, (written) => {
      const { scenario, problems } = parse(comment(formatScript(written)));
      expect(problems).toEqual([]);
      expect(scenario.containers["app"]).toEqual(written);
    }),
    { numRuns: numRunsOf(1000) },
  );
});

test("a range stays where its middle is what is meant without it", () => {
  const text = "fails readiness after 4m–6m for 20s every 5m";
  const said = parse(comment(text)).scenario.containers["app"];
  expect(said && formatScript(said)).toBe(text);
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

test("what is said of a rollout is in the scenario, and no pod knows of it", () => {
  fc.assert(
    fc.property(script, rolloutCondition, rolloutEvent, (written, expected, happens) => {
      const texts = [
        `new: app: ${formatScript(written)}`,
        formatExpectation({ condition: expected }),
        formatEvent(happens),
      ];
      const { scenario, problems } = parse(...texts.map((text) => from("project", text)));
      expect(problems).toEqual([]);
      const { rollout, ...ofPod } = scenario;
      expect(ofPod).toEqual({ containers: {}, events: [], expectations: [] });
      expect(rollout).toMatchObject({
        new: { app: written },
        expectations: [{ condition: expected }],
        events: [happens],
      });
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
    { numRuns: numRunsOf(2000) },
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

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatEvent, formatExpectation, formatScript } from "../../../../shared/scenario/language/format.ts";
import type { ScenarioText } from "../../../../shared/scenario/language/parse.ts";
import { textsOfLines } from "../../../../shared/scenario/language/parse.ts";
import { scenarioLines } from "../../../../shared/scenario/language/scenario-lines.ts";
import { numRunsOf } from "../../../extent.ts";
import { condition, event, rolloutCondition, rolloutEvent, script } from "../arbitrary.ts";
import { comment, from, parse, pod } from "../check.ts";

const name = fc.constantFrom("db", "log", "app");
const source = fc.constantFrom("comment", "project", "argument");
/** A text on a line of one container that may speak of another one. */
const text: fc.Arbitrary<ScenarioText> = fc.oneof(
  fc.tuple(source, name, script).map(([where, who, runs]) => from(where, `${who}: ${formatScript(runs)}`)),
  fc.tuple(name, script).map(([who, runs]) => comment(formatScript(runs), who)),
  fc.tuple(name, name, script).map(([line, who, runs]) => comment(`${who}: ${formatScript(runs)}`, line)),
  fc
    .tuple(source, name, fc.constantFrom("old", "new"), script)
    .map(([where, who, revision, runs]) => from(where, `${revision}: ${who}: ${formatScript(runs)}`)),
  fc
    .tuple(name, fc.constantFrom("old", "new"), script)
    .map(([line, revision, runs]) => comment(`${revision}: ${formatScript(runs)}`, line)),
  fc.tuple(source, rolloutEvent).map(([where, what]) => from(where, formatEvent(what))),
  fc.tuple(name, rolloutCondition).map(([line, what]) => comment(formatExpectation({ condition: what }), line)),
  fc.tuple(source, event).map(([where, what]) => from(where, formatEvent(what))),
  fc
    .tuple(source, fc.option(name, { nil: undefined }), condition)
    .map(([where, container, what]) => from(where, formatExpectation({ container, condition: what }))),
  fc
    .tuple(name, condition)
    .map(([who, what]) => comment(formatExpectation({ container: undefined, condition: what }), who)),
);

test("lines say what the texts say", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      const lines = scenarioLines(texts, pod);
      const again = parse(...textsOfLines(lines));
      expect(again.scenario).toEqual(parse(...texts).scenario);
      expect(again.problems).toEqual([]);
      expect(scenarioLines(textsOfLines(lines), pod)).toEqual(lines);
    }),
    { numRuns: numRunsOf(1000) },
  );
});

/** `container: text` of each line; a text of which nobody is said stands alone. */
function shown(...texts: readonly ScenarioText[]): readonly string[] {
  return scenarioLines(texts, pod).map(({ container, text: said }) =>
    container === undefined ? said : `${container}: ${said}`,
  );
}

describe("a line", () => {
  test("stands for each container in the order of the pod, then for events and expectations", () => {
    expect(
      shown(
        from("project", "expect ready within 1 min"),
        comment("expect restarts <= 3 within 10m"),
        comment("exits 1 x5,then runs"),
        from("argument", "at 5 min kubelet restarts"),
        comment("db: crashes"),
      ),
    ).toEqual([
      "db: crashes",
      "app: crashes x5, then runs",
      "at 5m kubelet restarts",
      "expect ready within 1 min",
      "app: expect restarts <= 3 within 10m",
    ]);
  });

  test("has what counts of several sources", () => {
    expect(shown(comment("crashes"), from("project", "app: oom"), from("argument", "app: image missing"))).toEqual([
      "app: image missing, then crashes",
    ]);
  });

  test("has a mistake as it was written, for people to repair it", () => {
    expect(shown(comment("crahses after 5s"), from("project", "app: runs"))).toEqual(["app: crahses after 5s"]);
    expect(shown(from("argument", "app:  crashes  x5 "))).toEqual(["app: crashes  x5"]);
    expect(shown(comment("image misssing"), comment("crashes"))).toEqual(["app: image misssing, crashes"]);
    expect(shown(comment("expect redy within 5s"), comment("at 5x kubelet restarts"))).toEqual([
      "at 5x kubelet restarts",
      "app: expect redy within 5s",
    ]);
  });

  test("keeps a name that the pod does not have, and says nothing of whom nobody knows", () => {
    expect(shown(from("argument", "ap: crashes"), from("project", "crashes"))).toEqual(["ap: crashes", "crashes"]);
    expect(shown({ text: "crashes", container: "web", source: "project" })).toEqual(["web: crashes"]);
  });

  test("stands for no comment that ignores a rule", () => {
    expect(shown(comment("ignore some-rule — why not"), comment("ignore"))).toEqual([]);
  });

  test("of a container that is named as nothing else could be", () => {
    const container = { name: "constructor", kind: "regular" as const };
    expect(scenarioLines([{ text: "crashes", container: "constructor", source: "comment" }], [container])).toEqual([
      { container: "constructor", text: "crashes" },
    ]);
    expect(scenarioLines([comment("constructor crashes")], [container])).toEqual([
      { container: "app", text: "constructor crashes" },
    ]);
  });
});

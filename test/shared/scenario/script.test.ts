import { expect, test } from "vitest";
import { formatScript } from "../../../shared/scenario/language/format.ts";
import type { Scenario } from "../../../shared/scenario/model.ts";
import { defaultScript, plainRun, runOf, scriptOf } from "../../../shared/scenario/script.ts";
import { comment, parse, scriptOfText } from "./check.ts";

/** The exit code of each attempt; `-` runs forever. */
test.each([
  ["runs", "- - - -"],
  ["exits 7", "7 7 7 7"],
  ["exits 7 x2, then exits 8, then runs", "7 7 8 - - -"],
  ["exits 7 x1000000, then runs", "7 7 7 7"],
])("%s", (text, codes) => {
  const script = scriptOfText(text) ?? defaultScript({ kind: "regular" });
  const attempts = codes.split(" ").map((_, attempt) => runOf(script, attempt).end?.exitCode ?? "-");
  expect(attempts.join(" ")).toBe(codes);
});

test("the run behind a long repetition", () => {
  const script = scriptOfText("exits 7 x1000000, then runs") ?? defaultScript({ kind: "regular" });
  expect([999_999, 1_000_000].map((attempt) => runOf(script, attempt).end?.exitCode)).toEqual([7, undefined]);
});

test("a container of which nothing is said", () => {
  const scenario: Scenario = { containers: {}, events: [], expectations: [] };
  const runsOf = (name: string, kind: "init" | "regular" | "sidecar") => scriptOf(scenario, { name, kind }).runs;
  expect(runsOf("app", "regular")).toEqual([plainRun]);
  expect(runsOf("app", "sidecar")).toEqual([plainRun]);
  expect(runsOf("constructor", "regular")).toEqual([plainRun]);
  expect(runsOf("app", "init")).toEqual([{ ...plainRun, end: { afterMs: 1000, exitCode: 0, reason: "Completed" } }]);
});

test("a container of which something is said", () => {
  const script = scriptOfText("oom") ?? defaultScript({ kind: "init" });
  const scenario: Scenario = { containers: { app: script }, events: [], expectations: [] };
  expect(scriptOf(scenario, { name: "app", kind: "init" })).toBe(script);
});

test("the last run gets all attempts that are left, so that its number says nothing", () => {
  const said = parse(comment("exits 7 x5")).scenario.containers["app"];
  expect(said?.runs.map(({ times }) => times)).toEqual([1]);
  const repeated = {
    runs: [
      { ...plainRun, times: 2 },
      { ...plainRun, times: 5 },
    ],
    image: undefined,
  };
  expect(formatScript(repeated)).toBe("runs x2, then runs");
});

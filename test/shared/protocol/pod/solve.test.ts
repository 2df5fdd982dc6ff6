import { describe, expect, it } from "vitest";
import type { GoalKind } from "../../../../shared/forecast/solve/solve-model.ts";
import { readAmount, solveCommandSchema, solveParamsSchema } from "../../../../shared/protocol/pod/solve.ts";
import { serverRequests } from "../../../../shared/protocol/request.ts";
import { parseMessage } from "../../../../shared/protocol/values/parse.ts";

const unit = 'Write a number with its unit, as in "90s", "3m" or "1m30s".';
const between = "Write a time between 1s and 24h.";
const whole = "Write a whole number from 1 to 3600.";

describe("the amount of a goal", () => {
  it.each<[kind: GoalKind, text: string, read: number | string]>([
    ["start", "3m", 180_000],
    ["start", " 1m30s ", 90_000],
    ["hang", "1.5s", 1500],
    ["unready", "24h", 86_400_000],
    ["start", "3", unit],
    ["start", "", unit],
    ["start", "3 min", unit],
    ["hang", "3d", unit],
    ["hang", "500ms", between],
    ["hang", "-5s", between],
    ["start", "25h", between],
    ["restarts", "10", 10],
    ["restarts", "0", whole],
    ["restarts", "3601", whole],
    ["restarts", "1.5", whole],
    ["restarts", "10m", whole],
  ])("%s %j → %j", (kind, text, read) => {
    expect(readAmount(kind, text)).toEqual(typeof read === "number" ? { amount: read } : { problem: read });
  });
});

const place = { kind: "container", path: ["spec", "containers", 0] };
const goal = { kind: "start", amount: 180_000 };

describe("messages are read as they were sent", () => {
  it.each([
    ["a question", solveParamsSchema, { uri: "file:///a", document: 0, place, goal }],
    [
      "a question about a kubelet",
      solveParamsSchema,
      { uri: "file:///a", document: 2, place: { kind: "kubelet", index: 0 }, goal: { kind: "restarts", amount: 10 } },
    ],
    [
      "a command",
      solveCommandSchema,
      { uri: "file:///a", document: 0, place, kind: "hang", title: "T…", prompt: "P?", preset: "20s" },
    ],
    ["no answer", serverRequests.solve.answer, null],
    ["a reason", serverRequests.solve.answer, { version: 3, solutions: [], reason: "Because." }],
  ])("%s", (what, schema, value) => {
    expect(parseMessage<unknown>(schema, JSON.parse(JSON.stringify(value)), what)).toEqual({
      value,
      problem: undefined,
    });
  });

  it.each([
    ["a goal that nobody knows", { uri: "a", document: 0, place, goal: { kind: "peace", amount: 1 } }],
    ["nothing", { uri: "a", document: 0, place, goal: { kind: "start", amount: 0 } }],
    ["no document", { uri: "a", document: -1, place, goal }],
    ["no place", { uri: "a", document: 0, place: { kind: "somewhere" }, goal }],
  ])("not %s", (what, value) => {
    expect(parseMessage<unknown>(solveParamsSchema, value, what).problem).toMatch(/^.* is not what was agreed/);
  });
});

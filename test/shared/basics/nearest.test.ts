import { expect, test } from "vitest";
import { editDistance } from "../../../shared/basics/edit-distance.ts";
import { nearest } from "../../../shared/basics/nearest.ts";

test.each([
  ["same", "same", 0],
  ["", "abc", 3],
  ["crashs", "crashes", 1],
  ["livness", "liveness", 1],
  ["raedy", "ready", 1],
  ["kitten", "sitting", 3],
  ["ca", "abc", 3],
])("%j and %j are %d apart", (left, right, distance) => {
  expect([editDistance(left, right, 9), editDistance(right, left, 9)]).toEqual([distance, distance]);
});

test.each([
  ["exit", ["exits", "oom"], "exits"],
  ["CRASH", ["Crashes", "oom"], "Crashes"],
  ["oomkilled", ["exits", "oom"], "oom"],
  ["readyness", ["liveness", "readiness"], "readiness"],
  ["sleep", ["starts", "stops"], undefined],
  ["as", ["at", "exits"], "at"],
  ["anything", [], undefined],
])("%s among %j", (word, candidates, meant) => {
  expect(nearest(word, candidates)).toBe(meant);
});

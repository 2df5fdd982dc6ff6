import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { unexplained } from "../truth/timelines/unexplained.ts";

const page = readFileSync("ARCHITECTURE.md", "utf8");

/** What the page counts, and what there is. */
it.each<[claim: RegExp, count: () => number]>([
  [/`test\/truth\/timelines`: (\d+) recordings/, () => readdirSync("test/fixtures/timelines").length],
  [/`test\/fixtures\/timelines-mixed` has (\d+) more/, () => readdirSync("test/fixtures/timelines-mixed").length],
  [/(\d+) of the \d+ recorded pods are not explained/, () => Object.values(unexplained).flat().length],
  [/`test\/truth\/workloads`: (\d+) recorded scenarios/, () => linesOf("test/fixtures/workloads/take-1.jsonl.gz")],
  [/breaks the engine in (\d+) places/, () => mutantsIn("tools/mutants.data.mjs")],
  [/and what is around it in (\d+), one at a time/, () => mutantsIn("tools/mutants.features.data.mjs")],
])("%s", (claim, count) => {
  expect(Number(claim.exec(page)?.[1])).toBe(count());
});

function mutantsIn(file: string): number {
  return Array.from(readFileSync(file, "utf8").matchAll(/^ {4}breaks:/gm)).length;
}

function linesOf(file: string): number {
  return gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n").length;
}

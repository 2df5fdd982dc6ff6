import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { defaultTiming } from "../../client/cluster/source/timing.ts";
import { once } from "../../shared/basics/once.ts";
import { judgedCounts } from "../truth/observation/judged-counts.ts";
import { perturbations } from "../truth/timelines/perturb.ts";
import { mixedNames, readRecording, recordingNames } from "../truth/timelines/recording.ts";
import { restartAllNames, withoutRestartAll } from "../truth/timelines/restart-all-names.ts";
import { unexplained } from "../truth/timelines/unexplained.ts";

const page = readFileSync("ARCHITECTURE.md", "utf8");

const pods = once(() => podsOf(recordingNames));
const mixedPods = once(() => podsOf(mixedNames));

/** What the page counts, and what there is. */
it.each<[claim: RegExp, count: () => number]>([
  [/`test\/truth\/timelines`: (\d+) recordings/, () => recordingNames.length],
  [/`test\/truth\/timelines`: \d+ recordings \((\d+) pods\)/, pods],
  [/(\d+) pods are explained whole/, () => pods() - unexplainedOf(recordingNames)],
  [/`test\/fixtures\/timelines-mixed` has (\d+) more/, () => mixedNames.length],
  [/`test\/fixtures\/timelines-mixed` has \d+ more \((\d+) pods\)/, mixedPods],
  [/\d+ of the (\d+) recorded pods are not explained/, () => pods() + mixedPods()],
  [/`falsified.test.ts` changes one recording in (\d+) ways/, () => Object.keys(perturbations).length],
  [
    /`test\/truth\/validation`: ([\d,]+) generated manifests/,
    () => linesOf("test/fixtures/validation/pods.1.37.1.jsonl.gz"),
  ],
  [
    /`test\/truth\/validation\/kubelet.test.ts`: ([\d,]+) configurations/,
    () => linesOf("test/fixtures/validation/kubelet.1.37.1.jsonl.gz"),
  ],
  [/restart of all containers is in (\d+) of these/, () => restartAllNames.length - withoutRestartAll.length],
  [
    /`test\/truth\/backoff`: (\d+) sequences/,
    () => readFileSync("test/truth/backoff/vectors.jsonl", "utf8").trim().split("\n").length,
  ],
  [/([\d,]+) of [\d,]+ judged starts and ends/, () => judgedCounts.inside],
  [/[\d,]+ of ([\d,]+) judged starts and ends/, () => judgedCounts.inside + judgedCounts.outside],
  [/(\d+) of the \d+ recorded pods are not explained/, () => Object.values(unexplained).flat().length],
  [/`test\/truth\/workloads`: (\d+) recorded scenarios/, () => linesOf("test/fixtures/workloads/take-1.jsonl.gz")],
  [/breaks the engine in (\d+) places/, () => mutantsIn("tools/mutants.data.mjs")],
  [/and what is around it in (\d+), one at a time/, () => mutantsIn("tools/mutants.features.data.mjs")],
  [/collects what changes within (\d+) ms/, () => defaultTiming.batchMs],
])("%s", (claim, count) => {
  expect(Number(claim.exec(page)?.[1]?.replace(",", ""))).toBe(count());
});

function podsOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + readRecording(name).runs.length, 0);
}

function unexplainedOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (unexplained[name]?.length ?? 0), 0);
}

function mutantsIn(file: string): number {
  return Array.from(readFileSync(file, "utf8").matchAll(/^ {4}breaks:/gm)).length;
}

function linesOf(file: string): number {
  return gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n").length;
}

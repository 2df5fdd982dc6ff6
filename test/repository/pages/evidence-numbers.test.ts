import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { once } from "../../../shared/basics/once.ts";
import { judgedCounts } from "../../truth/observation/judged-counts.ts";
import { statusCounts } from "../../truth/observation/status-counts.ts";
import { lostOrRepeated, movedOrAltered } from "../../truth/timelines/falsified/perturb.ts";
import { networkNotPlayed } from "../../truth/timelines/network-not-played.ts";
import { rangeFigures } from "../../truth/timelines/range-figures.ts";
import { mixedNames, networkNames, readRecording, recordingNames } from "../../truth/timelines/recording.ts";
import { restartAllNames, withoutRestartAll } from "../../truth/timelines/restart-all-names.ts";
import { unexplained } from "../../truth/timelines/unexplained.ts";

// The numbers of docs/evidence.md and docs/where-we-differ.md that are not marked as measured are those of the recordings.

const evidence = readFileSync("docs/evidence.md", "utf8");
const differences = readFileSync("docs/where-we-differ.md", "utf8");
const causes = readFileSync("test/golden/observation/causes.txt", "utf8");

const pods = once(() => podsOf(recordingNames));
const mixedPods = once(() => podsOf(mixedNames));

/** What docs/evidence.md counts, and what there is. */
it.each<[claim: RegExp, count: () => number]>([
  [/Kubelets 1\.34\.4 and 1\.37\.1 \| (\d+) recordings/, () => recordingNames.length],
  [/\d+ recordings, (\d+) pods \| \d+ pods are explained whole \| `/, pods],
  [/\d+ pods \| (\d+) pods are explained whole \| `/, () => pods() - unexplainedOf(recordingNames)],
  [/was not written \| (\d+) recordings, \d+ pods/, () => mixedNames.length],
  [/was not written \| \d+ recordings, (\d+) pods/, mixedPods],
  [/(\d+) pods are explained whole \| the same/, () => mixedPods() - unexplainedOf(mixedNames)],
  [/listener, 1\.37\.1 \| (\d+) pods/, () => networkNames.length],
  [/(\d+) are played by one clause/, () => networkNames.length - networkNotPlayed.length],
  [/it follows from \| ([\d,]+) \|/, () => rangeFigures.moments],
  [/([\d,]+) are inside the range of the engine/, () => rangeFigures.held],
  [/the median range is ([\d.]+) % as wide/, () => rangeFigures.medianPercent],
  [/nobody disturbed \| ([\d,]+) \|/, () => judgedCounts.inside + judgedCounts.outside],
  [/([\d,]+) are inside the predicted window/, () => judgedCounts.inside],
  [/with all events of the pod \| ([\d,]+) \|/, () => causeFigures("all").ends],
  [/with all events of the pod \| [\d,]+ \| ([\d,]+) have/, () => causeFigures("all").right],
  [/without any event \| ([\d,]+) \|/, () => causeFigures("none").ends],
  [/without any event \| [\d,]+ \| ([\d,]+) have/, () => causeFigures("none").right],
  [/with and without events \| ([\d,]+) \|/, () => statusCounts.answers],
  [/in ([\d,]+) state, verdict, cause/, () => statusCounts.right],
  [/in (\d+) state or verdict is wrong/, () => statusCounts.wrongWords],
  [/changes one recording in (\d+) ways/, () => Object.keys({ ...lostOrRepeated, ...movedOrAltered }).length],
  [/all containers in (\d+) recordings/, () => restartAllNames.length - withoutRestartAll.length],
  [/\| (\d+) scenarios, recorded twice \| all/, () => linesOf("test/fixtures/workloads/take-1.jsonl.gz")],
  [/\| (\d+) scenarios, recorded twice, and/, () => linesOf("test/fixtures/workloads/own-1.jsonl.gz")],
  [/recorded twice, and (\d+) recorded once/, () => linesOf("test/fixtures/workloads/own-3.jsonl.gz")],
  [/crash, idle, and complete \| (\d+) recordings/, () => loadRecordings().length],
  [/\| ([\d,]+) manifests \|/, () => linesOf("test/fixtures/validation/pods.1.37.1.jsonl.gz")],
  [/\| ([\d,]+) configurations \|/, () => linesOf("test/fixtures/validation/kubelet.1.37.1.jsonl.gz")],
  [
    /\| (\d+) sequences of calls/,
    () => readFileSync("test/truth/backoff/vectors.jsonl", "utf8").trim().split("\n").length,
  ],
  [/breaks the engine in (\d+) places/, () => mutantsIn("tools/mutants.data.mjs")],
  [/and what is around it in (\d+), one at a time/, () => mutantsIn("tools/mutants.features.data.mjs")],
])("%s", (claim, count) => {
  expect(numberIn(evidence, claim)).toBe(count());
});

it("the pods that are not explained are counted where we differ", () => {
  const claim = /(\d+) of the (\d+) recorded pods are not explained/.exec(differences);
  expect(Number(claim?.[1])).toBe(Object.values(unexplained).flat().length);
  expect(Number(claim?.[2])).toBe(pods() + mixedPods());
});

function numberIn(page: string, claim: RegExp): number {
  return Number(claim.exec(page)?.[1]?.replace(",", ""));
}

function podsOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + readRecording(name).runs.length, 0);
}

function unexplainedOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (unexplained[name]?.length ?? 0), 0);
}

/** The first figures for that knowledge of events in the golden file of causes: those of one look. */
function causeFigures(events: "all" | "none"): { readonly ends: number; readonly right: number } {
  const line = new RegExp(`^one look, events: ${events}: (\\d+) of (\\d+) ends`, "m").exec(causes);
  return { right: Number(line?.[1]), ends: Number(line?.[2]) };
}

/** Recordings of the load of a node; those of training runs are another kind. */
function loadRecordings(): readonly string[] {
  return readdirSync("test/truth/load").filter((file) => file.endsWith(".json") && file !== "training.json");
}

function mutantsIn(file: string): number {
  return Array.from(readFileSync(file, "utf8").matchAll(/^ {4}breaks:/gm)).length;
}

function linesOf(file: string): number {
  return gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n").length;
}

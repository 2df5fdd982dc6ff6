import { expect, test } from "vitest";
import { crashLoopPolicy } from "../../../shared/backoff/policy.ts";
import { formatDuration } from "../../../shared/basics/durations.ts";
import { readKubeletConfiguration } from "../../../shared/kubelet-configuration/read-configuration.ts";
import { makeNode } from "../../../shared/kubernetes/assumptions.ts";
import type { Semantics } from "../../../shared/kubernetes/node.ts";
import { expectGolden } from "../../golden.ts";
import { kepDifferences } from "./kep-differences.ts";

/** Reduce gate, max gate, maxContainerRestartPeriod: the rows of spec/backoff.md §2. */
const rows: readonly (readonly [boolean, boolean, string | undefined])[] = [
  [false, false, undefined],
  [false, false, "4s"],
  [false, true, undefined],
  [false, true, "4s"],
  [false, true, "1m"],
  [true, false, undefined],
  [true, false, "4s"],
  [true, true, undefined],
  [true, true, "4s"],
  [true, true, "5m"],
  [true, true, "301s"],
];

test("what the gates and the field make of a 1.37 node", () => {
  const lines = rows.map(([reduce, max, field]) => {
    const featureGates = { ReduceDefaultCrashLoopBackOffDecay: reduce, KubeletCrashLoopBackOffMax: max };
    const cells = [reduce ? "on" : "off", max ? "on" : "off", field ?? "not set"];
    const verdicts = [verdict(featureGates, field, "released"), verdict(featureGates, field, "kep")];
    return [cells[0]?.padEnd(11), cells[1]?.padEnd(8), cells[2]?.padEnd(7), verdicts[0]?.padEnd(24), verdicts[1]];
  });
  const head = "reduce gate | max gate | field   | released                 | as proposed";
  expectGolden("backoff/gates", [head, ...lines.map((cells) => cells.join(" | "))].join("\n"));
});

test.each<[string, unknown, Semantics, string]>([
  ["the proposal's number", 4, "kep", "4s to 4s"],
  ["the proposal's number", 4, "released", "kubelet refuses to start"],
  ["a number out of range", 301, "kep", "kubelet refuses to start"],
  ["a number that is not whole", 1.5, "kep", "kubelet refuses to start"],
  ["null", null, "kep", "10s to 5m"],
])("%s (%j), %s: %s", (_, field, semantics, expected) => {
  expect(verdict({}, field, semantics)).toBe(expected);
});

test("each difference between proposals and released code is told once", () => {
  const subjects = kepDifferences.map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(subjects.length);
});

function verdict(featureGates: Record<string, boolean>, field: unknown, semantics: Semantics): string {
  const configuration = { featureGates, crashLoopBackOff: { maxContainerRestartPeriod: field } };
  const read = readKubeletConfiguration(configuration, undefined, "1.37", {}, semantics);
  if (read.problems.some(({ origin }) => origin === "kubelet")) return "kubelet refuses to start";
  const node = makeNode({ kubernetes: "1.37", featureGates: {}, kubeletConfiguration: read });
  const { initialMs, maximumMs } = crashLoopPolicy(node, semantics);
  const warning = read.problems.length > 0 ? ", with a warning" : "";
  return `${formatDuration(initialMs)} to ${formatDuration(maximumMs)}${warning}`;
}

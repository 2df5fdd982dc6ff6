import { describe, expect, test } from "vitest";
import { crashLoopPolicy } from "../../../shared/backoff/policy.ts";
import { readKubeletConfiguration } from "../../../shared/kubelet-configuration/read-configuration.ts";
import { makeNode } from "../../../shared/kubernetes/assumptions.ts";
import { expectGolden } from "../../golden.ts";
import { kepFigures } from "./kep-figures.ts";
import { table } from "./table.ts";

describe("the figures of KEP-4603 and KEP-5593", () => {
  test("beside ours", () => {
    const rows = kepFigures.map(({ kep, ours, verdict, claim }) => [claim, kep, ours, verdict]);
    expectGolden("backoff/kep-figures", table([["claim", "KEP", "ours", "verdict"], ...rows]));
  });

  test.each(kepFigures)("$claim: $kep, $ours", ({ kep, ours, verdict }) => {
    expect(verdict === "holds").toBe(kep === ours);
  });
});

/** KEP-4603 "Conflict resolution", as written: reduce gate, max gate with the field in seconds, initial and maximum in seconds. */
const effective: readonly (readonly [string, boolean, number | undefined, string])[] = [
  ["today's behavior", false, undefined, "10s 300s"],
  ["new default only", true, undefined, "1s 60s"],
  ["faster per node config", false, 60, "10s 60s"],
  ["faster per node config", false, 2, "2s 2s"],
  ["faster per node config", true, 2, "1s 2s"],
  ["faster per node config", true, 30, "1s 30s"],
  ["slower per node config", true, 300, "1s 300s"],
  ["slower per node config", true, 61, "1s 61s"],
  ["reimplements today's behavior", false, 300, "10s 300s"],
  ["invalid per node config", false, 301, "kubelet crashes"],
  ["invalid per node config", true, 301, "kubelet crashes"],
];

test.each(effective)("KEP-4603, %s (reduce gate %s, field %s): %s", (_, reduce, seconds, expected) => {
  const featureGates = {
    ReduceDefaultCrashLoopBackOffDecay: reduce,
    KubeletCrashLoopBackOffMax: seconds !== undefined,
  };
  const configuration = { featureGates, crashLoopBackOff: { maxContainerRestartPeriod: seconds } };
  const read = readKubeletConfiguration(configuration, undefined, "1.37", {}, "kep");
  const node = makeNode({ kubernetes: "1.37", featureGates: {}, kubeletConfiguration: read });
  const { initialMs, maximumMs } = crashLoopPolicy(node, "kep");
  const isRefused = read.problems.some(({ origin }) => origin === "kubelet");
  expect(isRefused ? "kubelet crashes" : `${initialMs / 1000}s ${maximumMs / 1000}s`).toBe(expected);
});

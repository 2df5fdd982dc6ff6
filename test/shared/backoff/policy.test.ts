import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Backoff } from "../../../shared/backoff/backoff.ts";
import {
  backOffCurve,
  type CrashLoopPolicy,
  crashLoopPolicy,
  imagePullPolicy,
} from "../../../shared/backoff/policy.ts";
import { formatDuration } from "../../../shared/basics/durations.ts";
import { defaultKubeletConfiguration } from "../../../shared/kubernetes/assumptions.ts";
import type { Node, Semantics } from "../../../shared/kubernetes/node.ts";
import { type KubernetesVersion, minorVersions, newestVersion } from "../../../shared/kubernetes/versions.ts";
import { expectGolden } from "../../golden.ts";
import { table } from "./table.ts";

const reduceGate = "ReduceDefaultCrashLoopBackOffDecay";
const maxGate = "KubeletCrashLoopBackOffMax";

const gateSettings: readonly (readonly [string, Record<string, boolean>])[] = [
  ["gates default", {}],
  ["max off", { [maxGate]: false }],
  ["max on", { [maxGate]: true }],
  ["reduce on", { [reduceGate]: true }],
  ["reduce on, max off", { [reduceGate]: true, [maxGate]: false }],
  ["reduce on, max on", { [reduceGate]: true, [maxGate]: true }],
];
const periodsMs = [undefined, 1_000, 4_000, 60_000, 300_000];

test("first and longest delay for each version, gate and maxContainerRestartPeriod", () => {
  const rows = gateSettings.flatMap(([label, featureGates]) =>
    periodsMs.map((periodMs) => {
      const cells = minorVersions.map((version) => range(crashLoopPolicy(node(version, featureGates, periodMs))));
      return [label, periodMs === undefined ? "not set" : formatDuration(periodMs), ...cells];
    }),
  );
  expectGolden("backoff/policies", table([["gates", "field", ...minorVersions], ...rows]));
});

test("the same as the proposals have it", () => {
  const rows = gateSettings.flatMap(([label, featureGates]) =>
    periodsMs.map((periodMs) => {
      const cells = minorVersions.map((version) =>
        range(crashLoopPolicy(node(version, featureGates, periodMs), "kep")),
      );
      return [label, periodMs === undefined ? "not set" : formatDuration(periodMs), ...cells];
    }),
  );
  expectGolden("backoff/policies-kep", table([["gates", "field", ...minorVersions], ...rows]));
});

test.each<[KubernetesVersion, Semantics, Partial<CrashLoopPolicy>]>([
  ["1.31", "released", { resetAfterMs: 600_000, firstDelayed: false, forgottenWhileWaiting: true }],
  ["1.32", "released", { resetAfterMs: 600_000, firstDelayed: false, forgottenWhileWaiting: true }],
  ["1.37", "released", { resetAfterMs: 600_000, firstDelayed: false, forgottenWhileWaiting: true }],
  // No proposal speaks of it.
  ["1.31", "kep", { resetAfterMs: 600_000, firstDelayed: false, forgottenWhileWaiting: true }],
  ["1.32", "kep", { resetAfterMs: 300_000, firstDelayed: true, forgottenWhileWaiting: false }],
  ["1.37", "kep", { resetAfterMs: 300_000, firstDelayed: true, forgottenWhileWaiting: false }],
])("first restart and recovery in %s, %s", (version, semantics, expected) => {
  expect(crashLoopPolicy(node(version, {}, undefined), semantics)).toMatchObject(expected);
});

test("the waits of a container that exits at once", () => {
  const curves: [string, Node][] = [
    ["default", node(newestVersion, {}, undefined)],
    ["reduced (1/60 needs the max gate off)", node(newestVersion, { [reduceGate]: true, [maxGate]: false }, undefined)],
    ["reduced, max gate on, field not set", node(newestVersion, { [reduceGate]: true }, undefined)],
    ...[1_000, 2_000, 4_000, 30_000, 60_000].map((periodMs): [string, Node] => [
      `max ${formatDuration(periodMs)}`,
      node(newestVersion, {}, periodMs),
    ]),
  ];
  const rows = curves.map(([label, of]) => [label, curveText(crashLoopPolicy(of))]);
  const asProposed = curves
    .slice(0, 3)
    .map(([label, of]) => [`${label}, semantics kep`, curveText(crashLoopPolicy(of, "kep"))]);
  const pulls = ["image pulls (0s: the first attempt)", curveText(imagePullPolicy)];
  expectGolden("backoff/curves", table([...rows, ...asProposed, pulls]));
});

describe("every policy", () => {
  const nodes = fc
    .record({
      version: fc.constantFrom(...minorVersions),
      gates: fc.dictionary(fc.constantFrom(reduceGate, maxGate, "AllAlpha", "AllBeta"), fc.boolean()),
      periodMs: fc.option(fc.integer({ min: 1_000, max: 300_000 }), { nil: undefined }),
    })
    .map(({ version, gates, periodMs }) => node(version, gates, periodMs));

  test("is forgotten after 600 s, whatever the maximum", () => {
    fc.assert(fc.property(nodes, (randomNode) => crashLoopPolicy(randomNode).resetAfterMs === 600_000));
  });

  test("has the curve that its back-off object makes", () => {
    fc.assert(
      fc.property(nodes, fc.constantFrom("released", "kep"), (randomNode, semantics) => {
        const policy = crashLoopPolicy(randomNode, semantics);
        const backoff = new Backoff(policy);
        if (policy.firstDelayed) backoff.begin("app", 0);
        const delaysMs = backOffCurve(policy).map(() => {
          const delayMs = backoff.get("app");
          backoff.next("app", 0, 0);
          return delayMs;
        });
        expect(delaysMs).toEqual(backOffCurve(policy));
        expect(backoff.get("app")).toBe(policy.maximumMs);
      }),
    );
  });
});

test("a policy that no kubelet accepts still has a curve with an end", () => {
  expect(backOffCurve({ initialMs: 0, maximumMs: 1, resetAfterMs: undefined }).length).toBeLessThan(100);
  expect(backOffCurve({ initialMs: 10_000, maximumMs: 4_000, resetAfterMs: undefined })).toEqual([0, 4_000]);
});

function node(
  kubernetes: KubernetesVersion,
  featureGates: Record<string, boolean>,
  periodMs: number | undefined,
): Node {
  const kubeletConfiguration = { ...defaultKubeletConfiguration, maxContainerRestartPeriodMs: periodMs };
  return { kubernetes, featureGates, kubeletConfiguration };
}

function range({ initialMs, maximumMs }: CrashLoopPolicy): string {
  return `${initialMs / 1_000}/${maximumMs / 1_000}`;
}

function curveText(policy: Parameters<typeof backOffCurve>[0]): string {
  return backOffCurve(policy).map(formatDuration).join(" ");
}

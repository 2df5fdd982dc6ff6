import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Backoff } from "../../../shared/backoff/backoff.ts";
import {
  backOffCurve,
  type CrashLoopPolicy,
  crashLoopPolicy,
  imagePullPolicy,
} from "../../../shared/backoff/policy.ts";
import { defaultKubeletConfiguration } from "../../../shared/kubernetes/assumptions.ts";
import { formatDuration } from "../../../shared/kubernetes/durations.ts";
import type { Node } from "../../../shared/kubernetes/node.ts";
import { type MinorVersion, minorVersions, newestVersion } from "../../../shared/kubernetes/versions.ts";
import { expectGolden } from "../../golden.ts";

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
  expectGolden("backoff/curves", table([...rows, ["image pulls (0s: the first attempt)", curveText(imagePullPolicy)]]));
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
      fc.property(nodes, (randomNode) => {
        const policy = crashLoopPolicy(randomNode);
        const backoff = new Backoff(policy);
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

function node(kubernetes: MinorVersion, featureGates: Record<string, boolean>, periodMs: number | undefined): Node {
  const kubeletConfiguration = { ...defaultKubeletConfiguration, maxContainerRestartPeriodMs: periodMs };
  return { kubernetes, featureGates, kubeletConfiguration };
}

function range({ initialMs, maximumMs }: CrashLoopPolicy): string {
  return `${initialMs / 1_000}/${maximumMs / 1_000}`;
}

function curveText(policy: Parameters<typeof backOffCurve>[0]): string {
  return backOffCurve(policy).map(formatDuration).join(" ");
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

import { describe, expect, it } from "vitest";
import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import { simulate } from "../../../shared/simulation/index.ts";
import { expectGolden } from "../../golden.ts";
import { assume, readPod } from "./play.ts";

interface Curve {
  readonly name: string;
  readonly assumptions: Assumptions;
}

const curves: readonly Curve[] = [
  { name: "default 10/300", assumptions: assume({}) },
  {
    name: "reduced 1/60",
    assumptions: assume({ kubernetes: "1.34", featureGates: { ReduceDefaultCrashLoopBackOffDecay: true } }),
  },
  ...[1, 2, 4, 30, 60].map((seconds) => ({ name: `max ${seconds}s`, assumptions: withMaximum(seconds * 1000) })),
];

/** Container, curves, and how many instants the specification lists for each. */
const rows: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
  [
    "exits at once",
    { "default 10/300": 8, "reduced 1/60": 9, "max 1s": 4, "max 2s": 3, "max 4s": 3, "max 30s": 5, "max 60s": 5 },
  ],
  [
    "runs 10s",
    { "default 10/300": 10, "reduced 1/60": 8, "max 1s": 4, "max 2s": 3, "max 4s": 3, "max 30s": 4, "max 60s": 5 },
  ],
  ["runs 9m59s", { "default 10/300": 5, "max 30s": 5 }],
  ["runs 10m1s", { "default 10/300": 5, "reduced 1/60": 5, "max 1s": 5 }],
];

describe("restart instants of spec/backoff.md §5, in ideal time", () => {
  it("equal the table, which was copied from it", () => {
    const lines = rows.flatMap(([container, listed]) =>
      Object.entries(listed).map(([name, count]) =>
        [container, name, ...instantsOf(container, name, count)].join(" | "),
      ),
    );
    expectGolden(
      "backoff/restart-instants",
      ["container | curve | restart instants in s | 5m | 10m | 30m | 60m", ...lines].join("\n"),
    );
  });

  it("default to the same curve when the maximum is its default", () => {
    expect(restartsOf("exits at once", withMaximum(300_000))).toEqual(restartsOf("exits at once", assume({})));
  });
});

function instantsOf(container: string, name: string, count: number): readonly (string | number)[] {
  const curve = curves.find((candidate) => candidate.name === name);
  if (curve === undefined) throw new Error(name);
  const instants = restartsOf(container, curve.assumptions);
  const within = (minutes: number): number => instants.filter((instant) => instant <= minutes * 60).length;
  return [instants.slice(0, count).join(" "), within(5), within(10), within(30), within(60)];
}

function restartsOf(container: string, assumptions: Assumptions): readonly number[] {
  const runs = container === "exits at once" ? "crashes" : `exits 1 after ${container.replace("runs ", "")}`;
  const { pod, scenario } = readPod(`# cadence: app: ${runs}\ncontainers: [{name: app, image: app}]`, assumptions);
  const timeline = simulate({ pod, assumptions, scenario, seed: 1, untilMs: 3_600_000, recording: "entries" });
  return timeline.entries
    .filter((entry) => entry.kind === "container-started" && entry.run !== 1)
    .map((entry) => entry.tMs / 1000);
}

function withMaximum(maxContainerRestartPeriodMs: number): Assumptions {
  const base = assume({});
  const kubeletConfiguration = { ...base.node.kubeletConfiguration, maxContainerRestartPeriodMs };
  return { ...base, node: { ...base.node, kubeletConfiguration } };
}

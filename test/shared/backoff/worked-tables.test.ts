import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Curve, policyCurve } from "../../../shared/backoff/curves.ts";
import { playCurve, restartsWithin, sameEnd } from "../../../shared/backoff/play-curve.ts";
import { crashLoopPolicy } from "../../../shared/backoff/policy.ts";
import type { Assumptions, Semantics } from "../../../shared/kubernetes/node.ts";
import { simulate } from "../../../shared/simulation/index.ts";
import { expectGolden } from "../../golden.ts";
import { assume, readPod } from "../simulation/play.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;

const nodes: Readonly<Record<string, Assumptions>> = {
  "default 10/300": assume({}),
  "reduced 1/60": assume({ kubernetes: "1.34", featureGates: { ReduceDefaultCrashLoopBackOffDecay: true } }),
  "max 1s": withMaximum(1),
  "max 2s": withMaximum(2),
  "max 4s": withMaximum(4),
  "max 30s": withMaximum(30),
  "max 60s": withMaximum(60),
};

const runsForMs: Readonly<Record<string, number>> = {
  "exits at once": 0,
  "runs 10s": 10_000,
  "runs 9m59s": 599_000,
  "runs 10m1s": 601_000,
};

const followed: readonly Semantics[] = ["released", "kep"];

const labels = { id: "", title: "", source: "", about: "" };

/** The table of spec/backoff.md §5, copied from it: the golden file is the input, too. */
const rows = readGolden("worked-tables")
  .slice(1)
  .map(([container = "", curve = "", instants = ""]) => ({ container, curve, listed: instants.split(" ").length }));

test("restart instants and counts of spec/backoff.md §5, played on curves", () => {
  const lines = rows.map(({ container, curve, listed }) => {
    const [runs = "", withoutCollection] = container.split(", ");
    const play = playCurve(curveOf(curve, withoutCollection !== undefined), sameEnd(runsForMs[runs] ?? -1), hourMs);
    const instants = play.restartsMs.slice(0, listed).map((restartMs) => restartMs / 1000);
    const counts = [5, 10, 30, 60].map((minutes) => restartsWithin(play, minutes * minuteMs));
    return [container, curve, instants.join(" "), ...counts].join(" | ");
  });
  const head = "container | curve | restart instants in s | 5m | 10m | 30m | 60m";
  expectGolden("backoff/worked-tables", [head, ...lines].join("\n"));
});

describe("the engine in ideal time restarts when the curve does", () => {
  const cases = followed.flatMap((semantics) =>
    Object.keys(nodes).flatMap((curve) => Object.keys(runsForMs).map((container) => ({ semantics, curve, container }))),
  );
  test.each(cases)("$container on $curve, $semantics", ({ semantics, curve, container }) => {
    const assumptions = { ...(nodes[curve] ?? assume({})), semantics };
    const policy = crashLoopPolicy(assumptions.node, semantics);
    const play = playCurve(policyCurve(labels, policy), sameEnd(runsForMs[container] ?? -1), hourMs);
    expect(engineRestarts(runsForMs[container] ?? -1, assumptions)).toEqual(play.restartsMs);
  });
});

test("the curves of every row but those without garbage collection name a node", () => {
  expect(rows.length).toBe(32);
  expect(rows.map(({ curve }) => curve).filter((curve) => nodes[curve] === undefined)).toEqual([]);
});

function curveOf(name: string, withoutCollection: boolean): Curve {
  const policy = crashLoopPolicy((nodes[name] ?? assume({})).node);
  return policyCurve(labels, { ...policy, forgottenWhileWaiting: !withoutCollection });
}

function engineRestarts(runs: number, assumptions: Assumptions): readonly number[] {
  const end = runs === 0 ? "crashes" : `exits 1 after ${runs}ms`;
  const { pod, scenario } = readPod(`# cadence: app: ${end}\ncontainers: [{name: app, image: app}]`, assumptions);
  const { entries } = simulate({ pod, assumptions, scenario, seed: 1, untilMs: hourMs, recording: "entries" });
  return entries.filter(({ kind, run }) => kind === "container-started" && run !== 1).map(({ tMs }) => tMs);
}

function withMaximum(seconds: number): Assumptions {
  const base = assume({});
  const kubeletConfiguration = { ...base.node.kubeletConfiguration, maxContainerRestartPeriodMs: seconds * 1000 };
  return { ...base, node: { ...base.node, kubeletConfiguration } };
}

function readGolden(name: string): readonly (readonly string[])[] {
  const file = fileURLToPath(new URL(`../../golden/backoff/${name}.txt`, import.meta.url));
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" | "));
}

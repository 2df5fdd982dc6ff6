import { describe, expect, it } from "vitest";
import { namedCurves } from "../../../../shared/backoff/curves.ts";
import { playCurve, sameEnd } from "../../../../shared/backoff/play-curve.ts";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { type CurveRunFigures, createAlternatives } from "../../../../shared/forecast/node-load/alternatives.ts";
import { figuresOf } from "../../../../shared/forecast/node-load/comparison.ts";
import type { Semantics } from "../../../../shared/kubernetes/node.ts";
import { createSimulation, type SimulationInput, simulate } from "../../../../shared/simulation/index.ts";
import { expectGolden } from "../../../golden.ts";
import { assume, readPod } from "../../simulation/play.ts";

const hourMs = 3_600_000;
const allSemantics: readonly Semantics[] = ["released", "kep"];

/** A crash loop beside a container that a probe kills: of the kills no curve knows when they come. */
const pod = `
# cadence: app: exits 1 after 5s
# cadence: job: exits 0 after 20s
# cadence: web: hangs after 3m
containers:
- {name: app, image: app}
- {name: job, image: job}
- {name: web, image: web, livenessProbe: {tcpSocket: {port: 80}}}`;

describe("a pod on every curve", () => {
  it.each(allSemantics)("as %s", (semantics) => {
    const rows = alternatives(inputOf(pod, { semantics })).map(({ id, delaysMs, figures }) => {
      const { restartsBy, probeKills, downMs, apiRequestsPerMinute } = figures;
      const restarts = Object.entries(restartsBy).map(([name, count]) => `${name} ${count}`);
      const down = formatDuration(Math.round(downMs / 1000) * 1000);
      return [
        id,
        restarts.join(" "),
        probeKills,
        down,
        apiRequestsPerMinute.toFixed(1),
        delaysMs.map(formatDuration).join(" "),
      ];
    });
    const head = "curve | restarts in 30m | probe kills | down | API requests a minute | first delays";
    expectGolden(`backoff/pod-on-curves-${semantics}`, [head, ...rows.map((row) => row.join(" | "))].join("\n"));
  });

  it("begins with the run of its node with exact timing, whatever timing is asked for", () => {
    const featureGates = { ReduceDefaultCrashLoopBackOffDecay: true };
    const input = inputOf(pod, { timing: "kubelet", featureGates, seed: 7 });
    const [own] = alternatives(input);
    expect(own?.id).toBe("node");
    const exact = { ...input, assumptions: { ...input.assumptions, timing: "ideal" as const } };
    expect(own?.figures).toEqual(figuresOf(simulate(exact), input.pod));
  });

  it("has nothing beyond the last curve", () => {
    const { runs, play } = createAlternatives(inputOf(pod, {}));
    expect([runs, play(runs)]).toEqual([namedCurves("released").length + 1, undefined]);
  });
});

/** What one container does each time. */
const ends = [
  "crashes",
  "exits 1 after 10s",
  "exits 0 after 10s",
  "oom after 10s",
  "exits 1 after 90s",
  "exits 0 after 11m",
];

// `forecast --curves` plays a container on a curve by itself: where there is nothing else in the pod, the engine does the same.
describe("one container without loops restarts when its curve alone says", () => {
  it.each(allSemantics.flatMap((semantics) => ends.map((does) => [semantics, does] as const)))(
    "%s: %s",
    (semantics, does) => {
      const input = inputOf(`# cadence: app: ${does}\ncontainers: [{name: app, image: app}]`, {
        semantics,
        untilMs: hourMs,
      });
      const end = input.scenario.containers["app"]?.runs[0]?.end;
      for (const curve of namedCurves(semantics)) {
        const { entries } = simulate({ ...input, restartDelays: curve });
        const startsMs = entries.filter(({ kind }) => kind === "container-started").map(({ tMs }) => tMs);
        const { restartsMs } = playCurve(curve, sameEnd(end?.afterMs ?? 0, end?.exitCode), hourMs);
        expect([curve.id, ...startsMs]).toEqual([curve.id, 0, ...restartsMs]);
      }
    },
  );
});

describe("back-off with an object for each kind of exit", () => {
  const text =
    "# cadence: app: crashes x3, then oom after 1s x3, then exits 0 after 1s\ncontainers: [{name: app, image: app}]";
  const perExitCode = namedCurves("released").find(({ id }) => id === "per-exit-code");
  if (perExitCode === undefined) throw new Error("no such curve");
  const input: SimulationInput = { ...inputOf(text, { timing: "kubelet" }), restartDelays: perExitCode };

  it("counts each for itself, and a restart of the kubelet forgets all of them", () => {
    const delays = (extra = "") => {
      const played = { ...inputOf(`${extra}${text}`, {}), restartDelays: perExitCode };
      const { entries } = simulate(played);
      return entries.flatMap(({ kind, data }) => (kind === "back-off-started" ? [(data.delayMs ?? 0) / 1000] : []));
    };
    expect(delays().slice(0, 6)).toEqual([10, 20, 1, 2, 5, 5]);
    expect(delays("# cadence: at 5s kubelet restarts\n").slice(0, 4)).toEqual([10, 10, 1, 2]);
  });

  it("is part of a snapshot", () => {
    const simulation = createSimulation(input);
    simulation.runUntil(38_700);
    const snapshot = simulation.snapshot();
    simulation.runUntil(input.untilMs);
    const { entries } = simulation.timeline();
    simulation.restore(snapshot);
    simulation.runUntil(input.untilMs);
    expect(simulation.timeline().entries).toEqual(entries);
    expect(simulate(input).entries).toEqual(entries);
  });
});

interface Options extends NonNullable<Parameters<typeof assume>[0]> {
  readonly untilMs?: number;
}

function inputOf(text: string, options: Options): SimulationInput {
  const assumptions = assume(options);
  const { seed = 1, untilMs = 1_800_000 } = options;
  return { ...readPod(text, assumptions), assumptions, seed, untilMs, recording: "entries" };
}

function alternatives(input: SimulationInput): readonly CurveRunFigures[] {
  const { runs, play } = createAlternatives(input);
  return Array.from({ length: runs }, (_, run) => play(run)).filter((played) => played !== undefined);
}

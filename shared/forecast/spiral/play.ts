import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type DefaultedPod, type ProbeType } from "../../kubernetes/pod.ts";
import type { Scenario, ScenarioEvent } from "../../scenario/model.ts";
import { createSimulation, type Simulation } from "../../simulation/simulation.ts";
import type { WatchedEntry } from "../../simulation/timeline/timeline.ts";

/** Replicas that share load. */
export interface SharingPods {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly pods: number;
  /** The container that crashes. */
  readonly container: string;
}

export interface SpiralRun {
  /** Pods that did not crash by themselves, and that a probe killed. */
  readonly killed: ReadonlySet<number>;
  readonly by: { readonly container: string; readonly probe: ProbeType } | undefined;
  /** Ready pods from the crash on, each time that they change. */
  readonly ready: readonly { readonly tMs: number; readonly pods: number }[];
  /** Pods that did not crash by themselves, and that were not ready for a time. */
  readonly unready: ReadonlySet<number>;
  /** From the crash until all are ready to the end. */
  readonly recoversMs: number | undefined;
}

/** All pods are ready long before. */
export const crashMs = 600_000;
export const watchedMs = 1_800_000;
/** What is ready for less than this at the end may not stay so. */
const stableMs = 60_000;
/** Of all pods of a run together. */
const stepsMax = 300_000;
const seedStep = 7919;

/**
 * Plays the pods on one clock. `crashed` of them crash in the same moment, and from then on each that is ready answers as it does with
 * as many as are ready. That Services and clients learn of it some moments later is left out. Undefined: not all are ready before.
 */
export function playSpiral(sharing: SharingPods, crashed: number, seed: number): SpiralRun | undefined {
  const play = new Play(sharing, crashed, seed);
  return play.run();
}

class Play {
  readonly #simulations: readonly Simulation[];
  readonly #isReady: boolean[];
  readonly #crashed: number;
  readonly #killed = new Set<number>();
  readonly #unready = new Set<number>();
  readonly #ready: { tMs: number; pods: number }[] = [];
  readonly #settledMs: number;
  #by: SpiralRun["by"];
  #hasChanged = false;

  constructor({ pod, assumptions, scenario, pods, container }: SharingPods, crashed: number, seed: number) {
    this.#crashed = crashed;
    this.#settledMs = Math.max(stableMs, 2 * longestPeriodMs(pod));
    this.#isReady = Array.from({ length: pods }, () => false);
    const fault = { kind: "container-fault", atMs: crashMs, container, fault: { kind: "crash", exitCode: 1 } } as const;
    const kept = scenario.events.filter(({ kind }) => kind === "readiness-gates");
    this.#simulations = this.#isReady.map((_, index) => {
      const events: readonly ScenarioEvent[] = index < crashed ? [...kept, fault] : kept;
      return createSimulation({
        ...{ pod, assumptions, scenario: { ...scenario, events } },
        seed: seed + index * seedStep,
        untilMs: crashMs + watchedMs,
        recording: "counts",
        watch: (entry) => this.#see(index, entry),
      });
    });
  }

  run(): SpiralRun | undefined {
    for (const simulation of this.#simulations) simulation.runUntil(crashMs - 1);
    if (this.#isReady.includes(false)) return undefined;
    this.#share(crashMs);
    this.#ready.length = 0;
    for (let steps = 0; steps < stepsMax; steps += 1) {
      const next = this.#next();
      if (next === undefined || this.#isOver(next.nextMs())) break;
      next.step();
      if (this.#hasChanged) this.#share(next.nowMs());
    }
    const last = this.#ready.at(-1);
    const isBack = last !== undefined && last.pods === this.#isReady.length && last.tMs <= watchedMs - stableMs;
    return {
      killed: this.#killed,
      by: this.#by,
      ready: this.#ready,
      unready: this.#unready,
      recoversMs: last === undefined ? 0 : isBack ? last.tMs : undefined,
    };
  }

  /** With all pods ready, everything is as it was before the crash: what was counted meanwhile is forgotten with the next success. */
  #isOver(nextMs = Number.POSITIVE_INFINITY): boolean {
    const last = this.#ready.at(-1);
    return last?.pods === this.#isReady.length && nextMs > crashMs + last.tMs + this.#settledMs;
  }

  /** The pod in which something happens next. */
  #next(): Simulation | undefined {
    let best: Simulation | undefined;
    let bestMs = crashMs + watchedMs;
    for (const simulation of this.#simulations) {
      const nextMs = simulation.nextMs();
      if (nextMs === undefined || nextMs > bestMs || (best !== undefined && nextMs === bestMs)) continue;
      best = simulation;
      bestMs = nextMs;
    }
    return best;
  }

  #share(atMs: number): void {
    this.#hasChanged = false;
    const pods = this.#isReady.filter(Boolean).length;
    this.#ready.push({ tMs: atMs - crashMs, pods });
    for (const [index, simulation] of this.#simulations.entries())
      simulation.inject({ kind: "load-changed", atMs, ready: this.#isReady[index] === true ? pods : undefined });
  }

  #see(index: number, { kind, tMs, data, container }: WatchedEntry): void {
    if (kind === "condition-changed" && data.condition === "Ready") {
      this.#isReady[index] = data.status === "True";
      this.#hasChanged = true;
      if (data.status !== "True" && tMs >= crashMs && index >= this.#crashed) this.#unready.add(index);
    } else if (kind === "container-stopping" && data.probe !== undefined && tMs >= crashMs && index >= this.#crashed) {
      this.#killed.add(index);
      if (container !== undefined) this.#by ??= { container, probe: data.probe };
    }
  }
}

function longestPeriodMs(pod: DefaultedPod): number {
  const periods = allContainers(pod).flatMap(({ probes }) =>
    Object.values(probes).map((probe) => probe.periodSeconds * 1000),
  );
  return Math.max(0, ...periods);
}

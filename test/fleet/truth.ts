import type { Fleet, FleetPod } from "./fleet.ts";
import type { LifeRun } from "./life.ts";

/** What a container really did between two times. */
export interface ContainerTruth {
  readonly pod: FleetPod;
  readonly container: string;
  readonly restarts: number;
  /** From exits to the starts that followed them. */
  readonly downMs: number;
  readonly backOff: ReadonlyMap<number, { readonly restarts: number; readonly waitedMs: number }>;
  readonly exitCodes: ReadonlyMap<string, number>;
  readonly runs: readonly LifeRun[];
}

/** Of every container that restarted in the time, by `uid/container`. */
export function truthOf(
  fleet: Fleet,
  range: { readonly fromMs: number; readonly untilMs: number },
): ReadonlyMap<string, ContainerTruth> {
  const all = new Map<string, ContainerTruth>();
  for (const pod of fleet.pods)
    for (const [container, runs] of pod.life.runs) {
      if (runs.length < 2) continue;
      const truth = containerTruth(pod, container, range);
      if (truth.restarts > 0) all.set(`${pod.uid}/${container}`, truth);
    }
  return all;
}

function containerTruth(
  pod: FleetPod,
  container: string,
  range: { readonly fromMs: number; readonly untilMs: number },
): ContainerTruth {
  const runs = pod.life.runs.get(container) ?? [];
  const fromMs = range.fromMs - pod.bornMs;
  const untilMs = Math.min(range.untilMs - pod.bornMs, pod.life.livesMs);
  const backOff = new Map<number, { restarts: number; waitedMs: number }>();
  const exitCodes = new Map<string, number>();
  let restarts = 0;
  let downMs = 0;
  runs.forEach(({ exitedMs, exitCode, delayMs = 0 }, index) => {
    const next = runs[index + 1];
    if (exitedMs === undefined || next === undefined) return;
    const overlapMs = Math.max(0, Math.min(untilMs, next.startedMs) - Math.max(fromMs, exitedMs));
    downMs += overlapMs;
    if (next.startedMs <= fromMs || next.startedMs > untilMs) return;
    restarts += 1;
    const step = backOff.get(delayMs) ?? { restarts: 0, waitedMs: 0 };
    backOff.set(delayMs, { restarts: step.restarts + 1, waitedMs: step.waitedMs + overlapMs });
    exitCodes.set(String(exitCode), (exitCodes.get(String(exitCode)) ?? 0) + 1);
  });
  return { pod, container, restarts, downMs, backOff, exitCodes, runs };
}

import { wantedPods } from "../../controllers/job/create-pods.ts";
import type { JobSpec } from "../../controllers/job/model.ts";
import type { RunDigest } from "./digest-model.ts";
import type { ReadyStep } from "./model.ts";

interface PodOfJob {
  readonly createdMs: number;
  readonly digest: Pick<RunDigest, "readySpans" | "end">;
}

interface Turn {
  readonly tMs: number;
  readonly ready: -1 | 0 | 1;
  readonly active: -1 | 0 | 1;
  readonly succeeded: 0 | 1;
}

/** Of the pods that the Job is to run at one time, the share that is Ready: one that fails is missed until another one takes its place. */
export function readyStepsOfJob(job: JobSpec, pods: readonly PodOfJob[]): readonly ReadyStep[] {
  let [ready, active, succeeded] = [0, 0, 0];
  return pods
    .flatMap(turnsOf)
    .toSorted((left, right) => left.tMs - right.tMs)
    .map((turn) => {
      ready += turn.ready;
      active += turn.active;
      succeeded += turn.succeeded;
      return { tMs: turn.tMs, share: Math.min(1, ready / Math.max(1, wantedPods(job, active, succeeded))) };
    });
}

function turnsOf({ createdMs, digest: { readySpans, end } }: PodOfJob): readonly Turn[] {
  const same = { ready: 0, active: 0, succeeded: 0 } as const;
  const isDone = end?.how === "Succeeded";
  return [
    { ...same, tMs: createdMs, active: 1 },
    ...readySpans.flatMap(({ fromMs, toMs }): readonly Turn[] => [
      { ...same, tMs: createdMs + fromMs, ready: 1 },
      { ...same, tMs: createdMs + toMs, ready: -1 },
    ]),
    ...(end === undefined
      ? []
      : [{ ...same, tMs: createdMs + end.atMs, active: -1, succeeded: isDone ? 1 : 0 } as const]),
  ];
}

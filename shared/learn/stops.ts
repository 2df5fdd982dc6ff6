import type { ObservedEnd } from "../observation/objects/pod-object.ts";
import { type ObservedRun, stopsOf } from "../observation/objects/runs.ts";
import { runsOf } from "../observation/windows/next-try.ts";
import { hookLengthMs } from "./hook-length.ts";
import type { LearningContainer } from "./learning-pod.ts";
import type { MeasuredTime } from "./measured.ts";

export interface StopSample extends MeasuredTime {
  readonly exitCode: number;
  /** The end of the grace period ended it. */
  readonly isCutOff: boolean;
}

const secondMs = 1000;

/** How long stops took, from SIGTERM to the end: after a deletion, or after an event that says who is stopped. */
export function seenStops(about: LearningContainer): readonly StopSample[] {
  const { spec, evidence } = about;
  // A sidecar waits for its turn.
  if (spec.kind !== "regular") return [];
  return runsOf(evidence.look, evidence.container).runs.flatMap((run) => {
    const { end } = run;
    if (end?.finishedAt === undefined || end.reason === "OOMKilled") return [];
    const sample = afterDeletion(about, end) ?? afterEvent(about, run, end);
    return sample === undefined ? [] : [sample];
  });
}

/** The kubelet sees a deletion when the API server has it. */
function afterDeletion(about: LearningContainer, end: ObservedEnd): StopSample | undefined {
  const { pod } = about.evidence.look;
  const { deletionAt, deletionGraceSeconds } = pod;
  if (deletionAt === undefined || deletionGraceSeconds === undefined) return undefined;
  const graceMs = deletionGraceSeconds * secondMs;
  return sampleOf(about, { fromMs: deletionAt.nominalMs - graceMs, graceMs, end });
}

function afterEvent(about: LearningContainer, run: ObservedRun, end: ObservedEnd): StopSample | undefined {
  const { spec, evidence } = about;
  const { startedAt } = run;
  const endMs = end.finishedAt?.latestMs;
  if (startedAt === undefined || endMs === undefined) return undefined;
  for (const { by, times } of stopsOf(evidence.look.events, spec.name)) {
    const time = times.find(({ earliestMs }) => earliestMs >= startedAt.latestMs && earliestMs <= endMs);
    if (time === undefined) continue;
    const own = by === "other" ? undefined : spec.probes[by]?.terminationGracePeriodSeconds;
    const graceMs = (own ?? evidence.model.pod.terminationGracePeriodSeconds) * secondMs;
    return sampleOf(about, { fromMs: time.nominalMs, graceMs, end });
  }
  return undefined;
}

interface Stopped {
  readonly fromMs: number;
  readonly graceMs: number;
  readonly end: ObservedEnd;
}

function sampleOf({ spec }: LearningContainer, { fromMs, graceMs, end }: Stopped): StopSample | undefined {
  const endMs = end.finishedAt?.nominalMs ?? 0;
  const hookMs = hookLengthMs(spec.preStop);
  const tMs = endMs - fromMs;
  // It had ended before.
  if (tMs < 0) return undefined;
  const lowMs = hookMs === undefined ? 0 : Math.max(0, tMs - secondMs - hookMs);
  const highMs = Math.max(0, tMs - (hookMs ?? 0)) + secondMs;
  const isCutOff = end.exitCode === 137 && tMs >= graceMs - secondMs;
  return { lowMs, highMs, atMs: endMs, exitCode: end.exitCode, isCutOff };
}

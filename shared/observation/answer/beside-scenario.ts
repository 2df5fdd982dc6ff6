import { plainLine } from "../../basics/plain-line.ts";
import { formatRecorded } from "../../basics/span-words.ts";
import type { Run, RunEnd, Scenario } from "../../scenario/model.ts";
import { runOf, writtenScript } from "../../scenario/script.ts";
import { restartingAllReason } from "../../simulation/status/phase.ts";
import { exitText, stopOfRun } from "../describe.ts";
import { isStartFailure, type ObservedRun } from "../objects/runs.ts";
import type { PodReport } from "../report.ts";
import { runsOf } from "../windows/next-try.ts";

/** What was observed and is not in the scenario, in one sentence. Undefined if they agree, as far as the scenario speaks of it. */
export function disagreement(report: PodReport, scenario: Scenario): string | undefined {
  const { model, look, atMs } = report;
  for (const container of look.pod.containers) {
    const script = writtenScript(scenario, container);
    if (script === undefined) continue;
    const waitsForImage =
      container.state.is === "waiting" && /^(?:ErrImagePull|ImagePullBackOff)$/.test(container.state.reason ?? "");
    const name = plainLine(container.name);
    if (waitsForImage && script.image === undefined)
      return `says nothing of the image of ${name}, which can't be pulled`;
    for (const run of runsOf(look, container).runs) {
      const said = runOf(script, run.number);
      const isStopped = stopOfRun(model, look, { container, run }) !== undefined;
      const differs = run.end === undefined ? outlives(run, said, atMs) : endsOtherwise(run, said, isStopped);
      if (differs !== undefined) return `says otherwise: run ${run.number + 1} of ${name} ${differs}`;
    }
  }
  return undefined;
}

/** Times of the API are whole seconds, and a busy machine adds to them. */
const toleranceMs = 2000;
const toleranceShare = 0.1;

function isNear(oneMs: number, otherMs: number): boolean {
  return Math.abs(oneMs - otherMs) <= toleranceMs + toleranceShare * otherMs;
}

/** When the run is said to end; of a range, the time that is nearest to what was observed. */
function nearestIn({ afterMs, ranges }: RunEnd, observedMs: number): number {
  const { minMs, maxMs } = ranges?.afterMs ?? { minMs: afterMs, maxMs: afterMs };
  return Math.min(Math.max(observedMs, minMs), maxMs);
}

/** A run that goes on although it is said to end. */
function outlives({ startedAt }: ObservedRun, { end }: Run, atMs: number): string | undefined {
  if (end === undefined || startedAt === undefined) return undefined;
  const ranMs = atMs - startedAt.nominalMs;
  if (ranMs <= nearestIn(end, ranMs) || isNear(ranMs, nearestIn(end, ranMs))) return undefined;
  return `runs for ${formatRecorded(ranMs)} already`;
}

function endsOtherwise(run: ObservedRun, said: Run, isStopped: boolean): string | undefined {
  const { end, lengthMs } = run;
  if (end === undefined || end.reason === restartingAllReason) return undefined;
  const what = `ended with ${exitText(end)}${lengthMs === undefined ? "" : ` after ${formatRecorded(lengthMs.nominalMs)}`}`;
  if (isStartFailure(end) || said.fault === "cannot be started")
    return isStartFailure(end) === (said.fault === "cannot be started") ? undefined : what;
  if (isStopped) return said.answers.length > 0 || said.startsInMs > 0 ? undefined : what;
  if (said.end === undefined || said.end.exitCode !== end.exitCode) return what;
  return lengthMs === undefined || isNear(lengthMs.nominalMs, nearestIn(said.end, lengthMs.nominalMs))
    ? undefined
    : what;
}

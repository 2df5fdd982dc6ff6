import type { Answer } from "../../shared/forecast/answer/model.ts";
import type { PlayedExtent } from "../../shared/forecast/pod/pod.ts";
import { defaultHorizonMs } from "../../shared/forecast/pod/restarts.ts";
import { answerOfNow, answerOfReport, observedAnswer } from "../../shared/observation/answer/future.ts";
import type { ObservedNow } from "../../shared/observation/answer/model.ts";
import { observedWorkloadAnswer } from "../../shared/observation/answer/workload-answer.ts";
import { type PodReport, reportObject } from "../../shared/observation/index.ts";
import type { Manifest } from "../manifest/text/model.ts";
import { eventsOf } from "./events.ts";
import type { AnalyzedPod } from "./subject.ts";

/** What is known of a pod beside its own object. */
export interface Surroundings {
  /** The file that it stands in: its events may be there, too. */
  readonly manifest: Pick<Manifest, "documents">;
  /** The present, in ms since 1970, where the text was read just now. Without it the moment is the latest time in the status. */
  readonly nowMs?: number | undefined;
}

/** What a manifest says that was observed: a Pod with a status. */
export function observedOf(
  { located, settings }: AnalyzedPod,
  { manifest, nowMs }: Surroundings,
): PodReport | undefined {
  const { kind, owner } = located;
  if (kind !== "Pod") return undefined;
  return reportObject(owner, settings.assumptions, { nowMs, events: eventsOf(manifest) });
}

/** What the status of an object says first. Undefined for one without. */
export function observedNow(pod: AnalyzedPod, surroundings: Surroundings): ObservedNow | undefined {
  const report = observedOf(pod, surroundings);
  return report === undefined ? observedWorkloadAnswer(pod.located.owner, surroundings.nowMs) : observedAnswer(report);
}

/** The answer for an object with a status: what is the case, then what comes next. Undefined for others. `played`: by weaker evidence. */
export function observedAnswerOf(
  pod: AnalyzedPod,
  surroundings: Surroundings,
  { horizonMs = defaultHorizonMs, ...extent }: PlayedExtent,
  played: () => Answer | undefined,
): Answer | undefined {
  const report = observedOf(pod, surroundings);
  if (report !== undefined && pod.pod !== undefined)
    return answerOfReport(report, {
      ...extent,
      pod: pod.pod,
      assumptions: pod.settings.assumptions,
      scenario: pod.scenario.scenario,
      horizonMs,
    });
  const now = observedWorkloadAnswer(pod.located.owner, surroundings.nowMs);
  const future = now && played();
  return now && future && answerOfNow(now, horizonMs, () => future);
}

import type { Answer } from "../../shared/forecast/answer/model.ts";
import type { PlayedExtent } from "../../shared/forecast/pod/pod.ts";
import { defaultHorizonMs } from "../../shared/forecast/pod/restarts.ts";
import { answerOfReport } from "../../shared/observation/answer/future.ts";
import { type PodReport, reportObject } from "../../shared/observation/index.ts";
import type { AnalyzedPod } from "./subject.ts";

/** What a manifest says that was observed: a Pod with a status. Without `nowMs` the moment is the latest time in it. */
export function observedOf({ located, settings }: AnalyzedPod, nowMs?: number): PodReport | undefined {
  const { kind, owner } = located;
  return kind === "Pod" ? reportObject(owner, settings.assumptions, { nowMs }) : undefined;
}

/** The answer for such a pod: what is the case, then what comes next. Undefined for a manifest without a status. */
export function observedAnswerOf(pod: AnalyzedPod, extent: PlayedExtent, nowMs?: number): Answer | undefined {
  const report = observedOf(pod, nowMs);
  if (report === undefined || pod.pod === undefined) return undefined;
  const { horizonMs = defaultHorizonMs } = extent;
  return answerOfReport(report, { ...extent, pod: pod.pod, assumptions: pod.settings.assumptions, horizonMs });
}

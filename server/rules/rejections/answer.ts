import { rejectedAnswer } from "../../../shared/forecast/answer/answer.ts";
import type { Answer } from "../../../shared/forecast/answer/model.ts";
import { type ForecastOptions, forecastPod } from "../../../shared/forecast/pod/pod.ts";
import { defaultHorizonMs } from "../../../shared/forecast/pod/restarts.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { refusalOf } from "./rejection.ts";

/** The answer for a pod up to a horizon; what is rejected never runs. Undefined if there is nothing to run. */
export function answerOf(
  analyzed: AnalyzedDocument,
  pod: AnalyzedPod,
  { horizonMs = defaultHorizonMs }: Pick<ForecastOptions, "horizonMs"> = {},
): Answer | undefined {
  const rejected = refusalOf(analyzed, pod);
  return rejected === undefined ? forecastUntil(pod, horizonMs)?.answer : rejectedAnswer(rejected, horizonMs);
}

/** The forecast of the pod up to a horizon, made once for the default one. */
export function forecastUntil(pod: AnalyzedPod, horizonMs: number): ReturnType<AnalyzedPod["forecast"]> {
  if (horizonMs === defaultHorizonMs || pod.pod === undefined) return pod.forecast();
  const job = pod.jobSpec();
  return forecastPod(pod.pod, pod.settings.assumptions, pod.scenario.scenario, { horizonMs, job });
}

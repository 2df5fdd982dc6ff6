import { memoBounded } from "../../../shared/basics/memo-bounded.ts";
import { memo } from "../../../shared/basics/once.ts";
import { rejectedAnswer } from "../../../shared/forecast/answer/answer.ts";
import type { Answer } from "../../../shared/forecast/answer/model.ts";
import { forecastPod, type PlayedExtent } from "../../../shared/forecast/pod/pod.ts";
import { defaultHorizonMs } from "../../../shared/forecast/pod/restarts.ts";
import { observedAnswerOf, type Surroundings } from "../../analysis/observed.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { emptyWords } from "../../analysis/workloads.ts";
import { refusalOf } from "./rejection.ts";
import { unreadableWords } from "./unreadable.ts";

/**
 * The answer for a pod, from the strongest evidence: its status, else its scenario and spec. What is rejected never runs. Undefined
 * if there is nothing to run.
 */
export function answerOf(
  analyzed: AnalyzedDocument,
  pod: AnalyzedPod,
  { manifest, nowMs, isSent, ...extent }: AnswerOptions,
): Answer | undefined {
  const played = (): Answer | undefined => playedAnswerOf(analyzed, pod, { ...extent, isSent });
  return observedAnswerOf(pod, { manifest, nowMs }, extent, played) ?? played();
}

/** The same where no status counts: of what the scenario and the spec alone come to. */
export function playedAnswerOf(
  analyzed: AnalyzedDocument,
  pod: AnalyzedPod,
  { isSent = false, ...extent }: Sent & PlayedExtent = {},
): Answer | undefined {
  const rejected = (isSent ? unreadableWords(analyzed) : undefined) ?? refusalOf(analyzed, pod);
  if (rejected !== undefined) return rejectedAnswer(rejected, extent.horizonMs ?? defaultHorizonMs);
  const answer = forecastUntil(pod, extent)?.answer;
  const empty = emptyWords(pod);
  return answer === undefined || empty === undefined ? answer : { ...answer, headline: `${empty} ${answer.headline}` };
}

interface Sent {
  /** The file is as it will be sent, so that what kubectl cannot read never runs; else somebody may be typing. */
  readonly isSent?: boolean | undefined;
}

interface AnswerOptions extends PlayedExtent, Surroundings, Sent {}

/** Extents of one pod whose forecasts are kept. */
const extentsMax = 20;

/** The forecast of the pod, made once for an extent. */
export function forecastUntil(pod: AnalyzedPod, extent: PlayedExtent): ReturnType<AnalyzedPod["forecast"]> {
  const { horizonMs = defaultHorizonMs, runs, seed = 1 } = extent;
  if (horizonMs === defaultHorizonMs && runs === undefined && seed === 1) return pod.forecast();
  return forecastsOf(pod)(JSON.stringify([horizonMs, runs, seed]), { horizonMs, runs, seed });
}

const forecastsOf = memo((analyzed: AnalyzedPod) =>
  memoBounded(extentsMax, (_: string, extent: PlayedExtent) => {
    const { pod, settings, scenario } = analyzed;
    const job = analyzed.jobSpec();
    return pod && forecastPod(pod, settings.assumptions, scenario.scenario, { ...extent, job });
  }),
);

import { memo, memoBounded } from "../../shared/basics/once.ts";
import type { ContainerForecast } from "../../shared/forecast/pod/model.ts";
import { defaultHorizonMs } from "../../shared/forecast/pod/restarts.ts";
import { answerOf, forecastUntil } from "../rules/rejections/answer.ts";
import type { AnalyzedPod, Forecast } from "./model.ts";
import { sourceOf } from "./source.ts";

/** Of one pod. */
const horizonsMax = 100;
const forecastsOf = memo((pod: AnalyzedPod) =>
  memoBounded(horizonsMax, (horizonMs: number) => makeForecast(pod, horizonMs)),
);

/** Worked out once for a pod and a horizon. */
export function forecastOf(pod: AnalyzedPod, horizonMs = defaultHorizonMs): Forecast | undefined {
  return forecastsOf(pod)(horizonMs);
}

function makeForecast(pod: AnalyzedPod, horizonMs: number): Forecast | undefined {
  const source = sourceOf(pod);
  const answer = answerOf(source.document, source.pod, { horizonMs });
  if (answer === undefined) return undefined;
  const { outlook, headline, runs, restarts, downMs, longestWaitMs, readyShare, timeToReadyMs, why } = answer;
  const containers = outlook === "rejected" ? [] : (forecastUntil(source.pod, horizonMs)?.containers ?? []);
  return {
    verdict: outlook,
    headline,
    horizonMs,
    runs,
    restarts,
    downMs,
    longestWaitMs,
    readyShare,
    timeToReadyMs,
    why: why && { text: why.text, advice: why.advice },
    containers: containers.map(publicContainer),
  };
}

function publicContainer(container: ContainerForecast): Forecast["containers"][number] {
  const { name, restarts, startupBudget, hangToSigterm, unreadyAfter } = container;
  const { delaysMs, resetAfterMs } = restarts;
  return { name, delaysMs, resetAfterMs, startupBudget, hangToSigterm, hangToNoTraffic: unreadyAfter };
}

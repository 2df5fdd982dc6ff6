import { memoBounded } from "../../shared/basics/memo-bounded.ts";
import { memo } from "../../shared/basics/once.ts";
import type { ContainerForecast } from "../../shared/forecast/pod/model.ts";
import { defaultHorizonMs } from "../../shared/forecast/pod/restarts.ts";
import { answerOf, forecastUntil } from "../rules/rejections/answer.ts";
import type { AnalyzedPod, Forecast, ForecastOptions } from "./model.ts";
import { sourceOf } from "./source.ts";

/** Of one pod. */
const extentsMax = 100;
const forecastsOf = memo((pod: AnalyzedPod) =>
  memoBounded(extentsMax, (_: string, options: ForecastOptions) => makeForecast(pod, options)),
);

/** Worked out once for a pod and its options. */
export function forecastOf(pod: AnalyzedPod, options: ForecastOptions = {}): Forecast | undefined {
  return forecastsOf(pod)(JSON.stringify(options), options);
}

function makeForecast(pod: AnalyzedPod, options: ForecastOptions): Forecast | undefined {
  const { horizonMs = defaultHorizonMs } = options;
  const source = sourceOf(pod);
  const answer = answerOf(source.document, source.pod, { ...options, manifest: source.manifest, isSent: true });
  if (answer === undefined) return undefined;
  const { basis, outlook, headline, fix, after, runs, restarts, downMs, longestWaitMs, readyShare, firstReadyMs, why } =
    answer;
  const containers = outlook === "rejected" ? [] : (forecastUntil(source.pod, options)?.containers ?? []);
  return {
    basis,
    verdict: outlook,
    headline,
    fix,
    after,
    horizonMs,
    runs,
    restarts,
    downMs,
    longestWaitMs,
    readyShare,
    firstReadyMs,
    why: why && { text: why.text, advice: why.advice },
    containers: containers.map(publicContainer),
  };
}

function publicContainer(container: ContainerForecast): Forecast["containers"][number] {
  const { name, restarts, startupBudget, hangToSigterm, unreadyAfter } = container;
  const { delaysMs, resetAfterMs } = restarts;
  return { name, delaysMs, resetAfterMs, startupBudget, hangToSigterm, hangToNoTraffic: unreadyAfter };
}

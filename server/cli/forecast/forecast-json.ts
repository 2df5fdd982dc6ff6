import { formatPath } from "../../../shared/basics/path.ts";
import type { Answer, Reason } from "../../../shared/forecast/answer/model.ts";
import { apiRequestsPerSecond, kepRequestsPerRestart } from "../../../shared/forecast/node-load/load-words.ts";
import type { KubeletForecast, Load } from "../../../shared/forecast/node-load/model.ts";
import type { Estimate } from "../../../shared/forecast/node-load/sampling.ts";
import type { OutageCost, Recovery } from "../../../shared/forecast/outage/model.ts";
import { outageLine } from "../../../shared/forecast/outage/outage-words.ts";
import type { JobForecast } from "../../../shared/forecast/pod/job.ts";
import type { ContainerForecast, PodForecast } from "../../../shared/forecast/pod/model.ts";
import type { Tolerance } from "../../../shared/forecast/tolerance/model.ts";
import { probeField } from "../../../shared/kubernetes/pod.ts";
import { inObject } from "../../exports/field-path.ts";
import { nodeJson } from "../../exports/node-json.ts";
import type {
  AnswerJson,
  ForecastPodJson,
  JobJson,
  OutageJson,
  ToleranceJson,
} from "../../exports/schemas/forecast.ts";
import type { KubeletJson, LoadJson } from "../../exports/schemas/kubelet.ts";
import { spanJson } from "../../exports/span-json.ts";
import type { LocatedKubeletConfiguration, LocatedPod } from "../../manifest/text/model.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import { type AskedTopics, isAsked } from "../arguments/topics.ts";
import { waiterJson } from "./waiter-json.ts";

/** Where a thing stands: the file as given, and the document as kubectl counts. */
export interface JsonPlace {
  readonly path: string;
  readonly document: number;
}

/** One entry of `pods` in `forecast --format json`. */
export function podJson(
  place: JsonPlace,
  located: LocatedPod,
  { forecast, answer }: { readonly forecast: PodForecast; readonly answer: Answer },
  { assumptions }: ResolvedSettings,
  asked?: AskedTopics,
): ForecastPodJson {
  const outage = answer.basis === "scenario" ? outageLine(forecast.outages) : undefined;
  return {
    ...objectJson(place, located),
    fieldPath: formatPath(inObject(located)),
    node: nodeJson(assumptions.node),
    summary: answer.headline,
    answer: answerJson(located, answer),
    timeToReady: spanJson(answer.basis === "observed" ? undefined : (answer.bounds.firstReady ?? forecast.timeToReady)),
    containers: forecast.containers.map((container) => ({
      ...containerJson(located, container),
      ...(isAsked(asked, "tolerance") && {
        tolerance: container.tolerances.map((each) => toleranceJson(located, container, each)),
      }),
    })),
    ...(outage !== undefined && { outage }),
    ...(isAsked(asked, "outage") && answer.basis === "scenario" && { outages: forecast.outages.map(outageJson) }),
  };
}

/** What an outage costs. Times count from its end. */
function outageJson({ outage, runs, pod, containers, shorter }: OutageCost): OutageJson {
  const { kind, name, fromMs, untilMs } = outage;
  return {
    kind,
    name: name === "" ? null : name,
    fromMs,
    untilMs,
    runs,
    ready: recoveryJson(pod),
    containers: containers.map(({ name: container, decider, ...recovery }) => ({
      name: container,
      ready: recoveryJson(recovery),
      decidedBy: decider ?? null,
    })),
    shorter:
      shorter === undefined
        ? null
        : { change: shorter.change, ready: recoveryJson(shorter.pod), restarts: shorter.restarts },
  };
}

function recoveryJson({ laterMs, runs }: Recovery) {
  return { laterMs: laterMs ?? null, runs };
}

/** What comes of the pod over many runs. Times are ms, shares go from 0 to 1. */
function answerJson(located: LocatedPod, answer: Answer): AnswerJson {
  const { outlook, headline, horizonMs, watchedMs, runs, restarts, longestWaitMs, bounds, why } = answer;
  return {
    basis: answer.basis,
    verdict: outlook,
    headline,
    ...(answer.fix !== undefined && { fix: answer.fix }),
    ...(answer.after !== undefined && { after: answer.after }),
    ...(answer.notes.length > 0 && { notes: answer.notes }),
    horizonMs,
    ...(watchedMs < horizonMs && { watchedMs }),
    runs,
    restarts,
    longestWaitMs,
    ...(answer.job ?? readinessJson(answer)),
    rhythm: answer.rhythm ?? null,
    outcomes: answer.outcomes.map(({ outlook: verdict, text, share }) => ({ verdict, text, share })),
    bounds: {
      firstReady: answer.job === undefined ? spanJson(bounds.firstReady) : null,
      end: spanJson(bounds.end),
      restarts: Object.fromEntries(
        Object.entries(bounds.restarts).map(([name, spans]) => [name, spans.map((span) => spanJson(span))]),
      ),
    },
    why: why === undefined ? null : reasonJson(located, why),
  };
}

/** Nobody waits for the pods of a Job to be Ready. */
function readinessJson({ firstReadyMs, readyForGoodMs, notReadyYetMs, downMs, readyShare }: Answer) {
  return {
    firstReadyMs: firstReadyMs ?? null,
    readyForGoodMs: readyForGoodMs ?? null,
    notReadyYetMs,
    downMs,
    readyShare,
  };
}

function reasonJson(located: LocatedPod, { text, path, scenario, advice }: Reason): AnswerJson["why"] {
  return {
    text,
    fieldPath: path === undefined ? null : formatPath([...inObject(located), ...path]),
    scenario: scenario ?? null,
    advice: advice ?? null,
  };
}

/** `job` of an entry of `pods`: what the Job makes of failures. */
export function jobJson(job: JobForecast, jobWaits: Answer["jobWaits"]): JobJson {
  const { retries, backoffLimit, backoffLimitPerIndex, retryDelaysMs, tries, failures, end } = job;
  return {
    retries,
    backoffLimit,
    backoffLimitPerIndex: backoffLimitPerIndex ?? null,
    retryDelaysMs,
    tries: tries.map(spanJson),
    failures,
    ends: end?.condition ?? null,
    reason: end?.reason ?? null,
    endsAfterMs: spanJson(end?.at),
    ...(jobWaits !== undefined && { waiters: jobWaits.map(waiterJson) }),
  };
}

/** Which object an entry is about. */
export function objectJson(place: JsonPlace, { kind, name, namespace, item }: LocatedPod) {
  return { ...placeJson(place, item), kind, name, namespace };
}

function placeJson(place: JsonPlace, item: number | undefined) {
  return { ...place, ...(item !== undefined && { item }) };
}

/** One entry of `kubelets`. */
export function kubeletJson(
  place: JsonPlace,
  { item }: LocatedKubeletConfiguration,
  forecast: KubeletForecast,
): KubeletJson {
  const { initialMs, maximumMs, delaysMs, pods, nodes, maxPods, load, firstLoad, defaultLoad, watch } = forecast;
  return {
    ...placeJson(place, item),
    initialMs,
    maximumMs,
    delaysMs,
    maxPods,
    nodes,
    podsDo: pods ?? null,
    load: { ...loadJson(load), default: loadJson(defaultLoad), firstFiveMinutes: loadJson(firstLoad) },
    cluster: {
      apiRequestsPerSecond: tenths(apiRequestsPerSecond(load) * nodes),
      firstFiveMinutesApiRequestsPerSecond: tenths(apiRequestsPerSecond(firstLoad) * nodes),
    },
    watch,
  };
}

function loadJson({ pods, played, perNode, writes, limits }: Load): LoadJson {
  const { restarts, statusWrites, events, eventsSent, imagePulls } = perNode;
  return {
    pods,
    restartsPerMinute: Math.round(restarts.value),
    apiRequestsPerMinute: Math.round(statusWrites.value),
    kepApiRequestsPerMinute: Math.round(restarts.value * kepRequestsPerRestart),
    eventsPerMinute: Math.round(events.value),
    eventsSentPerMinute: Math.round(eventsSent.value),
    imagePullsPerMinute: Math.round(imagePulls.value),
    statusWritesSentPerMinute: Math.round(writes.perMinute),
    statusWritesWaitMs: writes.longestWaitMs,
    sampledPods: played,
    intervals: {
      restartsPerMinute: intervalJson(restarts),
      apiRequestsPerMinute: intervalJson(statusWrites),
      eventsPerMinute: intervalJson(events),
      eventsSentPerMinute: intervalJson(eventsSent),
      imagePullsPerMinute: intervalJson(imagePulls),
    },
    limits: limits.map(({ perSecond, wantedPerSecond, ...limit }) => ({
      ...limit,
      perSecond: perSecond ?? null,
      wantedPerSecond: tenths(wantedPerSecond),
    })),
  };
}

function intervalJson({ standardError, low, high }: Estimate) {
  return { standardError: tenths(standardError), low: tenths(low), high: tenths(high) };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function containerJson(located: LocatedPod, container: ContainerForecast): ForecastPodJson["containers"][number] {
  const { name, kind, path, restarts, startupBudget, hangToSigterm, hangToDead, hangToReady, unreadyAfter } = container;
  const { canRestart, delaysMs, steadyStateMs, resetAfterMs, next } = restarts;
  return {
    name,
    kind,
    fieldPath: formatPath([...inObject(located), ...path]),
    restarts: { canRestart, delaysMs, steadyStateMs, resetAfterMs, next: next.map(spanJson) },
    startupBudget: spanJson(startupBudget),
    hangToSigterm: spanJson(hangToSigterm),
    hangToDead: spanJson(hangToDead),
    hangToReady: spanJson(hangToReady),
    unreadyAfter: spanJson(unreadyAfter),
  };
}

function toleranceJson(
  located: LocatedPod,
  { path }: ContainerForecast,
  { fault, harm, survivesMs, hurtsMs, alwaysMs, probe }: Tolerance,
): ToleranceJson {
  const field = probe === undefined ? ["terminationGracePeriodSeconds"] : [...path, probeField(probe)];
  return {
    fault,
    harm,
    survivesMs,
    hurtsMs,
    alwaysMs: alwaysMs ?? null,
    fieldPath: formatPath([...inObject(located), ...field]),
  };
}

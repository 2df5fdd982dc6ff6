import { memoBounded } from "../../shared/basics/memo-bounded.ts";
import { memo } from "../../shared/basics/once.ts";
import type { Answer } from "../../shared/forecast/answer/model.ts";
import type { AnswerInput } from "../../shared/forecast/answer/runs.ts";
import type { PlayedFuture } from "../../shared/forecast/expectations/expectations.ts";
import type { PlayedExtent } from "../../shared/forecast/pod/pod.ts";
import { defaultHorizonMs } from "../../shared/forecast/pod/restarts.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import { answerOfNow, answerOfReport, observedAnswer } from "../../shared/observation/answer/future.ts";
import type { ObservedNow } from "../../shared/observation/answer/model.ts";
import { observedFuture } from "../../shared/observation/answer/observed-future.ts";
import type { OwnedPod } from "../../shared/observation/answer/owned-pods.ts";
import { observedWorkloadAnswer } from "../../shared/observation/answer/workload-answer.ts";
import { type PodReport, reportObject } from "../../shared/observation/index.ts";
import type { Manifest } from "../manifest/text/model.ts";
import { eventsOf, podsOf } from "./beside-objects.ts";
import type { AnalyzedPod, RunnablePod } from "./subject.ts";

/** What is known of a pod beside its own object. */
export interface Surroundings {
  /** The file that it stands in: its events may be there, too. */
  readonly manifest: Pick<Manifest, "documents">;
  /** The present, in ms since 1970, where the text was read just now. Without it the moment is the latest time in the status. */
  readonly nowMs?: number | undefined;
}

/** What a manifest says that was observed: a Pod with a status. Worked out once, because every hover asks for it. */
export function observedOf(pod: AnalyzedPod, { manifest, nowMs }: Surroundings): PodReport | undefined {
  return reportsOf(pod)(manifest, nowMs);
}

const reportsOf = memo(({ located, settings }: AnalyzedPod) =>
  ofManifestAt((manifest, nowMs): PodReport | undefined => {
    const { kind, owner } = located;
    if (kind !== "Pod") return undefined;
    return reportObject(owner, settings.assumptions, { nowMs, events: eventsOf(manifest) });
  }),
);

/** Moments of one manifest whose answers are kept. */
const momentsMax = 4;

/** A function of a manifest and a moment that computes its answer once. */
function ofManifestAt<Value>(
  compute: (manifest: Surroundings["manifest"], nowMs: number | undefined) => Value,
): (manifest: Surroundings["manifest"], nowMs: number | undefined) => Value {
  const ofManifest = memo((manifest: Surroundings["manifest"]) =>
    memoBounded(momentsMax, (_: string, nowMs: number | undefined) => compute(manifest, nowMs)),
  );
  return (manifest, nowMs) => ofManifest(manifest)(String(nowMs), nowMs);
}

/** What the status of an object says first. Undefined for one without. */
export function observedNow(pod: AnalyzedPod, surroundings: Surroundings): ObservedNow | undefined {
  const report = observedOf(pod, surroundings);
  return report === undefined ? workloadNow(pod, surroundings) : observedAnswer(report);
}

/** Of a workload: its pods in the same file say why it is not as it should be. */
function workloadNow({ located: { owner }, settings }: AnalyzedPod, { manifest, nowMs }: Surroundings) {
  return observedWorkloadAnswer(owner, { nowMs, pods: ownedPods(settings.assumptions)(manifest, nowMs) });
}

/** Pods that stand in a file, each with what its status says. */
const ownedPods = memo((assumptions: Assumptions) =>
  ofManifestAt((manifest, nowMs) => {
    const events = eventsOf(manifest);
    return podsOf(manifest).flatMap((object): readonly OwnedPod[] => {
      const report = reportObject(object, assumptions, { nowMs, events });
      return report === undefined ? [] : [{ pod: report.look.pod, now: observedAnswer(report) }];
    });
  }),
);

/** The answer for an object with a status: what is the case, then what comes next. Undefined for others. `played`: by weaker evidence. */
export function observedAnswerOf(
  pod: AnalyzedPod,
  surroundings: Surroundings,
  { horizonMs = defaultHorizonMs, ...extent }: PlayedExtent,
  played: () => Answer | undefined,
): Answer | undefined {
  const report = observedOf(pod, surroundings);
  if (report !== undefined && pod.pod !== undefined) {
    const { assumptions } = pod.settings;
    const asked = { ...extent, pod: pod.pod, assumptions, scenario: pod.scenario.scenario, horizonMs };
    return answersTo(report)(JSON.stringify([horizonMs, extent]), asked);
  }
  const now = workloadNow(pod, surroundings);
  const future = now && played();
  return now && future && answerOfNow(now, horizonMs, () => future);
}

/**
 * What a pod with a status goes on with from the observed moment on, seed by seed. Undefined for one without, and where nothing that is
 * played comes to what was observed.
 */
export function observedFutureOf(
  analyzed: RunnablePod,
  surroundings: Surroundings,
  { seed, horizonMs }: { readonly seed: number; readonly horizonMs: number },
): PlayedFuture | undefined {
  const report = observedOf(analyzed, surroundings);
  if (report === undefined) return undefined;
  const { pod, settings, scenario } = analyzed;
  const input = { pod, assumptions: settings.assumptions, scenario: scenario.scenario };
  const first = observedFuture(report, { ...input, seed, aheadMs: horizonMs });
  if (first === undefined) return undefined;
  return (other, aheadMs) =>
    other === seed && aheadMs === horizonMs ? first : observedFuture(report, { ...input, seed: other, aheadMs });
}

/** Extents of one report whose answers are kept: one plays as many runs as a forecast. */
const extentsMax = 4;

const answersTo = memo((report: PodReport) =>
  memoBounded(extentsMax, (_: string, asked: AnswerInput) => answerOfReport(report, asked)),
);

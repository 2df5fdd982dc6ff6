import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { rolloutJudgmentInWords } from "../../../shared/forecast/workload/judgment-words.ts";
import type { RolloutJudgment } from "../../../shared/forecast/workload/model.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import type { RolloutExpectation } from "../../../shared/scenario/model.ts";
import { quoted } from "../../../shared/scenario/reading/quoted.ts";
import type { PlacedScenarioText } from "../../analysis/scenario-comments.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import { applicationOf, whyUnplayed, workloadOf } from "../../analysis/workloads.ts";
import type { Manifest, ManifestDocument, PlacedDocument } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { FileRule } from "../core/model.ts";
import { commentHit } from "../support/places.ts";
import { podsThatFit } from "../support/pods-that-fit.ts";

/**
 * An `expect rollout` or `expect available` line says what must be true while the workload changes to a new version.
 * The rollout is simulated 20 times, with seeds 1 to 20 and the configured timing; workloads of more than 200 pods 10 times, and those of more than 1,000 5 times.
 * The expectation fails if one of these runs breaks it, and if the workload has more than 5,000 pods, because such a rollout is not simulated.
 * The pods of the old version serve when the rollout begins; `old:` and `new:` lines say what the pods of each version do.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 10
 *   strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       # cadence: expect rollout within 5m
 *       - name: app  # cadence: new: starts in 1m
 *         image: registry.example/app
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 * ```
 *
 * ## How to fix
 *
 * Change the strategy until the rollout meets the expectation, or change the expectation.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 10
 *   strategy: {rollingUpdate: {maxSurge: 5, maxUnavailable: 0}}
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       # cadence: expect rollout within 5m
 *       - name: app  # cadence: new: starts in 1m
 *         image: registry.example/app
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 * ```
 *
 * ## Source
 *
 * The simulation of the workload controllers, `pkg/controller/deployment`, `statefulset`, and `daemon`.
 */
export const rolloutExpectationFailed: FileRule = {
  id: "rollout-expectation-failed",
  title: "The rollout does not meet an `expect` line",
  level: "error",
  origin: "simulation",
  judgesStatements: true,
  checkFile: check,
  prepareFile: prepare,
};

function* prepare(manifest: Manifest, settings: ResolvedSettings): Generator<unknown> {
  const others = applicationOf(manifest);
  const podsOf = podsWithExpectations(settings);
  for (const { document } of manifest.documents) {
    for (const pod of podsOf(document)) yield* workloadOf(pod, others)?.forecast.pieces(["judgments"]) ?? [];
    yield;
  }
}

function check(manifest: Manifest, settings: ResolvedSettings): ReturnType<FileRule["checkFile"]> {
  const others = applicationOf(manifest);
  const podsOf = podsWithExpectations(settings);
  return manifest.documents.flatMap((placed) =>
    podsOf(placed.document).flatMap((pod) => checkPod(pod, placed, others)),
  );
}

const podsWithExpectations = podsThatFit((pod) => !pod.located.partial && expectationsOf(pod).length > 0);

function expectationsOf({ scenario }: AnalyzedPod): readonly RolloutExpectation[] {
  return scenario.scenario.rollout?.expectations ?? [];
}

function checkPod(pod: AnalyzedPod, placed: PlacedDocument, others: readonly ManifestDocument[]) {
  const judgments = workloadOf(pod, others)?.forecast.judgments;
  const places = pod.scenarioTexts.flatMap((text) => placesOfExpectations(text, pod));
  return expectationsOf(pod).flatMap(({ text }, index) => {
    const judgment = judgments?.[index];
    const message = messageOf(text, judgment, { pod, others });
    if (message === undefined) return [];
    return [{ ...rangeInFile(pod, placed, places[index]), message, ...(judgment && { judgment }) }];
  });
}

function messageOf(
  text: string,
  judgment: RolloutJudgment | undefined,
  { pod, others }: { readonly pod: AnalyzedPod; readonly others: readonly ManifestDocument[] },
): string | undefined {
  const subject = quoted(text, 200);
  const { located } = pod;
  const unplayed = judgment === undefined ? whyUnplayed(pod, others) : undefined;
  if (unplayed !== undefined) return `${subject} cannot be judged. ${unplayed}`;
  if (judgment === undefined)
    return `${subject} cannot be judged: ${located.kind} ${located.name} has no rollout that can be simulated. Move it to a Deployment, a StatefulSet, or a DaemonSet.`;
  if (judgment.holds) return undefined;
  return `${subject} ${rolloutJudgmentInWords(judgment)}. Change the workload or the expectation.`;
}

/** One entry for each expectation in the text, in parsing order. */
function placesOfExpectations(text: PlacedScenarioText, { pod }: AnalyzedPod): readonly PlacedScenarioText[] {
  const containers = pod === undefined ? [] : allContainers(pod);
  return (parseScenario([text], containers).scenario.rollout?.expectations ?? []).map(() => text);
}

function rangeInFile(
  pod: AnalyzedPod,
  { document, startOffset }: PlacedDocument,
  text: PlacedScenarioText | undefined,
): OffsetRange {
  const { range, path, on } = commentHit(pod, text);
  const { start, end } = range ?? rangeOf(document, path, on);
  return { start: startOffset + start, end: startOffset + end };
}

import { judgeExpectations } from "../../../shared/forecast/expectations/expectations.ts";
import type { Judgment } from "../../../shared/forecast/expectations/judgment.ts";
import { judgmentInWords } from "../../../shared/forecast/expectations/judgment-words.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import { quoted } from "../../../shared/scenario/reading/quoted.ts";
import type { PlacedScenarioText } from "../../analysis/scenario-comments.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { commentHit } from "../support/places.ts";

/**
 * An `expect` line says what must be true for the pod.
 * The scenario is simulated 20 times, with seeds 1 to 20 and the configured timing. The expectation fails if one of these runs breaks it.
 * The message says in how many runs it fails and what was reached in them.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: crashes x5, then runs
 *     image: registry.example/app
 *     # cadence: expect ready within 1m
 * ```
 *
 * ## How to fix
 *
 * Change the pod until it meets the expectation, or change the expectation. In this example five crashes cause some minutes of back-off.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: crashes x5, then runs
 *     image: registry.example/app
 *     # cadence: expect ready within 10m
 * ```
 *
 * ## Source
 *
 * The simulation. `pod-cadence simulate --seed N` shows each of the runs.
 */
export const expectationFailed: DocumentRule = {
  id: "expectation-failed",
  title: "The pod does not meet an `expect` line",
  level: "error",
  origin: "simulation",
  judgesStatements: true,
  firesInPatches: true,
  checkDocument: ({ pods }) => pods.flatMap(check),
};

function check(analyzed: AnalyzedPod): readonly DocumentHit[] {
  const { scenarioTexts } = analyzed;
  const judgments = judgmentsOf(analyzed);
  if (judgments.length === 0) return [];
  const places = scenarioTexts.flatMap((text) => placesOfExpectations(text, analyzed));
  return judgments.flatMap((judgment, index) =>
    judgment.holds ? [] : [{ ...commentHit(analyzed, places[index]), message: messageOf(judgment), judgment }],
  );
}

/** One for each expectation of the pod's scenario. */
export function judgmentsOf(analyzed: AnalyzedPod): readonly Judgment[] {
  const { pod, scenario, settings } = analyzed;
  const isExpecting = pod !== undefined && scenario.scenario.expectations.length > 0;
  return isExpecting ? judgeExpectations(pod, settings.assumptions, scenario.scenario) : [];
}

/** One entry for each expectation in the text, in parsing order. */
function placesOfExpectations(text: PlacedScenarioText, { pod }: AnalyzedPod): readonly PlacedScenarioText[] {
  const containers = pod === undefined ? [] : [...pod.initContainers, ...pod.containers];
  return parseScenario([text], containers).scenario.expectations.map(() => text);
}

function messageOf(judgment: Judgment): string {
  const subject = `${quoted(judgment.text, 200)} ${judgmentInWords(judgment)}`;
  return judgment.undecidedRuns > 0
    ? `${subject}. Set a shorter time.`
    : `${subject}. Change the pod or the expectation.`;
}

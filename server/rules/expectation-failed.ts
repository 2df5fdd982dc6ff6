import { type Judgement, judgeExpectations } from "../../shared/forecast/expectations.ts";
import { judgementInWords } from "../../shared/forecast/judgement-words.ts";
import { parseScenario } from "../../shared/scenario/parse.ts";
import { quoted } from "../../shared/scenario/quoted.ts";
import type { PlacedScenarioText } from "../scenario-comments.ts";
import type { DocumentHit, DocumentRule } from "./model.ts";
import { commentHit } from "./places.ts";
import type { AnalysedPod } from "./subject.ts";

/**
 * An `expect` line says what must hold of the pod.
 * The engine plays the scenario under seeds 1 to 20 of the configured timing; when one of these runs breaks the expectation, it has failed.
 * The message says in how many runs, and when it came true at the latest in the others.
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
 * ## What to write instead
 *
 * Change the pod until it keeps the promise, or promise what it keeps: five crashes cost some minutes of back-off.
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
 * The engine's own runs: `pod-cadence simulate` shows each of them with `--seed`.
 */
export const expectationFailed: DocumentRule = {
  id: "expectation-failed",
  title: "The pod does not do what an `expect` line promises",
  level: "error",
  origin: "simulation",
  since: "1.28",
  checkDocument: ({ pods }) => pods.flatMap(check),
};

function check(analysed: AnalysedPod): readonly DocumentHit[] {
  const { pod, scenario, settings, scenarioTexts } = analysed;
  if (pod === undefined || scenario.scenario.expectations.length === 0) return [];
  const judgements = judgeExpectations(pod, settings.assumptions, scenario.scenario);
  const places = scenarioTexts.flatMap((text) => placesOfExpectations(text, analysed));
  return judgements.flatMap((judgement, index) =>
    judgement.holds ? [] : [{ ...commentHit(analysed, places[index]), message: messageOf(judgement) }],
  );
}

/** One entry for each expectation that the text holds, as the parser finds them. */
function placesOfExpectations(text: PlacedScenarioText, { pod }: AnalysedPod): readonly PlacedScenarioText[] {
  const containers = pod === undefined ? [] : [...pod.initContainers, ...pod.containers];
  return parseScenario([text], containers).scenario.expectations.map(() => text);
}

function messageOf(judgement: Judgement): string {
  const subject = `${quoted(judgement.text, 200)} ${judgementInWords(judgement)}`;
  return judgement.undecidedRuns > 0
    ? `${subject}. Expect it within a shorter time.`
    : `${subject}. Change the pod or the expectation; "Simulate pod" shows what happens.`;
}

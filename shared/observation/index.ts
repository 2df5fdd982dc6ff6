export { countsDown, type TimedText } from "../protocol/timed-text.ts";
export type {
  BackOff,
  BackOffSource,
  BackOffStep,
  Certainty,
} from "./back-off.ts";
export { type ObservedStop, stopOf } from "./causes.ts";
export { type Contradiction, contradictions } from "./contradictions.ts";
export { containerText, containerWords, exitText, nextOfPod, podText, podWords, stopOfRun } from "./describe.ts";
export { type ObservedEvent, readEvent } from "./event-object.ts";
export type { ObjectProblem } from "./fields.ts";
export type { ImageTry } from "./image-back-off.ts";
export { type InferredScenario, inferScenario } from "./infer.ts";
export { type KubeletModel, kubeletModelOf } from "./kubelet-model.ts";
export { backOffSteps, lookAt, type NextTry, nextTry, runsOf } from "./next-try.ts";
export type * from "./pod-object.ts";
export { readPod } from "./pod-object.ts";
export type { PodSnapshot } from "./pod-snapshot.ts";
export {
  backOffText,
  type ContainerReport,
  conditionText,
  messageOf,
  type PodReport,
  reportObject,
  reportPod,
  runText,
  timeText,
  windowText,
} from "./report.ts";
export { type ObservedRestartsAll, restartsAllOf, restartsAllText } from "./restart-all.ts";
export { liveRolloutText } from "./rollout-words.ts";
export {
  addPod,
  type ObservedRun,
  type ObservedRuns,
  type PodHistory,
  restartsOf,
  type Stops,
  stopsOf,
} from "./runs.ts";
export { lastRestart, shortContainerWords, shortPodWords } from "./short.ts";
export { specDifferences } from "./spec-differences.ts";
export { countText, nextTryText, nextTryWords, timedTextAt, type WindowState, windowAt } from "./words.ts";

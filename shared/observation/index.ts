export { countsDown, type TimedText } from "../protocol/values/timed-text.ts";
export { type Contradiction, contradictions } from "./contradictions.ts";
export { containerText, containerWords, exitText, nextOfPod, podText, podWords, stopOfRun } from "./describe.ts";
export { type ObservedStop, stopOf } from "./inference/causes.ts";
export { type InferredScenario, inferScenario } from "./inference/infer.ts";
export { type ObservedEvent, readEvent } from "./objects/event-object.ts";
export type { ObjectProblem } from "./objects/fields.ts";
export { type KubeletModel, kubeletModelOf } from "./objects/kubelet-model.ts";
export type * from "./objects/pod-object.ts";
export { readPod } from "./objects/pod-object.ts";
export type { PodSnapshot } from "./objects/pod-snapshot.ts";
export {
  addPod,
  type ObservedRun,
  type ObservedRuns,
  type PodHistory,
  restartsOf,
  type Stops,
  stopsOf,
} from "./objects/runs.ts";
export {
  backOffText,
  type ContainerReport,
  conditionsText,
  conditionText,
  messageOf,
  type ObjectLook,
  type PodReport,
  reportObject,
  reportPod,
  runText,
  timeText,
  windowText,
} from "./report.ts";
export { type ObservedRestartsAll, restartsAllOf, restartsAllText } from "./restart-all.ts";
export { liveRolloutText } from "./rollout-words.ts";
export { failedSince, lastExitText, lastRestart, shortContainerWords, shortPodWords } from "./short.ts";
export { specDifferences } from "./spec-differences.ts";
export type {
  BackOff,
  BackOffSource,
  BackOffStep,
  Certainty,
} from "./windows/back-off.ts";
export type { ImageTry } from "./windows/image-back-off.ts";
export { backOffSteps, lookAt, type NextTry, nextTry, runsOf } from "./windows/next-try.ts";
export { nextTryText, nextTryWords, timedTextAt, type WindowState, windowAt } from "./words.ts";

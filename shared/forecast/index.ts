export { type Answering, answerPod, createAnswer, rejectedAnswer } from "./answer/answer.ts";
export type * from "./answer/model.ts";
export { causesOf, spanBetween } from "./chain.ts";
export { type Judgement, judgedRuns, judgeExpectations } from "./expectations.ts";
export {
  hintLength,
  jobHint,
  kubeletHint,
  livenessHint,
  readinessHint,
  restartAllHint,
  restartHint,
  startupHint,
} from "./hints.ts";
export { forecastJob, type JobEnd, type JobForecast, jobSentence } from "./job.ts";
export { forecastKubelet } from "./kubelet.ts";
export { forecastLoad, kepRequestsPerRestart, type LoadGroup, type LoadInput } from "./load.ts";
export type * from "./model.ts";
export { forecastPod } from "./pod.ts";
export { defaultHorizonMs } from "./restarts.ts";
export { crashSentence, hangSentence, startSentence, unreadySentence } from "./summary.ts";
export { formatBounds, formatCurve, formatPercent, formatSafe, formatSpan } from "./words.ts";

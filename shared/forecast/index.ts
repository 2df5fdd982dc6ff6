export type { Answering } from "./answer/answer.ts";
export type * from "./answer/model.ts";
export { type Judgement, judgeExpectations } from "./expectations.ts";
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
export type { LoadGroup, LoadInput } from "./load.ts";
export type * from "./model.ts";
export { forecastPod } from "./pod.ts";
export { crashSentence, hangSentence, startSentence, unreadySentence } from "./summary.ts";
export { formatBounds, formatCurve, formatSpan } from "./words.ts";

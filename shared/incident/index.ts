export { explainPod, explainPods } from "./explain.ts";
export type * from "./model.ts";
export { nextText } from "./next.ts";
export { type ExplainedRow, explainedRows, explainedTitle, podTitle, timeText } from "./text.ts";

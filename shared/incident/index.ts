export { explainPod, explainPods } from "./explain.ts";
export type * from "./model.ts";
export { nextText } from "./next.ts";
export { type ExplainedRow, explainedRows, explainedTitle, timeText } from "./text.ts";

export { learnWorkloads } from "./learn.ts";
export type * from "./model.ts";
export { learnedComment, learnedRows, learnedTitle } from "./text.ts";

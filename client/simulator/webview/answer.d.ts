import type { Run } from "./run.ts";
/** The sentence about a run that people changed; the server has made that of the manifest. */
export declare function answerOf(run: Run): string;
//# sourceMappingURL=answer.d.ts.map

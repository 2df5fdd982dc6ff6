import type { ApiFailure } from "../api/answer.ts";

export type InformerState =
  /** All that there is was reported. Changes are reported as they come; with `lists`, when it is listed again, because watches do not work. */
  | { readonly is: "live"; readonly lists?: Lists | undefined }
  /**
   * `sinceMs`: what was reported is known to be true until then, in ms since 1970. `failures`: how many there were in a row.
   * `nextTryMs`: when it is tried again; undefined while it is.
   */
  | {
      readonly is: "broken";
      readonly sinceMs: number;
      readonly failure: ApiFailure;
      readonly failures: number;
      readonly nextTryMs?: number | undefined;
    };

/** In place of watches that do not work. */
export interface Lists {
  readonly everyMs: number;
  /** Of the last watch. */
  readonly failure: ApiFailure;
}

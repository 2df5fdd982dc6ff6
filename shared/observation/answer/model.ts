import type { Span } from "../../basics/span.ts";
import type { AnswerNote, Outlook } from "../../forecast/answer/model.ts";

/** What is the case with an observed pod, or with one of its containers. */
export const observedCases = [
  "deleting",
  "completed",
  "failed",
  "unscheduled",
  "crash-loop",
  "restarting",
  "image",
  "create",
  "reset",
  "ended",
  "creating",
  "initializing",
  "starting",
  "not-ready",
  "ready",
] as const;
type ObservedCase = (typeof observedCases)[number];

/** What an observed object says first: what is the case, since when, and why; what comes next; what helps. Plain text. */
export interface ObservedNow {
  readonly is: ObservedCase;
  /** The container that it is about; undefined if it is about the whole pod. */
  readonly container: string | undefined;
  /** Undefined if nothing is wrong yet, and the pod is not ready either: weaker evidence says what becomes of it. */
  readonly outlook: Outlook | undefined;
  /** Without a subject, which is the pod: `waits for its image since 12:03:10 (401 Unauthorized)`. */
  readonly headline: string;
  /** The same without times, where there is less to say: `waits for its image (401 Unauthorized)`. */
  readonly brief?: string | undefined;
  /** What the headline has the beginning of only. */
  readonly message?: string | undefined;
  /** What would help. A pod that recovers by itself is said to. Undefined if there is nothing to do. */
  readonly fix: string | undefined;
  /** What follows then, or follows anyway. */
  readonly after: string | undefined;
  /** When it is tried again; undefined if it is not, or nobody can know. */
  readonly next: Span | undefined;
  /** What is to be said of other containers, or of the status itself. */
  readonly besides: readonly AnswerNote[];
}

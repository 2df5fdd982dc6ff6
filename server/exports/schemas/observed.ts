import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { about, count, ms, named, span } from "./parts.ts";

const seen = (description: string) => about(`${description} Null if that is not known.`, z.nullable(span));

const run = z.strictObject({
  run: about("The number of the run, from 1.", z.int()),
  startedAt: seen("When it started."),
  finishedAt: seen("When it ended."),
  length: seen("How long it took, in ms."),
  exitCode: z.nullable(z.int()),
  reason: z.nullable(z.string()),
});

const backOff = z.strictObject({
  delaysMs: about("The delays that are possible.", z.array(ms)),
  source: about("What shows the delay.", z.enum(["message", "gap", "history", "possible"])),
  certainty: z.enum(["told", "seen", "open", "guessed"]),
});

const container = z.strictObject({
  name: z.string(),
  kind: z.enum(["regular", "init", "sidecar", "ephemeral"]),
  state: about("A few words for people.", z.string()),
  message: about("The message of the state.", z.nullable(z.string())),
  restartCount: count,
  backOff: z.nullable(backOff),
  next: z.strictObject({
    is: about("What comes next.", z.enum(["start", "pull", "reset", "polled", "none"])),
    text: z.string(),
    window: about("When it comes.", z.nullable(span)),
  }),
  runs: about("The runs that are known, oldest first.", z.array(run)),
});

export const observed = named(
  "observed",
  "What a pod does and did, from its status. Times are ms since 1970, each a range, because the API truncates times to seconds.",
  z.strictObject({
    atMs: about("The moment of which this is said.", ms),
    atLatestTime: about("That moment is the latest time in the status, not now.", z.boolean()),
    state: about("A few words for people.", z.string()),
    restarts: count,
    restartsAll: z.nullable(
      z.strictObject({
        countMax: about("How many restarts of all containers there were at most.", count),
        triggers: about("The containers that can have caused them.", z.array(z.string())),
      }),
    ),
    conditions: z.array(
      z.strictObject({
        type: z.string(),
        status: z.string(),
        reason: z.nullable(z.string()),
        message: z.nullable(z.string()),
        since: seen("Since when."),
      }),
    ),
    containers: z.array(container),
    scenario: about(
      "A scenario that does the same.",
      z.array(z.strictObject({ container: z.optional(z.string()), text: z.string() })),
    ),
    notes: z.array(z.string()),
    contradictions: about(
      "What a node as it is assumed would not have done.",
      z.array(
        z.strictObject({
          kind: z.string(),
          container: z.nullable(z.string()),
          fieldPath: z.string(),
          message: z.string(),
        }),
      ),
    ),
  }),
);

export type ObservedJson = Immutable<z.infer<typeof observed>>;

import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { about, count, named, span, version } from "./parts.ts";

const known = (description: string) => about(`${description} Null if that is not known.`, z.nullable(span));
const certainty = about(
  "told: a source says it. seen: nothing else explains it. likely, possible: something else might. unexplained: nothing that was read explains it.",
  z.enum(["told", "seen", "likely", "possible", "unexplained"]),
);
const place = named(
  "source",
  "Where it was read.",
  z.strictObject({ path: z.string(), line: about("From 1.", z.int()) }),
);
const sources = z.array(place);

const by = z.enum([
  "liveness",
  "startup",
  "program",
  "oom",
  "disruption",
  "stop",
  "restart-all",
  "start-failure",
  "unknown",
]);

const run = z.strictObject({
  container: z.string(),
  run: about("The number of the run, from 1.", z.int()),
  started: known("When it started."),
  ended: known("When it ended."),
  lengthMs: known("How long it took."),
  exitCode: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  cause: about(
    "Who ended it. Null while it goes on.",
    z.nullable(
      z.strictObject({
        by,
        certainty,
        rule: about(
          "What shows it, strongest first.",
          z.enum(["object", "audit", "event", "count", "window", "alone", "status", "exit", "none"]),
        ),
        text: z.string(),
        sources,
      }),
    ),
  ),
  waitMs: known("From its end to the next start."),
});

const unseen = z.strictObject({
  container: z.string(),
  first: about("Number of the first run, from 1.", z.int()),
  last: z.int(),
  runs: count,
  meanLengthMs: known("Their length on average, by the sum of all runs and waits."),
  ifNeverReset: about("It holds only if the back-off was never reset.", z.boolean()),
  by: about("Who ended all of them.", z.nullable(by)),
});

const pod = z.strictObject({
  name: z.string(),
  namespace: z.string(),
  uid: z.nullable(z.string()),
  basis: about("What was read of it.", z.string()),
  taken: known("When the newest look was taken."),
  timesAreAges: about("Times count from the moment at which they were read, which nobody knows: 0.", z.boolean()),
  headline: about("What is the case. Null if only events were read.", z.nullable(z.string())),
  causes: about(
    "Who ended the runs, a sentence each.",
    z.array(z.strictObject({ text: z.string(), certainty, shown: z.string(), sources })),
  ),
  runs: about("Runs of which a source has times.", z.array(run)),
  unseen: about("Runs of which no source has times.", z.array(unseen)),
  timeline: z.array(z.strictObject({ at: known("When it was."), text: z.string(), certainty, sources })),
  next: z.array(
    z.strictObject({
      container: z.string(),
      what: z.string(),
      window: known("When it comes."),
      text: z.string(),
      certainty,
    }),
  ),
  scenario: about("What it did, as the text of a `# cadence:` comment for each container.", z.array(z.string())),
  fit: about(
    "How many of the judged moments the scenario explains. Null if it was not played.",
    z.nullable(z.strictObject({ judged: count, inside: count })),
  ),
  whatIf: z.array(
    z.strictObject({ change: z.string(), avoids: z.string(), costs: z.string(), if: z.nullable(z.string()) }),
  ),
  helps: z.nullable(z.string()),
  unexplained: about("What nothing that was read says, a sentence each.", z.array(z.string())),
  ask: about("Commands that would say more.", z.array(z.string())),
});

export const explainSchema = z.strictObject({
  version,
  inputs: z.array(
    z.strictObject({
      path: z.string(),
      is: z.enum(["objects", "watch", "describe", "events", "pods", "audit", "unknown"]),
      notes: z.array(z.string()),
    }),
  ),
  pods: z.array(pod),
});

export type ExplainJson = Immutable<z.infer<typeof explainSchema>>;

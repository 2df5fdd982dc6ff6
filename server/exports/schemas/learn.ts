import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { about, count, ms, version } from "./parts.ts";

const known = (description: string) => about(`${description} Null if none was measured.`, z.nullable(ms));

/** Of times of one kind. */
const measured = {
  count: about("How many were measured.", count),
  minMs: known("The shortest, rounded down to seconds."),
  maxMs: known("The longest, rounded up to seconds."),
  medianMs: about(
    "The median of the longest that each can have been. Null if none was measured.",
    z.nullable(z.number()),
  ),
};

const proposal = z.strictObject({
  severity: about("warning: too close to what was measured. hint: more than is needed.", z.enum(["warning", "hint"])),
  kind: z.enum(["startup-too-close", "startup-unneeded", "grace-too-close", "timeout-too-close"]),
  field: about("What to set. startupProbe: one is to be added, with the value as its failureThreshold.", z.string()),
  value: z.int(),
  text: about("Why, in sentences.", z.string()),
});

const container = z.strictObject({
  name: z.string(),
  scenario: about(
    "What follows the name in a `# cadence:` comment. Null if nothing can be said.",
    z.nullable(z.string()),
  ),
  note: about("On how many starts, stops, and pods it rests, and on which days.", z.string()),
  comment: about("The whole text of the comment: name, scenario, and note.", z.nullable(z.string())),
  starts: z.strictObject({
    ...measured,
    cutOff: about(
      "Starts that a probe ended. Null if there are none.",
      z.nullable(z.strictObject({ count, atLeastMs: about("So long they would have taken at least.", ms) })),
    ),
    doubtful: about("Left out: ready so late that they may have been ready before.", count),
  }),
  stops: z.strictObject({
    ...measured,
    cutOff: about("Stops that the end of the grace period cut off.", count),
    exitCode: about("Of all stops. Null if they differ.", z.nullable(z.int())),
  }),
  ends: about(
    "Ends of the program itself, by exit code, the commonest first.",
    z.array(z.strictObject({ exitCode: z.int(), reason: z.enum(["Completed", "Error", "OOMKilled"]), ...measured })),
  ),
  proposals: z.array(proposal),
  unknown: about("What could not be measured, and why.", z.array(z.string())),
});

const workload = z.strictObject({
  kind: z.string(),
  name: z.string(),
  namespace: z.string(),
  revision: about("The hash of the pod template. Null if pods do not name one.", z.nullable(z.string())),
  pods: count,
  fromMs: known("When the first was measured, in milliseconds since 1970."),
  untilMs: known("When the last was measured, in milliseconds since 1970."),
  containers: z.array(container),
});

export const learnSchema = z.strictObject({
  version,
  workloads: about("One for each revision of each workload.", z.array(workload)),
});

export type LearnJson = Immutable<z.infer<typeof learnSchema>>;

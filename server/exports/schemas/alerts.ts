import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";
import { about, count, ms, notes, share, span, spread, version } from "./parts.ts";

const subject = {
  pod: z.optional(about("What was simulated, if that is one pod.", z.string())),
  workload: z.optional(about("What was simulated, if that creates pods.", z.string())),
};

export const alertsSchema = z.strictObject({
  version,
  pods: about(
    "What becomes of each pod in these runs, as `forecast` says it.",
    z.array(z.strictObject({ ...subject, headline: z.string(), horizonMs: ms, runs: count, restarts: spread })),
  ),
  alerts: z.array(
    z.strictObject({
      name: z.string(),
      from: about("The rule file, or the name of the built-in rules.", z.string()),
      expression: z.string(),
      forMs: ms,
      ...subject,
      outcome: about(
        "`sometimes`: it fires in some of the runs; `pending`: it never fires; `unknown`: it cannot be evaluated, or reads what is not simulated.",
        z.enum(["fires", "sometimes", "pending", "never", "unknown"]),
      ),
      pending: about(
        "First, median, and last time at which it becomes pending, over the runs in which it does.",
        z.nullable(span),
      ),
      fires: about("First, median, and last time at which it fires, over the runs in which it does.", z.nullable(span)),
      share: about("The share of the runs in which it fires, or, where `fires` is null, in which it does not.", share),
      because: about("Why it does not fire in every run; empty if it does.", z.string()),
    }),
  ),
  notes,
});

export type AlertsJson = Immutable<z.infer<typeof alertsSchema>>;

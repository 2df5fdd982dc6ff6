import * as z from "zod/mini";
import type { Span } from "../../basics/span.ts";
import { type Answer, type Outcome, outlookNames, type Reason, type Spread } from "../../forecast/answer/model.ts";
import { pathSchema } from "../values/values.ts";

const spread: z.ZodMiniType<Spread> = z.object({ min: z.number(), p50: z.number(), max: z.number() });
const span: z.ZodMiniType<Span> = z.object({ nominalMs: z.number(), earliestMs: z.number(), latestMs: z.number() });
const bounds = z.object({
  firstReady: z.optional(span),
  end: z.optional(span),
  restarts: z.record(z.string(), z.array(span)),
});
const outlook = z.literal(outlookNames);
const end = z.object({ how: z.literal(["Succeeded", "Failed", "Deleted", "Rejected"]), atMs: spread });
const outcome: z.ZodMiniType<Outcome> = z.object({ outlook, text: z.string(), share: z.number() });
const container = z.object({ name: z.string(), restarts: spread, onlyCrashes: z.boolean() });

const writtenReason = z.object({
  text: z.string(),
  path: z.optional(pathSchema),
  scenario: z.optional(z.string()),
  advice: z.optional(z.string()),
});

const writtenAnswer = z.object({
  basis: z.literal(["observed", "scenario", "manifest"]),
  outlook,
  headline: z.string(),
  fix: z.optional(z.string()),
  after: z.optional(z.string()),
  notes: z.array(z.object({ label: z.string(), text: z.string() })),
  horizonMs: z.number(),
  watchedMs: z.number(),
  runs: z.number(),
  restarts: spread,
  notReadyYetMs: spread,
  downMs: spread,
  longestWaitMs: spread,
  readyShare: spread,
  readyOverTime: z.array(z.object({ tMs: z.number(), share: z.number() })),
  typicalSeed: z.number(),
  bestSeed: z.number(),
  worstSeed: z.number(),
  firstReadyMs: z.optional(spread),
  readyForGoodMs: z.optional(spread),
  job: z.optional(z.object({ tries: spread, failedPods: spread })),
  end: z.optional(end),
  rhythm: z.optional(z.object({ fromMs: spread, everyMs: spread })),
  containers: z.array(container),
  outcomes: z.array(outcome),
  bounds,
  why: z.optional(writtenReason),
});

/** JSON drops a field that is undefined; this puts it back. */
export const answerSchema: z.ZodMiniType<Answer> = z.pipe(
  writtenAnswer,
  z.transform(
    (written): Answer => ({
      ...written,
      fix: written.fix,
      after: written.after,
      firstReadyMs: written.firstReadyMs,
      job: written.job,
      readyForGoodMs: written.readyForGoodMs,
      end: written.end,
      rhythm: written.rhythm,
      bounds: { ...written.bounds, firstReady: written.bounds.firstReady, end: written.bounds.end },
      why: written.why && reasonOf(written.why),
    }),
  ),
);

function reasonOf({ text, path, scenario, advice }: z.infer<typeof writtenReason>): Reason {
  return { text, path, scenario, advice };
}

import * as z from "zod/mini";
import type { JobSpec } from "../../controllers/job/model.ts";

const optionalNumber = z.optional(z.number());

const requirement = z.object({
  containerName: z.optional(z.string()),
  operator: z.string(),
  values: z.array(z.number()),
});

const failureRule = z.object({
  action: z.optional(z.literal(["Count", "FailIndex", "FailJob", "Ignore"])),
  onExitCodes: z.optional(requirement),
  onPodConditions: z.optional(z.array(z.object({ type: z.string(), status: z.string() }))),
});

const successRule = z.object({ succeededIndexes: z.optional(z.string()), succeededCount: optionalNumber });

const writtenSpec = z.object({
  parallelism: z.number(),
  completions: optionalNumber,
  completionMode: z.literal(["NonIndexed", "Indexed"]),
  backoffLimit: z.number(),
  backoffLimitPerIndex: optionalNumber,
  maxFailedIndexes: optionalNumber,
  activeDeadlineSeconds: optionalNumber,
  suspend: z.boolean(),
  podReplacementPolicy: z.literal(["TerminatingOrFailed", "Failed"]),
  podFailurePolicy: z.optional(z.array(failureRule)),
  successPolicy: z.optional(z.array(successRule)),
  managedByOther: z.boolean(),
  replacedAfterMs: optionalNumber,
  heldStartMs: optionalNumber,
});

/** JSON drops a field that is undefined; this puts it back. */
export const jobSpecSchema: z.ZodMiniType<JobSpec> = z.pipe(
  writtenSpec,
  z.transform(
    (written): JobSpec => ({
      ...written,
      completions: written.completions,
      backoffLimitPerIndex: written.backoffLimitPerIndex,
      maxFailedIndexes: written.maxFailedIndexes,
      activeDeadlineSeconds: written.activeDeadlineSeconds,
      replacedAfterMs: written.replacedAfterMs,
      heldStartMs: written.heldStartMs,
      podFailurePolicy: written.podFailurePolicy?.map(({ action, onExitCodes, onPodConditions }) => ({
        action,
        onExitCodes: onExitCodes && { ...onExitCodes, containerName: onExitCodes.containerName },
        onPodConditions,
      })),
      successPolicy: written.successPolicy?.map(({ succeededIndexes, succeededCount }) => ({
        succeededIndexes,
        succeededCount,
      })),
    }),
  ),
);

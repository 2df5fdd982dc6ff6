import * as z from "zod/mini";
import { once } from "../basics/once.ts";
import type { Path } from "../basics/path.ts";
import { isEnabled } from "../kubernetes/feature-gates.ts";
import type { Component } from "../kubernetes/node.ts";
import type { FailureAction, FailureRule, JobSpec, SuccessRule } from "./model.ts";
import { absentUnless, listOf } from "./written.ts";

/** A part of the spec that the controller reads differently from how it is written. Paths are relative to the Job's spec. */
export interface JobProblem {
  readonly path: Path;
  readonly message: string;
}

export interface ReadJob {
  readonly job: JobSpec;
  readonly problems: readonly JobProblem[];
}

const schema = once(() => {
  const integer = absentUnless(z.int32());
  const text = absentUnless(z.string());

  return z.object({
    parallelism: integer,
    completions: integer,
    completionMode: text,
    backoffLimit: integer,
    backoffLimitPerIndex: integer,
    maxFailedIndexes: integer,
    activeDeadlineSeconds: absentUnless(z.int()),
    suspend: absentUnless(z.boolean()),
    podReplacementPolicy: text,
    managedBy: text,
    podFailurePolicy: absentUnless(
      z.object({
        rules: listOf(
          z.object({
            action: text,
            onExitCodes: absentUnless(z.object({ containerName: text, operator: text, values: listOf(z.int32()) })),
            onPodConditions: absentUnless(z.array(z.object({ type: z.string(), status: text }))),
          }),
        ),
      }),
    ),
    successPolicy: absentUnless(
      z.object({ rules: listOf(z.object({ succeededIndexes: text, succeededCount: integer })) }),
    ),
  });
});

type WrittenJob = z.infer<ReturnType<typeof schema>>;

/** Fields that the API server drops while their feature is off. */
const gates = {
  backoffLimitPerIndex: "JobBackoffLimitPerIndex",
  maxFailedIndexes: "JobBackoffLimitPerIndex",
  podFailurePolicy: "JobPodFailurePolicy",
  podReplacementPolicy: "JobPodReplacementPolicy",
  successPolicy: "JobSuccessPolicy",
  managedBy: "JobManagedBy",
} as const;

/** Fields that belong to Indexed Jobs. */
const indexedOnly = ["backoffLimitPerIndex", "maxFailedIndexes", "successPolicy"] as const;

const ownController = "kubernetes.io/job-controller";

/**
 * The spec of a Job with the defaults of the API server. Any value is taken and nothing is thrown: what the API server would refuse counts as
 * not written, and an Indexed Job without completions has one for each pod that may run at once.
 */
// Models pkg/apis/batch/v1/defaults.go SetDefaults_Job (v1.37.1)
export function readJob(spec: unknown, apiServer: Component): ReadJob {
  const problems: JobProblem[] = [];
  const written = usableFields(schema().safeParse(spec).data ?? schema().parse({}), apiServer, problems);
  noteUnreadable(spec, written, problems);
  const isIndexed = written.completionMode === "Indexed";
  const parallelism = written.parallelism ?? 1;
  const isBare = written.parallelism === undefined || isIndexed;
  const { backoffLimitPerIndex, podFailurePolicy, podReplacementPolicy, managedBy } = written;
  const replacesLate = podFailurePolicy !== undefined || podReplacementPolicy === "Failed";
  const job: JobSpec = {
    parallelism,
    completions: written.completions ?? (isBare ? parallelism : undefined),
    completionMode: isIndexed ? "Indexed" : "NonIndexed",
    backoffLimit: written.backoffLimit ?? (backoffLimitPerIndex === undefined ? 6 : 2_147_483_647),
    backoffLimitPerIndex,
    maxFailedIndexes: written.maxFailedIndexes,
    activeDeadlineSeconds: written.activeDeadlineSeconds,
    suspend: written.suspend ?? false,
    podReplacementPolicy: replacesLate ? "Failed" : "TerminatingOrFailed",
    podFailurePolicy: podFailurePolicy?.rules.flatMap((rule) => (rule === undefined ? [] : [failureRule(rule)])),
    successPolicy: written.successPolicy?.rules.flatMap((rule): SuccessRule[] =>
      rule === undefined ? [] : [{ succeededIndexes: rule.succeededIndexes, succeededCount: rule.succeededCount }],
    ),
    managedByOther: managedBy !== undefined && managedBy !== ownController,
  };
  return { job, problems };
}

/** The fields without those that the API server drops or refuses. */
function usableFields(written: WrittenJob, apiServer: Component, problems: JobProblem[]): WrittenJob {
  const usable: WrittenJob = { ...written };
  const leaveOut = (field: keyof WrittenJob, why: string): void => {
    if (usable[field] === undefined) return;
    usable[field] = undefined;
    problems.push({ path: [field], message: `${field} ${why}: it counts as not written.` });
  };
  for (const field of numberFields) if ((written[field] ?? 0) < 0) leaveOut(field, "cannot be negative");
  for (const [field, gate] of Object.entries(gates)) {
    if (isField(field) && !isEnabled(apiServer, gate))
      leaveOut(field, `needs the feature gate ${gate}, which is off in Kubernetes ${apiServer.kubernetes}`);
  }
  if (written.completionMode !== "Indexed")
    for (const field of indexedOnly) leaveOut(field, "needs completionMode: Indexed");
  if (usable.backoffLimitPerIndex === undefined) leaveOut("maxFailedIndexes", "needs backoffLimitPerIndex");
  return usable;
}

const numberFields = [
  "parallelism",
  "completions",
  "backoffLimit",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
  "activeDeadlineSeconds",
] as const;

function isField(field: string): field is keyof WrittenJob {
  return Object.hasOwn(schema().shape, field);
}

function noteUnreadable(spec: unknown, written: WrittenJob, problems: JobProblem[]): void {
  const fields = typeof spec === "object" && spec !== null ? Object.entries(spec) : [];
  for (const [field, value] of fields) {
    const isLost = isField(field) && written[field] === undefined && value !== undefined && value !== null;
    if (isLost && !problems.some(({ path }) => path[0] === field))
      problems.push({ path: [field], message: `${field} cannot be read: it counts as not written.` });
  }
}

const actions: readonly FailureAction[] = ["Count", "FailIndex", "FailJob", "Ignore"];

function failureRule(rule: NonNullable<NonNullable<WrittenJob["podFailurePolicy"]>["rules"][number]>): FailureRule {
  const { onExitCodes, onPodConditions } = rule;
  return {
    action: actions.find((action) => action === rule.action),
    onExitCodes: onExitCodes && {
      containerName: onExitCodes.containerName,
      operator: onExitCodes.operator ?? "",
      values: onExitCodes.values.filter((value) => value !== undefined),
    },
    onPodConditions: onPodConditions?.map(({ type, status }) => ({ type, status: status ?? "True" })),
  };
}

import { admitOwnSpec } from "../../api-server/admission/own-spec.ts";
import {
  type Fields,
  fieldsAt,
  has,
  isFields,
  listAt,
  numberAt,
  objectsAt,
  textAt,
} from "../../api-server/types/fields.ts";
import type { Component } from "../../kubernetes/node.ts";
import type { FailureAction, FailureRule, JobSpec, SuccessRule } from "./model.ts";

const ownController = "kubernetes.io/job-controller";

/**
 * The spec of a Job as the controller gets it. Any value is taken and nothing is thrown: what the API server would refuse counts as
 * not written, and an Indexed Job without completions has one for each pod that may run at once.
 */
export function readJob(written: unknown, apiServer: Component): JobSpec {
  const { spec } = admitOwnSpec("Job", written, apiServer);
  const isIndexed = textAt(spec, "completionMode") === "Indexed";
  const parallelism = numberAt(spec, "parallelism") ?? 0;
  const failurePolicy = fieldsAt(spec, "podFailurePolicy");
  const successPolicy = fieldsAt(spec, "successPolicy");
  const replacesLate = failurePolicy !== undefined || textAt(spec, "podReplacementPolicy") === "Failed";
  return {
    replacedAfterMs: undefined,
    heldStartMs: undefined,
    parallelism,
    completions: numberAt(spec, "completions") ?? (isIndexed ? parallelism : undefined),
    completionMode: isIndexed ? "Indexed" : "NonIndexed",
    backoffLimit: numberAt(spec, "backoffLimit") ?? 0,
    backoffLimitPerIndex: numberAt(spec, "backoffLimitPerIndex"),
    maxFailedIndexes: numberAt(spec, "maxFailedIndexes"),
    activeDeadlineSeconds: numberAt(spec, "activeDeadlineSeconds"),
    suspend: spec["suspend"] === true,
    podReplacementPolicy: replacesLate ? "Failed" : "TerminatingOrFailed",
    podFailurePolicy: failurePolicy && rulesOf(failurePolicy).map(failureRule),
    successPolicy: successPolicy && rulesOf(successPolicy).map(successRule),
    managedByOther: has(spec, "managedBy") && textAt(spec, "managedBy") !== ownController,
  };
}

function rulesOf(policy: Fields): readonly Fields[] {
  return listAt(policy, "rules").filter(isFields);
}

const actions: readonly FailureAction[] = ["Count", "FailIndex", "FailJob", "Ignore"];

function failureRule(rule: Fields): FailureRule {
  const exitCodes = fieldsAt(rule, "onExitCodes");
  const conditions = has(rule, "onPodConditions") ? objectsAt(rule, "onPodConditions") : undefined;
  return {
    action: actions.find((action) => action === rule["action"]),
    onExitCodes: exitCodes && {
      containerName: textAt(exitCodes, "containerName") || undefined,
      operator: textAt(exitCodes, "operator"),
      values: listAt(exitCodes, "values").filter((value) => typeof value === "number"),
    },
    onPodConditions: conditions?.map((pattern) => ({
      type: textAt(pattern, "type"),
      status: textAt(pattern, "status"),
    })),
  };
}

function successRule(rule: Fields): SuccessRule {
  return {
    succeededIndexes: has(rule, "succeededIndexes") ? textAt(rule, "succeededIndexes") : undefined,
    succeededCount: numberAt(rule, "succeededCount"),
  };
}

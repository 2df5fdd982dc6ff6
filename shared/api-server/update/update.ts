import { formatPath } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { setAbsent } from "../admission/own-defaults.ts";
import { admitObject } from "../admission/review.ts";
import { decodeObject } from "../types/decode.ts";
import { type Fields, fieldsAt, has, isFields, textAt } from "../types/fields.ts";
import { isWorkloadKind, type PodCarrierKind, podSpecPaths, specAt } from "../types/kinds.ts";
import type { FieldError, Report } from "../types/report.ts";
import { validateObject } from "../verdict/validate.ts";
import { appliedObject } from "./apply.ts";
import { validateClaimUpdate } from "./claim-update.ts";
import { forbidDifference, immutable, storedAt, type Update } from "./immutable.ts";
import { validateJobUpdate } from "./job-update.ts";
import { validatePodUpdate } from "./pod-update.ts";

/** The kinds whose updates are judged. Others that we read, such as a PodDisruptionBudget, can change in any way. */
export type UpdatedKind = PodCarrierKind | "PersistentVolumeClaim";

export function isUpdatedKind(kind: string): kind is UpdatedKind {
  return isWorkloadKind(kind) || kind === "PersistentVolumeClaim";
}

/**
 * Why the API server refuses to make the one object into the other, although it would take either as a new one. Both are plain
 * values as somebody wrote them, and the second one is applied as kubectl and Helm do. Nothing is refused of an object that was
 * never taken, and what is wrong with the second one by itself is not repeated here.
 */
export function reviewUpdate(
  kind: UpdatedKind,
  base: unknown,
  head: unknown,
  apiServer: Component,
): readonly FieldError[] {
  if (!isFields(base) || !isFields(head)) return [];
  return kind === "PersistentVolumeClaim"
    ? reviewClaim(base, head, apiServer)
    : reviewWorkload(kind, base, head, apiServer);
}

function reviewClaim(base: Fields, head: Fields, apiServer: Component): readonly FieldError[] {
  const [before, after] = [base, head].map((value) =>
    decodeObject(value, "PersistentVolumeClaim", apiServer.kubernetes),
  );
  if (before === undefined || after === undefined) return [];
  if (before.typeErrors.length + after.typeErrors.length > 0) return [];
  const report: Report = { apiServer, errors: [] };
  const live = before.value;
  const applied = decodeObject(appliedObject(live, base, head), "PersistentVolumeClaim", apiServer.kubernetes);
  validateClaimUpdate(report, { kind: "PersistentVolumeClaim", before: live, after: applied.value });
  return report.errors;
}

function reviewWorkload(kind: PodCarrierKind, base: Fields, head: Fields, apiServer: Component): readonly FieldError[] {
  const sides = appliedWorkload(kind, base, head, apiServer);
  if (sides === undefined) return [];
  const { before, created, after } = sides;
  const report: Report = { apiServer, errors: [] };
  validateUpdate(report, { kind, before, after });
  const known = new Set(validateObject(kind, created, apiServer).map(keyOf));
  const fromMerge = validateObject(kind, after, apiServer).filter((error) => !known.has(keyOf(error)));
  return [...fromMerge.filter((error) => !isLeftToCreation(kind, error)), ...report.errors];
}

interface AppliedWorkload {
  /** As the server has it before the update. */
  readonly before: Fields;
  /** The new text as an object of its own. */
  readonly created: Fields;
  /** As the server has it after the update. */
  readonly after: Fields;
}

/** Undefined where the server does not read a side, or never took the first one. */
export function appliedWorkload(
  kind: PodCarrierKind,
  base: Fields,
  head: Fields,
  apiServer: Component,
): AppliedWorkload | undefined {
  const live = admitObject(kind, base, apiServer);
  const created = admitObject(kind, head, apiServer);
  if (live.wrongTypes.length + live.unknown.length + created.wrongTypes.length > 0) return undefined;
  if (validateObject(kind, live.value, apiServer).length > 0) return undefined;
  const before = withServersFields(kind, live.value, apiServer);
  const merged = appliedObject(before, base, head);
  const applied = admitObject(kind, merged, apiServer);
  if (applied.wrongTypes.length > 0) return undefined;
  if (kind === "Job") keepLabels(applied.value, merged);
  return { before, created: created.value, after: applied.value };
}

/** The server fills these in, admission among it, and nothing else asks for them: kubectl leaves them there. */
// Models SetDefaults_StatefulSet, SetDefaults_Job, and SetDefaults_PodSpec of pkg/apis (v1.37.1)
function withServersFields(kind: PodCarrierKind, object: Fields, apiServer: Component): Fields {
  const podSpec = specAt(object, podSpecPaths[kind]);
  if (kind === "Pod" && textAt(podSpec, "serviceAccountName") === "") podSpec["serviceAccountName"] = "default";
  if (has(podSpec, "serviceAccountName")) podSpec["serviceAccount"] = podSpec["serviceAccountName"];
  const strategy = fieldsAt(fieldsAt(object, "spec"), "updateStrategy");
  if (kind === "StatefulSet" && textAt(strategy, "type") === "RollingUpdate" && !has(strategy, "rollingUpdate"))
    Object.assign(strategy ?? {}, { rollingUpdate: { partition: 0 } });
  const spec = fieldsAt(object, "spec");
  if (kind === "Job" && spec !== undefined && isEnabled(apiServer, "JobPodReplacementPolicy"))
    setAbsent(spec, "podReplacementPolicy", has(spec, "podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
  return object;
}

/** The labels of a Job's pods are made once, when it is created. */
function keepLabels(applied: Fields, merged: Fields): void {
  const path = ["spec", "template", "metadata"];
  const metadata = specAt(applied, path);
  const labels = specAt(merged, path)["labels"];
  if (labels === undefined) delete metadata["labels"];
  else metadata["labels"] = labels;
}

/** What cannot change is not validated again, and the labels of a Job's pods are compared with its selector only. */
function isLeftToCreation(kind: PodCarrierKind, { path, detail }: FieldError): boolean {
  if (kind === "StatefulSet") return path[1] === "serviceName" || path[1] === "volumeClaimTemplates";
  return kind === "Job" && (detail.startsWith("must be '") || detail === "`selector` not auto-generated");
}

function keyOf({ path, errorType, detail }: FieldError): string {
  return `${formatPath(path)} ${errorType} ${detail}`;
}

function validateUpdate(report: Report, update: Update): void {
  switch (update.kind) {
    case "Pod":
      validatePodUpdate(report, update);
      break;
    case "Deployment":
    case "ReplicaSet":
    case "DaemonSet":
      immutable(report, update, ["spec", "selector"]);
      break;
    case "StatefulSet":
      validateStatefulSetUpdate(report, update);
      break;
    case "Job":
      validateJobUpdate(report, update);
      break;
  }
}

// Models pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate (v1.28.0 to v1.37.1)
function validateStatefulSetUpdate(report: Report, update: Update): void {
  const { kubernetes } = report.apiServer;
  const fields = ["selector", "volumeClaimTemplates", "serviceName", "podManagementPolicy"];
  if (atLeast(kubernetes, "1.37")) {
    for (const field of fields) immutable(report, update, ["spec", field]);
    return;
  }
  const canChangeHistory = atLeast(kubernetes, "1.33");
  const judged = canChangeHistory ? fields : [...fields, "revisionHistoryLimit"];
  const [was, is] = [update.before, update.after].map((object) =>
    Object.fromEntries(judged.map((field) => [field, storedField(update.kind, object, field)])),
  );
  const history = canChangeHistory ? "'revisionHistoryLimit', " : "";
  const detail = `updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', ${history}'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden`;
  forbidDifference(report, [was, is], ["spec"], detail);
}

const historyDefault = 10;

function storedField(kind: string, object: Fields, field: string): unknown {
  const stored = storedAt(kind, object, ["spec", field]);
  return field === "revisionHistoryLimit" ? (stored ?? historyDefault) : stored;
}

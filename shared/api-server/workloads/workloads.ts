import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { validateWord } from "../names/checks.ts";
import { dnsLabelProblems } from "../names/names.ts";
import { isEmptySelector, matches, validateSelector } from "../names/selectors.ts";
import { validateLeast } from "../types/bounds.ts";
import { type Fields, fieldsAt, has, numberAt, objectsAt, textAt } from "../types/fields.ts";
import { forbidden, invalid, invalidNames, notSupported, type Report, required } from "../types/report.ts";
import { validateClaimSpec } from "../volumes/claims.ts";
import { amountOf, validateAtMostAll, validateIntOrPercent } from "./rolling-update.ts";
import {
  type ControllerKind,
  validateAlways,
  validateControllerTemplate,
  validateMatch,
  validateTemplate,
} from "./template.ts";

const spec: Path = ["spec"];
const selectorPath: Path = ["spec", "selector"];
const rollingUpdate: Path = ["spec", "updateStrategy", "rollingUpdate"];

// Models pkg/apis/apps/validation ValidateDeploymentSpec (v1.37.1)
export function validateDeployment(report: Report, fields: Fields): void {
  validateLeast(report, "DeploymentSpec", fields, spec);
  validateWithSelector(report, fields, "deployment", "ReplicaSet");
  validateDeploymentStrategy(report, fieldsAt(fields, "strategy"));
  const minReady = numberAt(fields, "minReadySeconds") ?? 0;
  const deadline = numberAt(fields, "progressDeadlineSeconds");
  if (deadline !== undefined && deadline <= minReady)
    invalid(report, [...spec, "progressDeadlineSeconds"], deadline, "must be greater than minReadySeconds");
}

// Models pkg/apis/apps/validation ValidateDeploymentStrategy (v1.37.1)
function validateDeploymentStrategy(report: Report, strategy: Fields | undefined): void {
  const type = textAt(strategy, "type");
  const path: Path = ["spec", "strategy"];
  const update = fieldsAt(strategy, "rollingUpdate");
  if (type === "Recreate") {
    if (update !== undefined)
      forbidden(report, [...path, "rollingUpdate"], "may not be specified when strategy `type` is 'Recreate'");
  } else if (type !== "RollingUpdate") {
    notSupportedAt(report, path, type, ["Recreate", "RollingUpdate"]);
  } else if (update === undefined) {
    required(report, [...path, "rollingUpdate"], "this should be defaulted and never be nil");
  } else {
    const at = [...path, "rollingUpdate"];
    const { maxUnavailable, maxSurge } = update;
    validateIntOrPercent(report, maxUnavailable, [...at, "maxUnavailable"]);
    validateIntOrPercent(report, maxSurge, [...at, "maxSurge"]);
    if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0)
      invalid(report, [...at, "maxUnavailable"], maxUnavailable, "may not be 0 when `maxSurge` is 0");
    validateAtMostAll(report, maxUnavailable, [...at, "maxUnavailable"]);
  }
}

// Models pkg/apis/apps/validation ValidateReplicaSetSpec (v1.37.1)
export function validateReplicaSet(report: Report, fields: Fields): void {
  validateLeast(report, "ReplicaSetSpec", fields, spec);
  validateWithSelector(report, fields, "deployment", "ReplicaSet");
}

// Models pkg/apis/apps/validation ValidateStatefulSetSpec (v1.37.1)
export function validateStatefulSet(report: Report, fields: Fields): void {
  const management = textAt(fields, "podManagementPolicy");
  if (management !== "OrderedReady" && management !== "Parallel")
    invalid(report, [...spec, "podManagementPolicy"], management, "must be 'OrderedReady' or 'Parallel'");
  validateStatefulSetStrategy(report, fieldsAt(fields, "updateStrategy"));
  validateLeast(report, "StatefulSetSpec", fields, spec);
  validateLeast(report, "StatefulSetOrdinals", fieldsAt(fields, "ordinals"), [...spec, "ordinals"]);
  validateClaims(report, fields);
  const service = textAt(fields, "serviceName");
  if (service !== "" && atLeast(report.apiServer.kubernetes, "1.33"))
    invalidNames(report, [...spec, "serviceName"], service, dnsLabelProblems(service));
  validateWithSelector(report, withIdentity(fields), "statefulset", "StatefulSet");
}

/** Before 1.34 nobody looked at the claims: making them failed. */
// Models pkg/apis/apps/validation validateVolumeClaimTemplates, ValidatePersistentVolumeClaimRetentionPolicy (v1.37.1)
function validateClaims(report: Report, fields: Fields): void {
  const retention = fieldsAt(fields, "persistentVolumeClaimRetentionPolicy");
  for (const field of ["whenDeleted", "whenScaled"])
    if (retention !== undefined)
      validateWord(
        report,
        { ...retention, [field]: textAt(retention, field) },
        field,
        [...spec, "persistentVolumeClaimRetentionPolicy"],
        ["Retain", "Delete"],
      );
  if (!atLeast(report.apiServer.kubernetes, "1.34")) return;
  for (const [index, claim] of objectsAt(fields, "volumeClaimTemplates").entries())
    validateClaimSpec(report, fieldsAt(claim, "spec") ?? {}, [...spec, "volumeClaimTemplates", index, "spec"]);
}

/** The template as its pods will be: each has its own name, and a volume for each claim in place of one of the same name. */
// Models pkg/apis/apps/validation ValidateStatefulSetSpec, volumesToAddForTemplates (v1.37.1)
function withIdentity(fields: Fields): Fields {
  const template = fieldsAt(fields, "template");
  const podSpec = fieldsAt(template, "spec");
  if (template === undefined || podSpec === undefined) return fields;
  const names = objectsAt(fields, "volumeClaimTemplates").map((claim) => textAt(fieldsAt(claim, "metadata"), "name"));
  const claimed = [...new Set(names)].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const volumes = objectsAt(podSpec, "volumes").filter((volume) => !names.includes(textAt(volume, "name")));
  const { hostname: _, subdomain: __, ...rest } = podSpec;
  return { ...fields, template: { ...template, spec: { ...rest, volumes: [...claimed, ...volumes] } } };
}

function validateStatefulSetStrategy(report: Report, strategy: Fields | undefined): void {
  const type = textAt(strategy, "type");
  const update = fieldsAt(strategy, "rollingUpdate");
  const path: Path = ["spec", "updateStrategy"];
  const canRecreate = isEnabled(report.apiServer, "StatefulSetRecreateStrategy");
  if (type === "RollingUpdate") {
    validateLeast(report, "RollingUpdateStatefulSetStrategy", update, rollingUpdate);
    if (has(update, "maxUnavailable")) validateStatefulSetUnavailable(report, update?.["maxUnavailable"]);
  } else if (type === "OnDelete" || (type === "Recreate" && canRecreate)) {
    if (update !== undefined) invalid(report, rollingUpdate, update, "only allowed for updateStrategy 'RollingUpdate'");
  } else {
    const detail = canRecreate
      ? "must be 'RollingUpdate', 'OnDelete', or 'Recreate'"
      : "must be 'RollingUpdate' or 'OnDelete'";
    invalid(report, path, type, detail, { at: [...path, "type"] });
  }
}

function validateStatefulSetUnavailable(report: Report, value: unknown): void {
  const path = [...rollingUpdate, "maxUnavailable"];
  validateIntOrPercent(report, value, path);
  if (amountOf(value) === 0) invalid(report, path, value, "cannot be 0");
  validateAtMostAll(report, value, path);
}

// Models pkg/apis/apps/validation ValidateDaemonSetSpec (v1.37.1)
export function validateDaemonSet(report: Report, fields: Fields): void {
  const selector = fieldsAt(fields, "selector");
  const template = fieldsAt(fields, "template");
  if (selector !== undefined) validateSelector(report, selector, selectorPath);
  validateMatch(report, fields);
  if (selector !== undefined && isEmptySelector(selector))
    invalid(report, selectorPath, selector, "empty selector is invalid for daemonset");
  validateTemplate(report, template, ["spec", "template"]);
  validateAlways(report, fieldsAt(template, "spec"), "DaemonSet", ["spec", "template"]);
  validateLeast(report, "DaemonSetSpec", fields, spec);
  validateDaemonSetStrategy(report, fieldsAt(fields, "updateStrategy"));
}

function validateDaemonSetStrategy(report: Report, strategy: Fields | undefined): void {
  const type = textAt(strategy, "type");
  if (type === "OnDelete") return;
  if (type !== "RollingUpdate") {
    notSupportedAt(report, ["spec", "updateStrategy"], type, ["RollingUpdate", "OnDelete"]);
    return;
  }
  const update = fieldsAt(strategy, "rollingUpdate");
  if (update === undefined) {
    required(report, rollingUpdate);
    return;
  }
  const { maxUnavailable, maxSurge } = update;
  validateIntOrPercent(report, maxUnavailable, [...rollingUpdate, "maxUnavailable"]);
  validateIntOrPercent(report, maxSurge, [...rollingUpdate, "maxSurge"]);
  const hasSurge = amountOf(maxSurge) !== 0;
  if (amountOf(maxUnavailable) !== 0 && hasSurge)
    invalid(report, [...rollingUpdate, "maxSurge"], maxSurge, "may not be set when maxUnavailable is non-zero");
  if (amountOf(maxUnavailable) === 0 && !hasSurge)
    required(report, [...rollingUpdate, "maxUnavailable"], "cannot be 0 when maxSurge is 0");
  validateAtMostAll(report, maxUnavailable, [...rollingUpdate, "maxUnavailable"]);
  validateAtMostAll(report, maxSurge, [...rollingUpdate, "maxSurge"]);
}

// Models pkg/apis/core/validation/validation.go ValidateReplicationControllerSpec (v1.37.1)
export function validateReplicationController(report: Report, fields: Fields): void {
  validateLeast(report, "ReplicationControllerSpec", fields, spec);
  const selector = fieldsAt(fields, "selector");
  if (selector === undefined || Object.keys(selector).length === 0) required(report, selectorPath);
  if (fieldsAt(fields, "template") === undefined) {
    required(report, ["spec", "template"]);
    return;
  }
  const template = fieldsAt(fields, "template");
  const labels = fieldsAt(fieldsAt(template, "metadata"), "labels") ?? {};
  if (Object.entries(selector ?? {}).some(([key, value]) => labels[key] !== value))
    invalid(report, ["spec", "template", "metadata", "labels"], labels, "`selector` does not match template `labels`");
  validateControllerTemplate(report, { ...fields, selector: {} }, "ReplicationController");
}

function validateWithSelector(report: Report, fields: Fields, owner: string, controller: ControllerKind): void {
  const selector = fieldsAt(fields, "selector");
  if (selector === undefined) required(report, selectorPath);
  else {
    validateSelector(report, selector, selectorPath);
    if (isEmptySelector(selector)) invalid(report, selectorPath, selector, `empty selector is invalid for ${owner}`);
  }
  if (selector !== undefined && matches(selector, new Map(), report.apiServer) === undefined)
    validateUnselectable(report, fields, controller);
  else validateControllerTemplate(report, fields, controller);
}

/** The server looks no further, except at what the pods of a StatefulSet must be. */
function validateUnselectable(report: Report, fields: Fields, controller: ControllerKind): void {
  const isStatefulSet = controller === "StatefulSet";
  invalid(report, selectorPath, fields["selector"], isStatefulSet ? "" : "invalid label selector");
  if (isStatefulSet)
    validateAlways(report, fieldsAt(fieldsAt(fields, "template"), "spec"), controller, [...spec, "template"]);
}

/** The server names the strategy; what is wrong is its type. */
function notSupportedAt(report: Report, path: Path, type: string, supported: readonly string[]): void {
  notSupported(report, path, type, supported, { at: [...path, "type"] });
}

import type { Path } from "../../basics/path.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { validateAnnotations } from "../names/metadata.ts";
import { isEmptySelector, matches, validateLabels } from "../names/selectors.ts";
import { validatePodAnnotations, validateProfilesMatch } from "../pod/pod-annotations.ts";
import { validatePodSpec } from "../pod/pod-spec.ts";
import { type Fields, fieldsAt, has, textAt, textsAt } from "../types/fields.ts";
import { forbidden, invalid, notSupported, type Report } from "../types/report.ts";

// Models pkg/apis/core/validation/validation.go ValidatePodTemplateSpec (v1.37.1)
export function validateTemplate(report: Report, template: Fields | undefined, path: Path): void {
  const spec = fieldsAt(template, "spec") ?? {};
  validateTemplateMetadata(report, template, path);
  validatePodSpec(report, { spec, path: [...path, "spec"], isTemplate: true });
  validateProfilesMatch(report, fieldsAt(template, "metadata"), spec, [...path, "spec"]);
}

/** The paths that the server names have no `metadata` in them. */
function validateTemplateMetadata(report: Report, template: Fields | undefined, path: Path): void {
  const metadata = fieldsAt(template, "metadata");
  validateLabels(report, metadata, "labels", [...path, "labels"], [...path, "metadata", "labels"]);
  validateAnnotations(report, metadata, [...path, "annotations"], [...path, "metadata", "annotations"]);
  validatePodAnnotations(report, metadata, fieldsAt(template, "spec") ?? {}, [...path, "annotations"]);
}

/** A controller that keeps pods running, as the messages call it. */
export type ControllerKind = "ReplicaSet" | "StatefulSet" | "DaemonSet" | "ReplicationController";

/** The template of a controller whose pods run forever, against its selector. */
// Models pkg/apis/apps/validation ValidatePodTemplateSpecForReplicaSet, ValidatePodTemplateSpecForStatefulSet (v1.37.1)
export function validateControllerTemplate(report: Report, spec: Fields, controller: ControllerKind): void {
  const template = fieldsAt(spec, "template");
  const path: Path = ["spec", "template"];
  const selector = fieldsAt(spec, "selector");
  if (selector === undefined || !isEmptySelector(selector)) validateMatch(report, spec);
  // Before 1.34 nobody looked at the pod spec of a StatefulSet: its pods were refused, one by one.
  if (controller === "StatefulSet" && !atLeast(report.apiServer.kubernetes, "1.34"))
    validateTemplateMetadata(report, template, path);
  else validateTemplate(report, template, path);
  validateAlways(report, fieldsAt(template, "spec"), controller, path);
}

/** The labels of a template against the selector beside it. */
export function validateMatch(report: Report, spec: Fields): void {
  const labels = new Map(textsAt(fieldsAt(fieldsAt(spec, "template"), "metadata"), "labels"));
  if (matches(fieldsAt(spec, "selector"), labels, report.apiServer) === false)
    invalid(
      report,
      ["spec", "template", "metadata", "labels"],
      Object.fromEntries(labels),
      "`selector` does not match template `labels`",
    );
}

export function validateAlways(report: Report, spec: Fields | undefined, controller: ControllerKind, path: Path): void {
  const restartPolicy = textAt(spec, "restartPolicy");
  if (restartPolicy !== "Always") notSupported(report, [...path, "spec", "restartPolicy"], restartPolicy, ["Always"]);
  if (has(spec, "activeDeadlineSeconds"))
    forbidden(
      report,
      [...path, "spec", "activeDeadlineSeconds"],
      `activeDeadlineSeconds in ${controller} is not Supported`,
    );
}

import type { Path } from "../../basics/path.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { nameOf } from "../names/metadata.ts";
import { type Fields, fieldsAt, listAt, numberAt, textAt } from "../types/fields.ts";
import { forbidden, notNegative, type Report } from "../types/report.ts";
import { validatePodAnnotations, validateProfilesMatch } from "./pod-annotations.ts";
import { validatePodSpec } from "./pod-spec.ts";

const path: Path = ["spec"];

/** A Pod, which is looked at more closely than a template. Its metadata was looked at before. */
// Models pkg/apis/core/validation/validation.go ValidatePodCreate (v1.37.1)
export function validatePod(report: Report, pod: Fields, spec: Fields): void {
  const metadata = fieldsAt(pod, "metadata");
  // Newer servers set it themselves.
  if (!atLeast(report.apiServer.kubernetes, "1.33"))
    notNegative(report, ["metadata", "generation"], numberAt(metadata, "generation"));
  validatePodAnnotations(report, metadata, spec, ["metadata", "annotations"]);
  validatePodSpec(report, { spec, path, isTemplate: false }, nameOf(pod));
  if (textAt(spec, "nodeName") !== "" && listAt(spec, "schedulingGates").length > 0)
    forbidden(report, [...path, "nodeName"], "cannot be set until all schedulingGates have been cleared");
  validateProfilesMatch(report, metadata, spec, path);
}

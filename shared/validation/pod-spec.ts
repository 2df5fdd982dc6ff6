import type { Path } from "../kubernetes/path.ts";
import { atLeast } from "../kubernetes/versions.ts";
import {
  type PlacedSpec,
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from "./containers.ts";
import { type Fields, fieldsAt, listAt, numberAt, objectsAt, textAt } from "./fields.ts";
import { validateHostNetwork } from "./ports.ts";
import { forbidden, invalid, notSupported, type Report, required } from "./report.ts";

export const activeDeadlineSecondsMax = 2 ** 31 - 1;

/** What concerns restarts, probes and termination: the values that are judged are those of `scope.data.ts`. */
// Models pkg/apis/core/validation/validation.go ValidatePodSpec (v1.37)
export function validatePodSpec(report: Report, placed: PlacedSpec): void {
  const { spec, path, isTemplate } = placed;
  validateContainers(report, placed);
  validateInitContainers(report, placed);
  validateEphemeralContainers(report, placed);
  if (listAt(spec, "ephemeralContainers").length > 0)
    forbidden(
      report,
      [...path, "ephemeralContainers"],
      isTemplate ? "ephemeral containers not allowed in pod template" : "cannot be set on create",
    );
  const restartPolicy = textAt(spec, "restartPolicy");
  if (!["Always", "OnFailure", "Never"].includes(restartPolicy))
    notSupported(report, [...path, "restartPolicy"], restartPolicy, ["Always", "OnFailure", "Never"]);
  if (spec["hostNetwork"] === true)
    validateHostNetwork(report, objectsAt(spec, "containers"), [...path, "containers"], isTemplate);
  const deadline = numberAt(spec, "activeDeadlineSeconds");
  if (deadline !== undefined && (deadline < 1 || deadline > activeDeadlineSecondsMax))
    invalid(
      report,
      [...path, "activeDeadlineSeconds"],
      deadline,
      `must be between 1 and ${activeDeadlineSecondsMax}, inclusive`,
    );
  validateSystem(report, spec, [...path, "os"]);
}

// Models pkg/apis/core/validation/validation.go validateOS (v1.37)
function validateSystem(report: Report, spec: Fields, path: Path): void {
  const system = fieldsAt(spec, "os");
  if (system === undefined) return;
  const name = textAt(system, "name");
  if (name === "") {
    required(report, [...path, "name"], atLeast(report.apiServer.kubernetes, "1.34") ? "" : "cannot be empty");
    return;
  }
  if (name !== "linux" && name !== "windows")
    notSupported(report, path, name, ["linux", "windows"], { at: [...path, "name"] });
}

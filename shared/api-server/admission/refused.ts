import type { Path } from "../../basics/path.ts";
import type { Component } from "../../kubernetes/node.ts";
import { forbidProbes } from "../pod/init-container.ts";
import { validateContainerRestart, validateInitContainerRestart } from "../pod/restart-policy.ts";
import { type Fields, has, listAt, objectsAt } from "../types/fields.ts";
import type { FieldError, Report } from "../types/report.ts";
import { isSidecar, type ListedContainer } from "./read-pod.ts";

/**
 * Takes away, in place, what the API server refuses of how a container restarts, and what an init container may not have.
 * The whole object is refused; what is simulated is the object without these fields.
 */
export function leaveOutRefused(listed: ListedContainer, apiServer: Component): readonly FieldError[] {
  const { container, list, path } = listed;
  const report: Report = { apiServer, errors: [] };
  if (list === "containers") validateContainerRestart(report, container, path);
  else validateInitContainerRestart(report, container, path);
  const ofRestart = report.errors.splice(0).filter((error) => leaveOut(container, path, error));
  if (list === "initContainers" && !isSidecar(listed)) forbidProbes(report, container, path);
  return [...ofRestart, ...report.errors.filter((error) => leaveOut(container, path, error))];
}

/** A rule without its action matches no exit: it stays, so that the others keep their index. */
function leaveOut(container: Fields, path: Path, { errorType, path: at }: FieldError): boolean {
  if (errorType !== "Forbidden" && errorType !== "NotSupported") return false;
  const [field = "", index, step] = at.slice(path.length);
  if (index === undefined) return delete container[field];
  if (step !== "action" || objectsAt(container, "restartPolicyRules")[Number(index)]?.["action"] !== restartAll)
    return false;
  container[field] = listAt(container, String(field)).map((rule, each) => (each === index ? {} : rule));
  return true;
}

const restartAll = "RestartAllContainers";

/** Fields that belong to Indexed Jobs. */
const indexedOnly = ["backoffLimitPerIndex", "maxFailedIndexes", "successPolicy"];

/** The same of a Job's own spec. */
// Models pkg/apis/batch/validation validateJobSpec (v1.37.1)
export function leaveOutRefusedOfJob(spec: Fields): void {
  if (spec["completionMode"] !== "Indexed") for (const field of indexedOnly) delete spec[field];
  if (!has(spec, "backoffLimitPerIndex")) delete spec["maxFailedIndexes"];
}

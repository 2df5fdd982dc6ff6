import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { type Fields, fieldsAt, has, listAt, objectsAt, textAt } from "../types/fields.ts";
import {
  duplicate,
  forbidden,
  invalid,
  notSupported,
  type Report,
  required,
  tooLong,
  tooMany,
} from "../types/report.ts";

const rulesMax = 20;
const exitCodesMax = 255;

/** Checks the restart policy of a regular container. */
// Models pkg/apis/core/validation/validation.go validateContainers (v1.37.1)
export function validateContainerRestart(report: Report, container: Fields, path: Path): void {
  if (isEnabled(report.apiServer, "ContainerRestartRules")) validateRestart(report, container, path);
  else if (has(container, "restartPolicy"))
    forbidden(report, [...path, "restartPolicy"], "may not be set for non-init containers");
}

// Models pkg/apis/core/validation/validation.go validateInitContainers (v1.37.1)
export function validateInitContainerRestart(report: Report, container: Fields, path: Path): void {
  const { apiServer } = report;
  const policy = textAt(container, "restartPolicy");
  const hasRules = listAt(container, "restartPolicyRules").length > 0;
  if (policy === "Always" && hasRules && !isEnabled(apiServer, "RestartAllContainersOnContainerExits")) {
    forbidden(
      report,
      [...path, "restartPolicyRules"],
      "restartPolicyRules are not allowed for init containers with restart policy Always",
    );
    return;
  }
  if (!has(container, "restartPolicy")) {
    // Without a policy the server does not look at the rules; 1.34 did not even ask for it.
    if (hasRules && atLeast(apiServer.kubernetes, "1.35")) requirePolicy(report, path);
  } else if (isEnabled(apiServer, "ContainerRestartRules")) validateRestart(report, container, path);
  else if (policy !== "Always") notSupported(report, [...path, "restartPolicy"], policy, ["Always"]);
}

function requirePolicy(report: Report, path: Path): void {
  required(report, [...path, "restartPolicy"], "must specify restartPolicy when restart rules are used", {
    at: [...path, "restartPolicyRules"],
  });
}

// Models pkg/apis/core/validation/validation.go validateContainerRestartPolicy (v1.37.1)
function validateRestart(report: Report, container: Fields, path: Path): void {
  const rules = objectsAt(container, "restartPolicyRules");
  const policy = textAt(container, "restartPolicy");
  if (!has(container, "restartPolicy")) {
    if (rules.length > 0) requirePolicy(report, path);
  } else if (!["Always", "Never", "OnFailure"].includes(policy)) {
    notSupported(report, [...path, "restartPolicy"], policy, ["Always", "Never", "OnFailure"]);
  }
  limit(report, [...path, "restartPolicyRules"], rules.length, rulesMax);
  for (const [index, rule] of rules.entries()) validateRule(report, rule, [...path, "restartPolicyRules", index]);
}

function validateRule(report: Report, rule: Fields, path: Path): void {
  const action = textAt(rule, "action");
  const actions = isEnabled(report.apiServer, "RestartAllContainersOnContainerExits")
    ? ["Restart", "RestartAllContainers"]
    : ["Restart"];
  // 1.35 takes the second one and does not name it.
  const named = atLeast(report.apiServer.kubernetes, "1.36") ? actions : ["Restart"];
  if (!actions.includes(action)) notSupported(report, [...path, "action"], action, named);
  const exitCodes = fieldsAt(rule, "exitCodes");
  if (exitCodes === undefined) {
    required(report, [...path, "exitCodes"], "must be specified");
    return;
  }
  const operator = textAt(exitCodes, "operator");
  if (operator !== "In" && operator !== "NotIn")
    notSupported(report, [...path, "exitCodes", "operator"], operator, ["In", "NotIn"]);
  limit(report, [...path, "exitCodes", "values"], listAt(exitCodes, "values").length, exitCodesMax);
}

/** Before 1.36 the server spoke of bytes. */
function limit(report: Report, path: Path, actual: number, maximum: number): void {
  if (actual <= maximum) return;
  if (atLeast(report.apiServer.kubernetes, "1.36")) tooMany(report, path, actual, maximum);
  else tooLong(report, path, maximum);
}

// Models pkg/apis/core/validation/validation.go validateResizePolicy (v1.37.1)
export function validateResizePolicy(report: Report, container: Fields, path: Path, spec: Fields): void {
  const at = [...path, "resizePolicy"];
  const seen = new Set<string>();
  for (const [index, policy] of objectsAt(container, "resizePolicy").entries()) {
    const resource = textAt(policy, "resourceName");
    const restart = textAt(policy, "restartPolicy");
    if (seen.has(resource)) duplicate(report, [...at, index], resource);
    seen.add(resource);
    if (resource === "") required(report, at);
    else if (resource !== "cpu" && resource !== "memory")
      notSupported(report, at, resource, ["cpu", "memory"], { at: [...at, index, "resourceName"] });
    if (restart === "") required(report, at);
    else if (restart !== "NotRequired" && restart !== "RestartContainer")
      notSupported(report, at, restart, ["NotRequired", "RestartContainer"], { at: [...at, index, "restartPolicy"] });
    if (textAt(spec, "restartPolicy") === "Never" && restart !== "NotRequired")
      invalid(report, at, restart, neverText(report), { at: [...at, index, "restartPolicy"] });
  }
}

function neverText({ apiServer }: Report): string {
  const pod = atLeast(apiServer.kubernetes, "1.36") ? "pod " : "";
  return `must be 'NotRequired' when ${pod}\`restartPolicy\` is 'Never'`;
}

// Models pkg/apis/core/validation/validation.go validateInitContainers (v1.37.1)
export function validateInitResizePolicy(report: Report, container: Fields, path: Path): void {
  if (textAt(container, "restartPolicy") === "Always") return;
  if (!isEnabled(report.apiServer, "InPlacePodVerticalScaling")) {
    if (listAt(container, "resizePolicy").length > 0)
      invalid(report, [...path, "resizePolicy"], container["resizePolicy"], "must not be set for init containers");
    return;
  }
  if (!atLeast(report.apiServer.kubernetes, "1.36")) return;
  for (const [index, policy] of objectsAt(container, "resizePolicy").entries()) {
    if (textAt(policy, "restartPolicy") !== "RestartContainer") continue;
    const detail = "must not be set to 'RestartContainer' for non-sidecar initContainers";
    invalid(report, [...path, "resizePolicy", index, "restartPolicy"], "RestartContainer", detail);
  }
}

import type { Path } from "../../basics/path.ts";
import { qualifiedNameProblems } from "../names/names.ts";
import { type Fields, fieldsAt, has, listAt, objectsAt, textAt } from "../types/fields.ts";
import { duplicate, invalid, invalidNames, notSupported, type Report, required, tooMany } from "../types/report.ts";

const rulesMax = 20;
const patternsMax = 20;
const valuesMax = 255;

// Models pkg/apis/batch/validation validatePodFailurePolicy (v1.37.1)
export function validatePodFailurePolicy(report: Report, spec: Fields, path: Path): void {
  const rules = objectsAt(fieldsAt(spec, "podFailurePolicy"), "rules");
  if (rules.length > rulesMax) tooMany(report, [...path, "rules"], rules.length, rulesMax);
  const podSpec = fieldsAt(fieldsAt(spec, "template"), "spec");
  const containers = [...objectsAt(podSpec, "containers"), ...objectsAt(podSpec, "initContainers")];
  const names = containers.map((container) => textAt(container, "name"));
  for (const [index, rule] of rules.entries()) validateRule(report, rule, [...path, "rules", index], spec, names);
}

function validateRule(report: Report, rule: Fields, path: Path, spec: Fields, names: readonly string[]): void {
  validateAction(report, rule, [...path, "action"], has(spec, "backoffLimitPerIndex"));
  const exitCodes = fieldsAt(rule, "onExitCodes");
  const patterns = listAt(rule, "onPodConditions");
  if (exitCodes !== undefined) validateExitCodes(report, exitCodes, [...path, "onExitCodes"], names);
  if (patterns.length > 0) validatePatterns(report, rule, [...path, "onPodConditions"]);
  if (exitCodes !== undefined && patterns.length > 0)
    invalid(report, path, undefined, "specifying both OnExitCodes and OnPodConditions is not supported");
  if (exitCodes === undefined && patterns.length === 0)
    invalid(report, path, undefined, "specifying one of OnExitCodes and OnPodConditions is required");
}

function validateAction(report: Report, rule: Fields, path: Path, isPerIndex: boolean): void {
  const action = textAt(rule, "action");
  const actions = ["Count", "FailIndex", "FailJob", "Ignore"];
  if (action === "") required(report, path, `valid values: [${actions.map((each) => `"${each}"`).join(" ")}]`);
  else if (action === "FailIndex" && !isPerIndex)
    invalid(report, path, action, "requires the backoffLimitPerIndex to be set");
  else if (!actions.includes(action)) notSupported(report, path, action, actions);
}

function validateExitCodes(report: Report, exitCodes: Fields, path: Path, names: readonly string[]): void {
  const operator = textAt(exitCodes, "operator");
  if (operator === "") required(report, [...path, "operator"], 'valid values: ["In" "NotIn"]');
  else if (operator !== "In" && operator !== "NotIn")
    notSupported(report, [...path, "operator"], operator, ["In", "NotIn"]);
  const name = textAt(exitCodes, "containerName");
  if (has(exitCodes, "containerName") && !names.includes(name)) {
    const detail = "must be one of the container or initContainer names in the pod template";
    invalid(report, [...path, "containerName"], name, detail);
  }
  const values = listAt(exitCodes, "values").filter((value) => typeof value === "number");
  const at = [...path, "values"];
  if (values.length === 0) invalid(report, at, exitCodes["values"] ?? null, "at least one value is required");
  else if (values.length > valuesMax) tooMany(report, at, values.length, valuesMax);
  const seen = new Set<number>();
  for (const [index, value] of values.entries()) {
    if (operator === "In" && value === 0) invalid(report, [...at, index], 0, "must not be 0 for the In operator");
    if (seen.has(value)) duplicate(report, [...at, index], value);
    seen.add(value);
  }
  if (values.some((value, index) => value < (values[index - 1] ?? Number.NEGATIVE_INFINITY)))
    invalid(report, at, values, "must be ordered");
}

function validatePatterns(report: Report, rule: Fields, path: Path): void {
  const patterns = objectsAt(rule, "onPodConditions");
  if (patterns.length > patternsMax) tooMany(report, path, patterns.length, patternsMax);
  const statuses = ["False", "True", "Unknown"];
  for (const [index, pattern] of patterns.entries()) {
    const type = textAt(pattern, "type");
    const status = textAt(pattern, "status");
    const at = [...path, index];
    invalidNames(report, [...at, "type"], type, qualifiedNameProblems(type, report.apiServer.kubernetes));
    if (status === "") required(report, [...at, "status"], 'valid values: ["False" "True" "Unknown"]');
    else if (!statuses.includes(status)) notSupported(report, [...at, "status"], status, statuses);
  }
}

/** What the field `podReplacementPolicy` may be depends on it. */
export function validatePodReplacementPolicy(report: Report, spec: Fields, path: Path): void {
  if (!has(spec, "podReplacementPolicy")) return;
  const policy = textAt(spec, "podReplacementPolicy");
  const supported = has(spec, "podFailurePolicy") ? ["Failed"] : ["Failed", "TerminatingOrFailed"];
  if (!supported.includes(policy)) notSupported(report, [...path, "podReplacementPolicy"], policy, supported);
}

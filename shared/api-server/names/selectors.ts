import type { Path } from "../../basics/path.ts";
import type { Component } from "../../kubernetes/node.ts";
import { type Fields, listAt, objectsAt, textAt, textsAt } from "../types/fields.ts";
import { forbidden, invalid, invalidNames, type Report, required } from "../types/report.ts";
import { labelValueProblems, qualifiedNameProblems } from "./names.ts";

// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation ValidateLabelSelector (v1.37.1)
export function validateSelector(report: Report, selector: Fields, path: Path): void {
  validateLabels(report, selector, "matchLabels", [...path, "matchLabels"]);
  for (const [index, expression] of objectsAt(selector, "matchExpressions").entries())
    validateExpression(report, expression, [...path, "matchExpressions", index]);
}

function validateExpression(report: Report, expression: Fields, path: Path): void {
  if (!validateSet(report, expression, path))
    invalid(report, [...path, "operator"], textAt(expression, "operator"), "not a valid selector operator");
  validateLabelName(report, textAt(expression, "key"), [...path, "key"]);
  validateLabelValues(report, expression, path);
}

/** The values of an operator on sets; false: it is none. */
export function validateSet(report: Report, requirement: Fields, path: Path): boolean {
  const operator = textAt(requirement, "operator");
  const values = listAt(requirement, "values");
  if (operator === "In" || operator === "NotIn") {
    if (values.length === 0)
      required(report, [...path, "values"], "must be specified when `operator` is 'In' or 'NotIn'");
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    if (values.length > 0)
      forbidden(report, [...path, "values"], "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
  } else return false;
  return true;
}

export function validateLabelValues(report: Report, requirement: Fields, path: Path): void {
  for (const [index, value] of listAt(requirement, "values").entries())
    if (typeof value === "string")
      invalidNames(report, [...path, "values", index], value, labelValueProblems(value, report.apiServer.kubernetes));
}

// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation ValidateLabelName (v1.37.1)
export function validateLabelName(report: Report, name: string, path: Path): void {
  invalidNames(report, path, name, qualifiedNameProblems(name, report.apiServer.kubernetes));
}

/** A map of labels. The server names the map, not the key. */
// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation ValidateLabels (v1.37.1)
export function validateLabels(report: Report, owner: Fields | undefined, field: string, path: Path, at = path): void {
  const { kubernetes } = report.apiServer;
  for (const [key, value] of textsAt(owner, field)) {
    const more = { at: [...at, key] };
    invalidNames(report, path, key, qualifiedNameProblems(key, kubernetes), more);
    invalidNames(report, path, value, labelValueProblems(value, kubernetes), more);
  }
}

/** Undefined if the server cannot make a selector of it. No selector matches nothing, an empty one everything. */
// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1 LabelSelectorAsSelector (v1.37.1)
export function matches(
  selector: Fields | undefined,
  labels: ReadonlyMap<string, string>,
  apiServer: Component,
): boolean | undefined {
  if (selector === undefined) return false;
  const wrong: Report = { apiServer, errors: [] };
  validateSelector(wrong, selector, []);
  if (wrong.errors.length > 0) return undefined;
  const ofLabels = textsAt(selector, "matchLabels").every(([key, value]) => labels.get(key) === value);
  return ofLabels && objectsAt(selector, "matchExpressions").every((expression) => isMet(expression, labels));
}

export function isEmptySelector(selector: Fields): boolean {
  return textsAt(selector, "matchLabels").length === 0 && listAt(selector, "matchExpressions").length === 0;
}

function isMet(expression: Fields, labels: ReadonlyMap<string, string>): boolean {
  const label = labels.get(textAt(expression, "key"));
  const values = listAt(expression, "values");
  switch (textAt(expression, "operator")) {
    case "In":
      return label !== undefined && values.includes(label);
    case "NotIn":
      return label === undefined || !values.includes(label);
    case "Exists":
      return label !== undefined;
    default:
      return label === undefined;
  }
}

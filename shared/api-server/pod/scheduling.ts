import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { validateWord } from "../names/checks.ts";
import { dnsLabelProblems, labelValueProblems, qualifiedNameProblems, subdomainProblems } from "../names/names.ts";
import { validateLabelName, validateLabelValues, validateSelector, validateSet } from "../names/selectors.ts";
import { type Fields, fieldsAt, has, listAt, numberAt, objectsAt, textAt } from "../types/fields.ts";
import { duplicate, forbidden, invalid, invalidNames, notSupported, type Report, required } from "../types/report.ts";

const requiredField = "requiredDuringSchedulingIgnoredDuringExecution";
const preferredField = "preferredDuringSchedulingIgnoredDuringExecution";

// Models pkg/apis/core/validation/validation.go validateAffinity (v1.37.1)
export function validateAffinity(report: Report, spec: Fields, path: Path): void {
  const affinity = fieldsAt(spec, "affinity");
  const at = [...path, "affinity"];
  const ofNodes = fieldsAt(affinity, "nodeAffinity");
  if (ofNodes !== undefined) validateNodeAffinity(report, ofNodes, [...at, "nodeAffinity"]);
  for (const field of ["podAffinity", "podAntiAffinity"]) {
    const ofPods = fieldsAt(affinity, field);
    for (const [index, term] of objectsAt(ofPods, requiredField).entries())
      validatePodTerm(report, term, [...at, field, requiredField, index]);
    for (const [index, weighted] of objectsAt(ofPods, preferredField).entries()) {
      const place = [...at, field, preferredField, index];
      validateWeight(report, weighted, place);
      validatePodTerm(report, fieldsAt(weighted, "podAffinityTerm") ?? {}, [...place, "podAffinityTerm"]);
    }
  }
}

function validateWeight(report: Report, term: Fields, path: Path): void {
  const weight = numberAt(term, "weight") ?? 0;
  if (weight < 1 || weight > 100) invalid(report, [...path, "weight"], weight, "must be in the range 1-100");
}

function validateNodeAffinity(report: Report, affinity: Fields, path: Path): void {
  const selector = fieldsAt(affinity, requiredField);
  const terms = objectsAt(selector, "nodeSelectorTerms");
  const at = [...path, requiredField, "nodeSelectorTerms"];
  if (selector !== undefined && terms.length === 0) required(report, at, "must have at least one node selector term");
  const isStrict = atLeast(report.apiServer.kubernetes, "1.33");
  for (const [index, term] of terms.entries()) validateNodeTerm(report, term, [...at, index], isStrict);
  for (const [index, preferred] of objectsAt(affinity, preferredField).entries()) {
    const place = [...path, preferredField, index];
    validateWeight(report, preferred, place);
    validateNodeTerm(report, fieldsAt(preferred, "preference") ?? {}, [...place, "preference"], false);
  }
}

/** `isStrict`: values are checked, too. */
// Models pkg/apis/core/validation/validation.go ValidateNodeSelectorTerm (v1.37.1)
function validateNodeTerm(report: Report, term: Fields, path: Path, isStrict: boolean): void {
  for (const [index, requirement] of objectsAt(term, "matchExpressions").entries())
    validateNodeLabel(report, requirement, [...path, "matchExpressions", index], isStrict);
  for (const [index, requirement] of objectsAt(term, "matchFields").entries())
    validateNodeField(report, requirement, [...path, "matchFields", index]);
}

function validateNodeLabel(report: Report, requirement: Fields, path: Path, isStrict: boolean): void {
  const operator = textAt(requirement, "operator");
  if (operator === "Gt" || operator === "Lt") {
    if (listAt(requirement, "values").length !== 1)
      required(report, [...path, "values"], "must be specified single value when `operator` is 'Lt' or 'Gt'");
  } else if (!validateSet(report, requirement, path))
    invalid(report, [...path, "operator"], operator, "not a valid selector operator");
  validateLabelName(report, textAt(requirement, "key"), [...path, "key"]);
  if (isStrict) validateLabelValues(report, requirement, path);
}

function validateNodeField(report: Report, requirement: Fields, path: Path): void {
  const values = listAt(requirement, "values");
  const operator = textAt(requirement, "operator");
  if (operator !== "In" && operator !== "NotIn")
    invalid(report, [...path, "operator"], operator, "not a valid selector operator");
  else if (values.length !== 1)
    required(
      report,
      [...path, "values"],
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    );
  const key = textAt(requirement, "key");
  if (key !== "metadata.name") invalid(report, [...path, "key"], key, "not a valid field selector key");
  else
    for (const [index, value] of values.entries())
      invalidNames(report, [...path, "values", index], String(value), subdomainProblems(String(value)));
}

// Models pkg/apis/core/validation/validation.go validatePodAffinityTerm (v1.37.1)
function validatePodTerm(report: Report, term: Fields, path: Path): void {
  for (const field of ["labelSelector", "namespaceSelector"]) {
    const selector = fieldsAt(term, field);
    if (selector !== undefined) validateSelector(report, selector, [...path, field]);
  }
  for (const [index, namespace] of listAt(term, "namespaces").entries())
    invalidNames(report, [...path, "namespace"], String(namespace), dnsLabelProblems(String(namespace)), {
      at: [...path, "namespaces", index],
    });
  validateLabelKeys(report, term, path);
  const key = textAt(term, "topologyKey");
  if (key === "") required(report, [...path, "topologyKey"], "can not be empty");
  validateLabelName(report, key, [...path, "topologyKey"]);
}

/** Labels of the new pod that the pods in question have, or do not have. */
// Models pkg/apis/core/validation/validation.go ValidateMatchLabelKeysAndMismatchLabelKeys (v1.37.1)
function validateLabelKeys(report: Report, term: Fields, path: Path): void {
  const selector = fieldsAt(term, "labelSelector");
  const matched = listAt(term, "matchLabelKeys");
  const mismatched = listAt(term, "mismatchLabelKeys");
  for (const field of ["matchLabelKeys", "mismatchLabelKeys"]) {
    const keys = listAt(term, field);
    if (keys.length > 0 && selector === undefined)
      forbidden(report, [...path, field], "must not be specified when labelSelector is not set");
    else for (const [index, key] of keys.entries()) validateLabelName(report, String(key), [...path, field, index]);
  }
  validateKeysOnce(report, selector, term, path);
  for (const [index, key] of matched.entries())
    if (mismatched.includes(key))
      invalid(report, [...path, "matchLabelKeys", index], key, "exists in both matchLabelKeys and mismatchLabelKeys");
}

/** In a Pod the server has put the keys into the selector before it looks at them, so that it finds those that were there. */
function validateKeysOnce(report: Report, selector: Fields | undefined, term: Fields, path: Path): void {
  if (selector === undefined) return;
  const matched = listAt(term, "matchLabelKeys");
  const keys = new Set(Object.keys(fieldsAt(selector, "matchLabels") ?? {}));
  for (const expression of objectsAt(selector, "matchExpressions")) {
    const key = textAt(expression, "key");
    const index = matched.lastIndexOf(key);
    if (index >= 0 && keys.has(key))
      invalid(report, [...path, index], key, "exists in both matchLabelKeys and labelSelector", {
        at: [...path, "matchLabelKeys", index],
      });
    keys.add(key);
  }
}

// Models pkg/apis/core/validation/validation.go ValidateTolerations (v1.37.1)
export function validateTolerations(report: Report, tolerations: readonly Fields[], path: Path): void {
  for (const [index, toleration] of tolerations.entries()) {
    const at = [...path, index];
    const key = textAt(toleration, "key");
    const operator = textAt(toleration, "operator");
    const effect = textAt(toleration, "effect");
    if (key !== "") validateLabelName(report, key, [...at, "key"]);
    else if (operator !== "Exists")
      invalid(
        report,
        [...at, "operator"],
        operator,
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      );
    if (has(toleration, "tolerationSeconds") && effect !== "NoExecute")
      invalid(report, [...at, "effect"], effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
    validateTolerated(report, toleration, operator, at);
    if (effect !== "") validateWord(report, toleration, "effect", at, ["NoSchedule", "PreferNoSchedule", "NoExecute"]);
  }
}

const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

function validateTolerated(report: Report, toleration: Fields, operator: string, path: Path): void {
  const value = textAt(toleration, "value");
  const { kubernetes } = report.apiServer;
  const place = [...path, "operator"];
  if (operator === "" || operator === "Equal") {
    const problems = labelValueProblems(value, kubernetes);
    if (problems.length > 0) invalid(report, place, value, problems.join(";"), { at: [...path, "value"] });
  } else if (operator === "Exists") {
    if (value !== "")
      invalid(report, place, value, "value must be empty when `operator` is 'Exists'", { at: [...path, "value"] });
  } else if ((operator === "Lt" || operator === "Gt") && atLeast(kubernetes, "1.35")) {
    if (!isEnabled(report.apiServer, "TaintTolerationComparisonOperators"))
      notSupported(report, place, operator, ["Equal", "Exists", "Lt", "Gt"]);
    else validateDecimal(report, value, [...path, "value"]);
  } else notSupported(report, place, operator, ["Equal", "Exists"]);
}

function validateDecimal(report: Report, value: string, path: Path): void {
  if (!/^(?:0|-?[1-9]\d*)$/.test(value))
    invalid(
      report,
      path,
      value,
      "must be a valid decimal integer in canonical form (e.g. '0', '123', '-456', regex used for validation is '^(0|-?[1-9][0-9]*)$')",
    );
  const quoted = JSON.stringify(value);
  if (!/^[+-]?\d+$/.test(value)) invalid(report, path, value, `strconv.ParseInt: parsing ${quoted}: invalid syntax`);
  else if (BigInt(value) < int64.least || BigInt(value) > int64.most)
    invalid(report, path, value, `strconv.ParseInt: parsing ${quoted}: value out of range`);
}

// Models pkg/apis/core/validation/validation.go validateTopologySpreadConstraints (v1.37.1)
export function validateSpread(report: Report, spec: Fields, path: Path): void {
  const constraints = objectsAt(spec, "topologySpreadConstraints");
  for (const [index, constraint] of constraints.entries()) {
    const at = [...path, "topologySpreadConstraints", index];
    const skew = numberAt(constraint, "maxSkew") ?? 0;
    if (skew <= 0) invalid(report, [...at, "maxSkew"], skew, "must be greater than zero");
    const key = textAt(constraint, "topologyKey");
    const action = textAt(constraint, "whenUnsatisfiable");
    if (key === "") required(report, [...at, "topologyKey"], "can not be empty");
    if (!["DoNotSchedule", "ScheduleAnyway"].includes(action))
      notSupported(report, [...at, "whenUnsatisfiable"], action, ["DoNotSchedule", "ScheduleAnyway"]);
    const isRepeated = constraints
      .slice(index + 1)
      .some((each) => textAt(each, "topologyKey") === key && textAt(each, "whenUnsatisfiable") === action);
    if (isRepeated) duplicate(report, [...at, "{topologyKey, whenUnsatisfiable}"], `{${key}, ${action}}`, { at });
    validateMinDomains(report, constraint, action, at);
    for (const field of ["nodeAffinityPolicy", "nodeTaintsPolicy"])
      validateWord(report, constraint, field, at, ["Honor", "Ignore"]);
    if (isEnabled(report.apiServer, "MatchLabelKeysInPodTopologySpreadSelectorMerge"))
      validateLabelKeys(report, constraint, at);
    else validateSpreadKeys(report, constraint, [...at, "matchLabelKeys"]);
    const selector = fieldsAt(constraint, "labelSelector");
    if (selector !== undefined) validateSelector(report, selector, [...at, "labelSelector"]);
  }
}

function validateMinDomains(report: Report, constraint: Fields, action: string, path: Path): void {
  const domains = numberAt(constraint, "minDomains");
  if (domains === undefined) return;
  const at = [...path, "minDomains"];
  if (domains <= 0) invalid(report, at, domains, "must be greater than zero");
  if (action !== "DoNotSchedule")
    invalid(report, at, domains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`);
}

// Models pkg/apis/core/validation/validation.go ValidateMatchLabelKeysInTopologySpread (v1.37.1)
function validateSpreadKeys(report: Report, constraint: Fields, path: Path): void {
  const keys = listAt(constraint, "matchLabelKeys");
  if (keys.length === 0) return;
  const selector = fieldsAt(constraint, "labelSelector");
  const selected = new Set([
    ...Object.keys(fieldsAt(selector, "matchLabels") ?? {}),
    ...objectsAt(selector, "matchExpressions").map((expression) => textAt(expression, "key")),
  ]);
  if (selector === undefined) forbidden(report, path, "must not be specified when labelSelector is not set");
  for (const [index, key] of keys.entries()) {
    validateLabelName(report, String(key), [...path, index]);
    if (selected.has(String(key)))
      invalid(report, [...path, index], key, "exists in both matchLabelKeys and labelSelector");
  }
}

// Models pkg/apis/core/validation/validation.go validateReadinessGates, validateSchedulingGates (v1.37.1)
export function validateGates(report: Report, spec: Fields, path: Path): void {
  const { kubernetes } = report.apiServer;
  for (const [index, gate] of objectsAt(spec, "readinessGates").entries()) {
    const type = textAt(gate, "conditionType");
    invalidNames(
      report,
      [...path, "readinessGates", index, "conditionType"],
      type,
      qualifiedNameProblems(type, kubernetes),
    );
  }
  const seen = new Set<string>();
  for (const [index, gate] of objectsAt(spec, "schedulingGates").entries()) {
    const at = [...path, "schedulingGates", index];
    const name = textAt(gate, "name");
    invalidNames(report, at, name, qualifiedNameProblems(name, kubernetes), { at: [...at, "name"] });
    if (seen.has(name)) duplicate(report, at, name);
    seen.add(name);
  }
}

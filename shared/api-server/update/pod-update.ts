import { firstDifference, isDeepEqual } from "../../basics/values.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { type Fields, fieldsAt, isFields, listAt, numberAt, objectsAt, textAt, textsAt } from "../types/fields.ts";
import { forbidden, invalid, type Report } from "../types/report.ts";
import { storedAt, type Update } from "./immutable.ts";

const spec = ["spec"];
const deadline = "activeDeadlineSeconds";
const updatable =
  "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

const updatableSince138 =
  ",`spec.schedulingGates` (only deletions of existing scheduling gates),`spec.nodeSelector` (only additions, and only while the pod has scheduling gates),`spec.affinity.nodeAffinity` (only while the pod has scheduling gates)";

/** What the server says goes on with the whole difference in Go's notation, which is left out here. */
// Models pkg/apis/core/validation/validation.go ValidatePodUpdate (v1.37.1)
export function validatePodUpdate(report: Report, update: Update): void {
  validateAnnotations(report, update);
  const [was, is] = [sideOf(update, update.before), sideOf(update, update.after)];
  for (const list of ["containers", "initContainers"])
    if (listAt(was, list).length !== listAt(is, list).length) {
      forbidden(report, [...spec, list], "pod updates may not add or remove containers");
      return;
    }
  if (!validateDeadline(report, was, is)) return;
  validateTolerations(report, was, is);
  validateGates(report, was, is);
  const munged = withUpdatableOf(was, is);
  const gated = listAt(was, "schedulingGates").length > 0 ? validateGated(report, was, munged) : munged;
  const difference = firstDifference(was, gated);
  if (difference === undefined) return;
  const more = atLeast(report.apiServer.kubernetes, "1.38") ? updatableSince138 : "";
  forbidden(report, spec, `pod updates may not change fields other than ${updatable}${more}`, {
    at: [...spec, ...difference],
  });
}

/** Admission names an account where the manifest does not. */
function sideOf({ kind }: Update, object: Fields): Fields {
  const stored = storedAt(kind, object, spec);
  const fields = isFields(stored) ? stored : {};
  return { enableServiceLinks: true, serviceAccountName: "default", ...fields };
}

// Models pkg/apis/core/validation/validation.go ValidatePodSpecificAnnotationUpdates (v1.37.1)
function validateAnnotations(report: Report, { before, after }: Update): void {
  const [was, is] = [before, after].map((object) => new Map(textsAt(fieldsAt(object, "metadata"), "annotations")));
  for (const [key, value] of was ?? []) {
    const what = protectedName(key);
    if (what !== undefined && is?.get(key) !== value)
      forbidden(report, ["metadata", "annotations", key], `may not remove or update ${what}`);
  }
  for (const key of is?.keys() ?? []) {
    const what = protectedName(key);
    if (what !== undefined && was?.has(key) !== true)
      forbidden(report, ["metadata", "annotations", key], `may not add ${what}`);
  }
}

function protectedName(key: string): string | undefined {
  if (key.startsWith("container.apparmor.security.beta.kubernetes.io/")) return "AppArmor annotations";
  return key === "kubernetes.io/config.mirror" ? "mirror pod annotation" : undefined;
}

/** True: the server goes on looking. */
function validateDeadline(report: Report, was: Fields, is: Fields): boolean {
  const [before, after] = [numberAt(was, deadline), numberAt(is, deadline)];
  const path = [...spec, deadline];
  if (before === undefined) return true;
  if (after === undefined) invalid(report, path, null, "must not update from a positive integer to nil value");
  else if (before < after) {
    invalid(report, path, after, "must be less than or equal to previous value");
    return false;
  }
  return true;
}

function validateTolerations(report: Report, was: Fields, is: Fields): void {
  const withoutSeconds = ({ tolerationSeconds: _, ...rest }: Fields): Fields => rest;
  const left = objectsAt(is, "tolerations").map(withoutSeconds);
  const isKept = objectsAt(was, "tolerations").every((each) =>
    left.some((other) => isDeepEqual(withoutSeconds(each), other)),
  );
  const detail = "existing toleration can not be modified except its tolerationSeconds";
  if (!isKept) forbidden(report, [...spec, "tolerations"], detail);
}

function validateGates(report: Report, was: Fields, is: Fields): void {
  const known = new Set(objectsAt(was, "schedulingGates").map((gate) => textAt(gate, "name")));
  for (const [index, gate] of objectsAt(is, "schedulingGates").entries()) {
    const name = textAt(gate, "name");
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    if (!known.has(name)) forbidden(report, [...spec, "schedulingGates", index, "name"], detail);
  }
}

/** What is, with what may change as it was. */
function withUpdatableOf(was: Fields, is: Fields): Fields {
  const result: Fields = { ...is };
  for (const list of ["containers", "initContainers"]) {
    const before = objectsAt(was, list);
    if (before.length === 0) continue;
    result[list] = objectsAt(is, list).map((each, index) => copied(each, before[index] ?? {}, "image"));
  }
  return [deadline, "tolerations", "schedulingGates"].reduce((all, name) => copied(all, was, name), result);
}

/** A pod that waits for its gates can still be told where to run. */
function validateGated(report: Report, was: Fields, is: Fields): Fields {
  const [oldSelector, selector] = [fieldsAt(was, "nodeSelector") ?? {}, fieldsAt(is, "nodeSelector") ?? {}];
  if (Object.entries(oldSelector).some(([key, value]) => selector[key] !== value)) {
    const detail = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
    invalid(report, [...spec, "nodeSelector"], selector, detail);
  }
  const [oldAffinity, affinity] = [fieldsAt(was, "affinity"), fieldsAt(is, "affinity")];
  validateNodeAffinity(report, fieldsAt(oldAffinity, "nodeAffinity"), fieldsAt(affinity, "nodeAffinity"));
  const selected = copied(is, was, "nodeSelector");
  const { nodeAffinity: _, ...others } = affinity ?? {};
  const isOnlyNodes = oldAffinity === undefined && Object.keys(others).length === 0;
  if (isOnlyNodes || (affinity === undefined && fieldsAt(oldAffinity, "nodeAffinity") === undefined))
    return copied(selected, isOnlyNodes ? {} : is, "affinity");
  return { ...selected, affinity: copied(affinity ?? {}, oldAffinity ?? {}, "nodeAffinity") };
}

const required = "requiredDuringSchedulingIgnoredDuringExecution";

// Models pkg/apis/core/validation/validation.go validateNodeAffinityMutation (v1.37.1)
function validateNodeAffinity(report: Report, was: Fields | undefined, is: Fields | undefined): void {
  const [oldTerms, terms] = [was, is].map((each) => objectsAt(fieldsAt(each, required), "nodeSelectorTerms"));
  if (oldTerms === undefined || terms === undefined || oldTerms.length === 0) return;
  const path = [...spec, "affinity", "nodeAffinity", required, "nodeSelectorTerms"];
  if (oldTerms.length !== terms.length) {
    invalid(report, path, terms, "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
    return;
  }
  for (const [index, old] of oldTerms.entries()) {
    const term = terms[index] ?? {};
    const isExtended = ["matchExpressions", "matchFields"].every((field) =>
      isDeepEqual(listAt(term, field).slice(0, listAt(old, field).length), listAt(old, field)),
    );
    const wasEmpty = Object.keys(old).length === 0;
    if (!isExtended || (wasEmpty && Object.keys(term).length > 0))
      invalid(report, [...path, index], term, "only additions are allowed (no mutations or deletions)");
  }
}

/** The object with a field as another one has it. */
function copied(object: Fields, from: Fields, name: string): Fields {
  const { [name]: _, ...rest } = object;
  return from[name] === undefined ? rest : { ...rest, [name]: from[name] };
}

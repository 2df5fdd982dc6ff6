import type { Path } from "../../basics/path.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { nameOf } from "../names/metadata.ts";
import { byteLength, dnsLabelProblems, subdomainProblems } from "../names/names.ts";
import { matches, validateSelector } from "../names/selectors.ts";
import { validateLeast } from "../types/bounds.ts";
import { type Fields, fieldsAt, has, numberAt, textAt, textsAt } from "../types/fields.ts";
import { invalid, invalidNames, notSupported, type Report, required, tooLong } from "../types/report.ts";
import { validatePodFailurePolicy, validatePodReplacementPolicy } from "./pod-failure-policy.ts";
import { validateSuccessPolicy } from "./success-policy.ts";
import { validateMatch, validateTemplate } from "./template.ts";

const parallelismMax = 100_000;
const failedIndexesMax = 100_000;
const manyCompletions = 100_000;
const parallelismOfManyMax = 10_000;
const managerBytesMax = 63;

/** Stands for the uid that the server gives the Job, and puts on its pods as a label: nobody can write it down before. */
export const generatedUid = "00000000-0000-0000-0000-000000000000";

// Models pkg/apis/batch/validation/validation.go ValidateJobCreate (v1.37.1)
export function validateJob(report: Report, object: Fields): void {
  const spec = fieldsAt(object, "spec") ?? {};
  validateGeneratedSelector(report, object, spec);
  validateJobSpec(report, spec, ["spec"]);
  validateDelegation(report, fieldsAt(object, "metadata"), ["metadata"]);
  const selector = fieldsAt(spec, "selector");
  if (selector === undefined) required(report, ["spec", "selector"]);
  else validateSelector(report, selector, ["spec", "selector"]);
  validateMatch(report, spec);
  const completions = numberAt(spec, "completions");
  if (textAt(spec, "completionMode") === "Indexed" && completions !== undefined && completions > 0) {
    const last = `${nameOf(object)}-${completions - 1}`;
    if (dnsLabelProblems(last).length > 0)
      invalid(
        report,
        ["metadata", "name"],
        nameOf(object),
        `will not able to create pod with invalid DNS label: ${last}`,
      );
  }
}

/** What the server puts into the selector must be what was written, where something was. */
// Models pkg/apis/batch/validation/validation.go validateGeneratedSelector (v1.37.1)
function validateGeneratedSelector(report: Report, object: Fields, spec: Fields): void {
  if (spec["manualSelector"] === true || !has(spec, "selector")) return;
  const name = nameOf(object);
  const expected = new Map([
    ["controller-uid", generatedUid],
    ["batch.kubernetes.io/controller-uid", generatedUid],
    ["job-name", name],
    ["batch.kubernetes.io/job-name", name],
  ]);
  const labels = new Map(textsAt(fieldsAt(fieldsAt(spec, "template"), "metadata"), "labels"));
  for (const [key, value] of expected) {
    const path = ["spec", "template", "metadata", "labels", key];
    if (!labels.has(key)) required(report, path, `must be '${value}'`);
    else if (labels.get(key) !== value) invalid(report, path, labels.get(key), `must be '${value}'`);
  }
  if (matches(fieldsAt(spec, "selector"), expected, report.apiServer) === false)
    invalid(report, ["spec", "selector"], spec["selector"], "`selector` not auto-generated");
}

function perIndexWords({ apiServer }: Report): string {
  return atLeast(apiServer.kubernetes, "1.38")
    ? "must be set when maxFailedIndexes is set"
    : "when maxFailedIndexes is specified";
}

/** Annotations that name a template in a workload of the scheduler: each needs the other, whatever is gated. */
const delegations = ["scheduling.k8s.io/workload-name", "scheduling.k8s.io/group-template-name"];

/** `path`: of the metadata of a Job, or of those that a CronJob has for its Jobs. */
// Models pkg/apis/batch/validation validateDelegationAnnotations (v1.38.0-beta.0)
export function validateDelegation(report: Report, metadata: Fields | undefined, path: Path): void {
  if (!atLeast(report.apiServer.kubernetes, "1.38")) return;
  const annotations = new Map(textsAt(metadata, "annotations"));
  if (!delegations.some((key) => annotations.has(key))) return;
  for (const key of delegations)
    if ((annotations.get(key) ?? "") === "")
      required(
        report,
        [...path, "annotations", key],
        `must be set to a non-empty value when ${delegations.join(" or ")} is set`,
      );
}

/** `path`: of the spec of a Job, or of that in a CronJob. */
// Models pkg/apis/batch/validation validateJobSpec (v1.37.1)
export function validateJobSpec(report: Report, spec: Fields, path: Path): void {
  validateLeast(report, "JobSpec", spec, path);
  if (has(spec, "maxFailedIndexes") && !has(spec, "backoffLimitPerIndex"))
    required(report, [...path, "backoffLimitPerIndex"], perIndexWords(report), {
      at: [...path, "maxFailedIndexes"],
    });
  validateManager(report, spec, [...path, "managedBy"]);
  validateCompletionMode(report, spec, path);
  if (has(spec, "podFailurePolicy")) validatePodFailurePolicy(report, spec, [...path, "podFailurePolicy"]);
  if (has(spec, "successPolicy")) {
    // The server panics where the completions are missing: that they are required is reported above.
    if (textAt(spec, "completionMode") === "Indexed" && has(spec, "completions"))
      validateSuccessPolicy(report, spec, [...path, "successPolicy"]);
    else if (textAt(spec, "completionMode") !== "Indexed")
      invalid(report, [...path, "successPolicy"], spec["successPolicy"], "requires indexed completion mode");
  }
  validatePodReplacementPolicy(report, spec, path);
  validateTemplate(report, fieldsAt(spec, "template"), [...path, "template"]);
  validateRestartPolicy(report, spec, [...path, "template", "spec", "restartPolicy"]);
}

// Models k8s.io/apimachinery/pkg/util/validation IsDomainPrefixedPath (v1.37.1)
const httpPath = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;
const httpPathMessage = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";

function validateManager(report: Report, spec: Fields, path: Path): void {
  if (!has(spec, "managedBy")) return;
  const manager = textAt(spec, "managedBy");
  const slash = manager.indexOf("/");
  const host = manager.slice(0, slash);
  if (manager === "") required(report, path);
  else if (slash <= 0 || slash === manager.length - 1)
    invalid(report, path, manager, 'must be a domain-prefixed path (such as "acme.io/foo")');
  else {
    invalidNames(report, path, slash > 0 ? manager : "", subdomainProblems(host));
    if (!httpPath.test(manager.slice(slash + 1))) invalid(report, path, manager, httpPathMessage);
  }
  if (byteLength(manager) > managerBytesMax)
    tooLong(report, path, managerBytesMax, `may not be longer than ${managerBytesMax}`);
}

function validateCompletionMode(report: Report, spec: Fields, path: Path): void {
  const mode = textAt(spec, "completionMode");
  if (mode !== "NonIndexed" && mode !== "Indexed")
    notSupported(report, [...path, "completionMode"], mode, ["NonIndexed", "Indexed"]);
  if (mode === "Indexed") validateIndexed(report, spec, path);
  if (mode !== "NonIndexed") return;
  for (const field of ["backoffLimitPerIndex", "maxFailedIndexes"])
    if (has(spec, field)) invalid(report, [...path, field], spec[field], "requires indexed completion mode");
}

function validateIndexed(report: Report, spec: Fields, path: Path): void {
  const completions = numberAt(spec, "completions");
  const parallelism = numberAt(spec, "parallelism") ?? 0;
  const failed = numberAt(spec, "maxFailedIndexes");
  if (completions === undefined)
    required(report, [...path, "completions"], "when completion mode is Indexed", { at: [...path, "completionMode"] });
  if (parallelism > parallelismMax) {
    const detail = `must be less than or equal to ${parallelismMax} when completion mode is Indexed`;
    invalid(report, [...path, "parallelism"], parallelism, detail);
  }
  const at = [...path, "maxFailedIndexes"];
  if (failed !== undefined && completions !== undefined && failed > completions)
    invalid(report, at, failed, "must be less than or equal to completions");
  if (failed !== undefined && failed > failedIndexesMax)
    invalid(report, at, failed, `must be less than or equal to ${failedIndexesMax}`);
  if ((completions ?? 0) <= manyCompletions || !has(spec, "backoffLimitPerIndex")) return;
  const detail = `must be less than or equal to ${parallelismOfManyMax} when completions are above ${manyCompletions} and used with backoff limit per index`;
  if (failed === undefined)
    required(report, at, `must be specified when completions is above ${manyCompletions}`, {
      at: [...path, "backoffLimitPerIndex"],
    });
  if (parallelism > parallelismOfManyMax) invalid(report, [...path, "parallelism"], parallelism, detail);
  if ((failed ?? 0) > parallelismOfManyMax) invalid(report, at, failed, detail);
}

function validateRestartPolicy(report: Report, spec: Fields, path: Path): void {
  const policy = textAt(fieldsAt(fieldsAt(spec, "template"), "spec"), "restartPolicy");
  if (policy === "" || policy === "Always") required(report, path, 'valid values: "OnFailure", "Never"');
  else if (policy !== "OnFailure" && policy !== "Never") notSupported(report, path, policy, ["OnFailure", "Never"]);
  else if (has(spec, "podFailurePolicy") && policy !== "Never")
    invalid(report, path, policy, 'only "Never" is supported when podFailurePolicy is specified');
}

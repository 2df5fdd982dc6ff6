import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { type Fields, fieldsAt, isFields, listAt, numberAt, textAt } from "../types/fields.ts";
import { invalid, type Report } from "../types/report.ts";
import { immutable, refuseDifference, storedAt, type Update } from "./immutable.ts";

const template = ["spec", "template"];
const completions = ["spec", "completions"];

/** A suspended Job counts as one that the controller has suspended, and that has no pods. */
// Models pkg/apis/batch/validation/validation.go ValidateJobSpecUpdate (v1.37.1)
export function validateJobUpdate(report: Report, update: Update): void {
  validateCompletions(report, update);
  immutable(report, update, ["spec", "selector"]);
  validateTemplate(report, update);
  const fields = ["completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy"];
  for (const field of fields) immutable(report, update, ["spec", field]);
}

function validateCompletions(report: Report, update: Update): void {
  const spec = fieldsAt(update.after, "spec");
  const [was, is] = [numberAt(fieldsAt(update.before, "spec"), "completions"), numberAt(spec, "completions")];
  const isElastic = atLeast(report.apiServer.kubernetes, "1.31") || isEnabled(report.apiServer, "ElasticIndexedJob");
  if (textAt(spec, "completionMode") !== "Indexed" || !isElastic) immutable(report, update, completions);
  else if (is !== undefined && was !== is && is !== numberAt(spec, "parallelism"))
    invalid(report, completions, is, "can only be modified in tandem with spec.parallelism");
}

// Models pkg/apis/batch/validation/validation.go validatePodTemplateUpdate, pkg/registry/batch/job/strategy.go validationOptionsForJob (v1.37.1)
function validateTemplate(report: Report, { kind, before, after }: Update): void {
  const [was, is] = [storedAt(kind, before, template), storedAt(kind, after, template)];
  if (!isFields(was) || !isFields(is)) return;
  const isSuspended = fieldsAt(before, "spec")?.["suspend"] === true;
  const scheduledAnew = isSuspended ? withSchedulingOf(was, is) : was;
  if (!isSuspended || !isEnabled(report.apiServer, "MutablePodResourcesForSuspendedJobs")) {
    refuseDifference(report, [scheduledAnew, is], template);
    return;
  }
  const [old, wanted] = [fieldsAt(scheduledAnew, "spec") ?? {}, fieldsAt(is, "spec") ?? {}];
  refuseDifference(report, [withResourcesOf(old, wanted), wanted], [...template, "spec"]);
}

/** What says where a pod runs can change in a suspended Job. */
function withSchedulingOf(was: Fields, is: Fields): Fields {
  const [old, wanted] = [fieldsAt(was, "spec") ?? {}, fieldsAt(is, "spec") ?? {}];
  const spec = copyFields(old, wanted, ["nodeSelector", "tolerations", "schedulingGates"]);
  const affinity = affinityWith(fieldsAt(old, "affinity"), fieldsAt(wanted, "affinity"));
  const [metadata, wantedMetadata] = [fieldsAt(was, "metadata") ?? {}, fieldsAt(is, "metadata") ?? {}];
  const copied = copyFields(metadata, wantedMetadata, ["annotations", "labels"]);
  return withField(
    { ...was, spec: withField(spec, "affinity", affinity) },
    "metadata",
    Object.keys(copied).length === 0 ? undefined : copied,
  );
}

function affinityWith(old: Fields | undefined, wanted: Fields | undefined): Fields | undefined {
  if (wanted === undefined) {
    if (old === undefined) return undefined;
    const { nodeAffinity: _, ...rest } = old;
    return Object.keys(rest).length === 0 ? undefined : rest;
  }
  return copyFields(old ?? {}, wanted, ["nodeAffinity"]);
}

function withResourcesOf(old: Fields, wanted: Fields): Fields {
  let result = old;
  for (const list of ["containers", "initContainers"]) {
    const [was, is] = [listAt(old, list), listAt(wanted, list)];
    if (was.length === 0 || was.length !== is.length) continue;
    const merged = was.map((each, index) => {
      const other = is[index];
      return isFields(each) && isFields(other) && each["name"] === other["name"]
        ? copyFields(each, other, ["resources"])
        : each;
    });
    result = { ...result, [list]: merged };
  }
  return result;
}

function copyFields(to: Fields, from: Fields, names: readonly string[]): Fields {
  return names.reduce((result, name) => withField(result, name, from[name]), to);
}

function withField(object: Fields, name: string, value: unknown): Fields {
  const { [name]: _, ...rest } = object;
  return value === undefined ? rest : { ...rest, [name]: value };
}

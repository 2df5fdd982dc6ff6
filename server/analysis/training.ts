import { admit } from "../../shared/api-server/admission/admit.ts";
import { type Fields, fieldsAt, isFields, listAt, objectsAt, textAt } from "../../shared/api-server/types/fields.ts";
import { readJob } from "../../shared/controllers/job/read-job.ts";
import { readJobSet } from "../../shared/controllers/job/read-job-set.ts";
import { forecastTraining, type TrainingPod, type TrainingWay } from "../../shared/forecast/training/training.ts";
import type { AnalyzedPod } from "./subject.ts";

/** The goodput of a training run. Undefined if nobody says how often it fails, or no Job or JobSet creates the pod. */
export function trainingOf(analyzed: AnalyzedPod): readonly TrainingWay[] | undefined {
  const { located, settings, scenario } = analyzed;
  const { training, assumptions } = settings;
  const owner = ownerOf(analyzed);
  if (training === undefined || owner === undefined || !isFields(located.spec)) return undefined;
  const failing = failingIn(located.spec);
  if (failing === undefined) return undefined;
  const podOf = (spec: Fields, { container, exitCode }: Failing): TrainingPod | undefined => {
    const { kind, name, namespace } = located;
    const { pod } = admit({ kind, name, namespace, spec }, assumptions);
    return pod && { pod, container, exitCode };
  };
  const recreated = podOf(recreatedSpec(located.spec), { ...failing, container: regularOf(located.spec), exitCode: 1 });
  if (recreated === undefined) return undefined;
  return forecastTraining({
    inPlace: podOf(inPlaceSpec(located.spec, failing), failing),
    recreated,
    isInPlace: failing.isWritten,
    job: readJob(owner.job, assumptions.apiServer),
    jobSet:
      owner.jobSet === undefined ? undefined : { spec: readJobSet(owner.jobSet), replicatedJob: owner.replicatedJob },
    assumptions,
    scenario: scenario.scenario,
    training,
  });
}

interface Owner {
  readonly job: unknown;
  readonly jobSet: unknown;
  readonly replicatedJob: string;
}

function ownerOf({ located }: AnalyzedPod): Owner | undefined {
  const { kind, apiVersion, owner, prefix, objectPath } = located;
  const spec = isFields(owner) ? fieldsAt(owner, "spec") : undefined;
  if (spec === undefined) return undefined;
  if (kind === "Job" && apiVersion.startsWith("batch/")) return { job: spec, jobSet: undefined, replicatedJob: "" };
  if (kind !== "JobSet" || !apiVersion.startsWith("jobset.x-k8s.io/")) return undefined;
  const index = prefix[objectPath.length + 2];
  const job = typeof index === "number" ? objectsAt(spec, "replicatedJobs")[index] : undefined;
  if (job === undefined) return undefined;
  return { job: fieldsAt(fieldsAt(job, "template"), "spec"), jobSet: spec, replicatedJob: textAt(job, "name") };
}

interface Failing {
  readonly container: string;
  readonly exitCode: number;
  /** As the manifest is written, it restarts in place then, alone or with all others. */
  readonly isWritten: boolean;
}

const restartAll = "RestartAllContainers";

/** The container whose exit restarts all, or itself; without such a rule or policy the first one, as if it had a rule. */
function failingIn(spec: Fields): Failing | undefined {
  const all = [...objectsAt(spec, "containers"), ...objectsAt(spec, "initContainers")];
  for (const action of [restartAll, "Restart"])
    for (const container of all) {
      const rule = objectsAt(container, "restartPolicyRules").find((each) => textAt(each, "action") === action);
      if (rule !== undefined) return { container: textAt(container, "name"), exitCode: codeOf(rule), isWritten: true };
    }
  const container = regularOf(spec);
  const policy = textAt(objectsAt(spec, "containers")[0], "restartPolicy") || textAt(spec, "restartPolicy");
  return container === ""
    ? undefined
    : { container, exitCode: 1, isWritten: policy === "OnFailure" || policy === "Always" };
}

function regularOf(spec: Fields): string {
  return textAt(objectsAt(spec, "containers")[0], "name");
}

const exitCodeMax = 255;

/** An exit code that the rule matches. */
function codeOf(rule: Fields): number {
  const exitCodes = fieldsAt(rule, "exitCodes");
  const values = listAt(exitCodes, "values").filter((value) => typeof value === "number");
  if (textAt(exitCodes, "operator") !== "NotIn") return values[0] ?? 1;
  for (let code = 1; code <= exitCodeMax; code += 1) if (!values.includes(code)) return code;
  return 1;
}

function inPlaceSpec(spec: Fields, { isWritten }: Failing): Fields {
  if (isWritten) return spec;
  const [first, ...others] = objectsAt(spec, "containers");
  const rule = { action: restartAll, exitCodes: { operator: "NotIn", values: [0] } };
  return {
    ...spec,
    restartPolicy: "Never",
    containers: [{ ...first, restartPolicy: "Never", restartPolicyRules: [rule] }, ...others],
  };
}

/** Without anything that restarts a container: the pod fails, and another one takes its place. */
function recreatedSpec(spec: Fields): Fields {
  const without = (container: Fields, ...names: readonly string[]): Fields =>
    Object.fromEntries(Object.entries(container).filter(([name]) => !names.includes(name)));
  const inits = objectsAt(spec, "initContainers").map((container) => without(container, "restartPolicyRules"));
  return {
    ...spec,
    restartPolicy: "Never",
    containers: objectsAt(spec, "containers").map((each) => without(each, "restartPolicy", "restartPolicyRules")),
    ...(inits.length > 0 && { initContainers: inits }),
  };
}

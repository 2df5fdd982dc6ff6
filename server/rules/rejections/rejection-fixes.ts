import type { FieldError } from "../../../shared/api-server/types/report.ts";
import { valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import type { FieldFix, FieldValue, RemovalFix } from "../core/model.ts";

/** The repair of an error, if there is only one plausible repair. */
export function fixOf(pod: AnalyzedPod, error: FieldError): FieldFix | RemovalFix | undefined {
  if (mustGo.some((part) => error.detail.includes(part))) return removalOf(pod, error);
  const value = repaired(pod, error);
  const path = error.errorType === "Required" ? error.path : (error.at ?? error.path);
  const field = path.at(-1);
  if (value === undefined || typeof field !== "string") return undefined;
  const map = [...pod.located.objectPath, ...path.slice(0, -1)];
  return { kind: "set-field", title: `Set ${field} to ${String(value)}`, path: map, field, value, lossFree: true };
}

/** Error texts about fields that are not allowed here with any value. */
const mustGo = [
  "must not be set for readinessProbes",
  "may not be set for non-init containers",
  "cannot be set for an Ephemeral Container",
];

function removalOf({ located }: AnalyzedPod, { path }: FieldError): RemovalFix | undefined {
  const field = path.at(-1);
  if (typeof field !== "string") return undefined;
  return {
    kind: "remove-field",
    title: `Remove ${field}`,
    path: [...located.objectPath, ...path.slice(0, -1)],
    field,
  };
}

function repaired(
  pod: AnalyzedPod,
  { errorType, detail, badValue, supported, path }: FieldError,
): FieldValue | undefined {
  if (errorType === "NotSupported") {
    const word = meantWord(badValue, supported);
    // A Job rejects that value, too.
    return word === "Always" && isOfJob(pod) && !path.includes("containers") ? undefined : word;
  }
  if (errorType === "Required" && path.at(-1) === "restartPolicy")
    return missingPolicy(pod, detail, path.includes("initContainers"));
  if (/^must be '/.test(detail))
    return meantWord(
      badValue,
      [...detail.matchAll(/'(\w+)'/g)].map(([, word = ""]) => word),
    );
  if (detail === "must be 1") return 1;
  if (detail.startsWith('only "Never" is supported')) return "Never";
  // A port name needs a letter, so a number in quotes is meant as a number.
  if (path.at(-1) === "port" && typeof badValue === "string" && /^[1-9]\d{0,4}$/.test(badValue))
    return Number(badValue);
  return undefined;
}

/** The value with the right case, or the only valid value if another policy is written. */
function meantWord(written: unknown, supported: readonly string[]): string | undefined {
  if (typeof written !== "string" || written.trim() === "") return undefined;
  const word = written.trim().toLowerCase();
  const meant = supported.find((each) => each.toLowerCase() === word);
  const isOtherPolicy = supported.length === 1 && ["onfailure", "never"].includes(word);
  return meant ?? (isOtherPolicy ? supported[0] : undefined);
}

/** Keeps what happens when no rule matches: the pod's policy. */
function missingPolicy(pod: AnalyzedPod, detail: string, isInit: boolean): string | undefined {
  if (!detail.startsWith("must specify restartPolicy")) return jobPolicy(pod);
  const policy = pod.pod?.restartPolicy;
  // "Always" would turn an init container into a sidecar; OnFailure also retries its failures.
  return policy === "Always" && isInit ? "OnFailure" : policy;
}

function isOfJob({ located }: AnalyzedPod): boolean {
  return located.kind === "Job" || located.kind === "CronJob";
}

/** With a podFailurePolicy only one value is valid. */
function jobPolicy({ located }: AnalyzedPod): string | undefined {
  const spec = located.prefix.slice(located.objectPath.length, -2);
  return valueAt(located.owner, [...spec, "podFailurePolicy"]) == null ? undefined : "Never";
}

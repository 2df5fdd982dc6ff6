import type { FieldError } from "../../../shared/api-server/types/report.ts";
import { generatedUid } from "../../../shared/api-server/workloads/job.ts";
import type { Path } from "../../../shared/basics/path.ts";

/** What is wrong, mostly in the server's own words, without a period. */
export function wordsOf(error: FieldError): string {
  const field = fieldOf(error.errorType === "Required" ? error.path : (error.at ?? error.path));
  const detail = shortened(error.detail);
  const value = shown(error.badValue);
  switch (error.errorType) {
    case "Required":
      return requiredWords(field, detail);
    case "NotSupported":
      return `${field} ${value === '""' ? "is empty" : `is ${value}`} but must be ${alternatives(error.supported)}`;
    case "Duplicate":
      // A host port comes with its protocol and address.
      return `${field} ${value.replace(/^"(\w+)\/[^/]*\/(\d+)"$/, "$2 ($1)")} appears twice`;
    case "NotFound":
      return `${field} ${value} does not match ${referent(error.path)} of this pod`;
    case "TooMany":
      return `${field} has ${value} items and ${detail}`;
    case "TooLong":
      return `${field} is too long: ${detail}`;
    case "Forbidden":
      return `${field}: ${detail}`;
    case "Invalid":
      return invalidWords(field, value, detail);
  }
}

/** What a name should be the name of. */
function referent(path: Path): string {
  if (path.includes("claims")) return "a resource claim";
  return path.at(-1) === "targetContainerName" ? "a container" : "a volume";
}

function requiredWords(field: string, detail: string): string {
  if (["", "must be specified", "must not be empty"].includes(detail)) return `${field} is missing`;
  if (detail.startsWith("when ")) return `${field} is missing, but required ${detail}`;
  return /^(?:must specify a|at least)/.test(detail) ? `${field}: ${detail}` : `${field} is missing: ${detail}`;
}

function invalidWords(field: string, value: string, detail: string): string {
  if (value === "") return `${field}: ${detail}`;
  if (value === JSON.stringify(field)) return `the key ${value}: ${detail}`;
  if (detail.startsWith("is ")) return `${field} is ${value}, which ${detail}`;
  return /^(?:must|may|cannot)/.test(detail) ? `${field} is ${value} and ${detail}` : `${field} is ${value}: ${detail}`;
}

/** What to do, for messages that do not say it themselves; each key is a part of the server's text. */
const advices: readonly (readonly [part: string, advice: string])[] = [
  ["must be 1", "Set it to 1 or remove the line; only readiness probes can have more."],
  ["must not be set for readinessProbes", "Remove the line; readiness probes never kill a container."],
  ["must be greater than or equal to 0", "Set it to 0 or more."],
  ["must be greater than 0 and less", "Set it to at most the grace period, or set a longer grace period."],
  ["must be non-negative and less", "Set it to at most the grace period, or set a longer grace period."],
  ["must be greater than 0", "Set it to 1 or more, or remove the line."],
  ["must specify a handler type", "Add a handler, for example tcpSocket, or remove it."],
  ["may not specify more than 1 handler type", "Keep one of them."],
  ["without restartPolicy=Always", "Remove it, or set restartPolicy to Always to make the container a sidecar."],
  ["may not be set for non-init containers", "Remove it; containers can have their own policy since 1.34."],
  ["must specify restartPolicy when restart rules", "Add the restartPolicy that applies when no rule matches."],
  ["with empty `spec.os.name`", "Add os: {name: linux} to the pod spec, or remove the signal."],
  ["must match `containerPort`", "Remove hostPort, or set it to the value of containerPort."],
  ["`selector` does not match", "Add all labels of the selector to the template."],
  [
    'valid values: "OnFailure", "Never"',
    'Set "OnFailure" to restart containers in their pod, or "Never" to get a new pod each time.',
  ],
  ["must contain at least one letter", "A number in quotes is a port name. Remove the quotes."],
  ["cannot be set for an Ephemeral Container", "Remove it."],
  ["cannot be set on create", "Remove them and use kubectl debug on the running pod."],
  ["ephemeral containers not allowed", "Remove them and use kubectl debug on the running pod."],
  ["requires indexed completion mode", "Set completionMode to Indexed, or remove it."],
  ["will be auto-generated", "Remove it."],
  [
    "static pods may not",
    "It must run without the API server. Write the value itself, or use a file on the node through hostPath.",
  ],
  ["not auto-generated", "Remove the selector and the labels that the server generates."],
  ["greater than minReadySeconds", "Set a larger value; the default is 600."],
  ["is not Supported", "Remove it, or use a Job."],
  ["strategy `type` is 'Recreate'", "Remove it, or set type to RollingUpdate."],
  ["only allowed for updateStrategy", "Remove it, or set type to RollingUpdate."],
  ["not allowed for init containers with restart policy Always", "Remove them; a sidecar always restarts."],
  ["must be ordered", "Put them in ascending order."],
  ["must not be 0 for the In operator", "Remove it; a container that exits with 0 has not failed."],
  ["both OnExitCodes and OnPodConditions", "Split it into two rules."],
  ["requires the backoffLimitPerIndex", "Add backoffLimitPerIndex, or use another action."],
  ["when completion mode is Indexed", "Add the number of indexes."],
  ["too large index", "The last index is completions minus 1."],
  ["non-increasing order", "Put them in ascending order."],
  ["unknown time zone", "Use a name such as Europe/Berlin or Etc/UTC."],
];

/** A sentence, or "". */
export function adviceOn({ path, detail, errorType, badValue }: FieldError): string {
  if (errorType === "Duplicate") return duplicateAdvice(path);
  if (detail.includes("less than terminationGracePeriodSeconds") && Number(badValue) <= 0)
    return detail.includes("greater than 0")
      ? "Set it to 1 or more."
      : "Set it to 0 or more, and set a longer grace period.";
  // The advice is true only for a number in quotes.
  if (detail.includes("at least one letter") && !(typeof badValue === "string" && /^\d+$/.test(badValue))) return "";
  return advices.find(([part]) => detail.includes(part))?.[1] ?? "";
}

function duplicateAdvice(path: Path): string {
  const last = path.at(-1);
  if (typeof last === "number") return "Remove one of them.";
  return `Give one of them another ${last === "name" ? "name" : "number"}.`;
}

/** The last name of a path, with the index after it: `rules[2]`. */
function fieldOf(path: Path): string {
  const last = path.at(-1);
  if (last === "") return `a key of ${String(path.at(-2))}`;
  return typeof last === "number" ? `${String(path.at(-2))}[${last}]` : String(last ?? "");
}

/** Without the server's regular expression and examples, which do not help in one line. The caller adds the period. */
function shortened(detail: string): string {
  return detail
    .replace(`'${generatedUid}'`, "the UID that the server gives the Job")
    .replace(/,? \(e\.g\. .*$/s, "")
    .replace(/\.$/, "");
}

/** "" unless it is a single value. */
function shown(value: unknown): string {
  if (value === undefined || value === null || typeof value === "object") return "";
  return JSON.stringify(typeof value === "string" && value.length > 80 ? `${value.slice(0, 76)}…` : value);
}

function alternatives(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

import type { Path } from "../../shared/kubernetes/path.ts";
import type { FieldError } from "../../shared/validation/report.ts";

/** What is wrong, mostly in the server's own words, without a full stop. */
export function wordsOf(error: FieldError): string {
  const field = fieldOf(error.errorType === "Required" ? error.path : (error.at ?? error.path));
  const detail = shortened(error.detail);
  const value = shown(error.badValue);
  switch (error.errorType) {
    case "Required":
      return requiredWords(field, detail);
    case "NotSupported":
      return `${field} ${value === '""' ? "is empty" : `is ${value}`}, and can ${error.supported.length === 1 ? "only " : ""}be ${alternatives(error.supported)}`;
    case "Duplicate":
      // A port of the host is told with its protocol and address.
      return `${field} ${value.replace(/^"(\w+)\/[^/]*\/(\d+)"$/, "$2 ($1)")} is there twice`;
    case "NotFound":
      return `${field} ${value} is the name of no container of this pod`;
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

function requiredWords(field: string, detail: string): string {
  if (detail === "" || detail === "must be specified") return `${field} is missing`;
  if (detail.startsWith("when ")) return `${field} is missing, and needed ${detail}`;
  return /^(?:must specify a|at least)/.test(detail) ? `${field}: ${detail}` : `${field} is missing: ${detail}`;
}

function invalidWords(field: string, value: string, detail: string): string {
  if (value === "") return `${field}: ${detail}`;
  if (value === JSON.stringify(field)) return `the key ${value}: ${detail}`;
  if (detail.startsWith("is ")) return `${field} is ${value}, which ${detail}`;
  return /^(?:must|may|cannot)/.test(detail) ? `${field} is ${value} and ${detail}` : `${field} is ${value}: ${detail}`;
}

/** What to write instead, for messages that do not say it themselves; each entry is a part of the server's text. */
const advices: readonly (readonly [part: string, advice: string])[] = [
  ["must be 1", "Write 1, or remove the line: only a readiness probe can ask for more."],
  ["must not be set for readinessProbes", "Remove the line: a readiness probe stops nothing."],
  ["must be greater than or equal to 0", "Write 0 or more."],
  ["must be greater than 0 and less", "Write at most the grace period, or make that longer."],
  ["must be non-negative and less", "Write at most the grace period, or make that longer."],
  ["must be greater than 0", "Write 1 or more, or remove the line."],
  ["must specify a handler type", "Add what to do, for example tcpSocket, or remove it."],
  ["may not specify more than 1 handler type", "Keep one of them."],
  ["without restartPolicy=Always", "Remove it, or make a sidecar of the container with restartPolicy: Always."],
  ["may not be set for non-init containers", "Remove it: containers have a policy of their own since 1.34."],
  ["must specify restartPolicy when restart rules", "Say what happens when no rule matches."],
  ["with empty `spec.os.name`", "Write os: {name: linux} into the pod spec, or remove the signal."],
  ["must match `containerPort`", "Remove hostPort, or write the number of containerPort."],
  ["`selector` does not match", "Give the template all labels that the selector asks for."],
  [
    'valid values: "OnFailure", "Never"',
    'Write "OnFailure" to restart containers in their pod, "Never" for a new pod each time.',
  ],
  ["must contain at least one letter", "A number in quotes is read as the name of a port: remove the quotes."],
  ["cannot be set for an Ephemeral Container", "Remove it."],
  ["cannot be set on create", "Remove them and use kubectl debug on the running pod."],
  ["ephemeral containers not allowed", "Remove them and use kubectl debug on the running pod."],
  ["requires indexed completion mode", "Write completionMode: Indexed, or remove it."],
  ["will be auto-generated", "Remove it."],
  [
    "static pods may not",
    "It must run without the API server: write the value itself, or take a file of the node with hostPath.",
  ],
  ["not auto-generated", "Remove the selector and the labels that the server makes."],
  ["greater than minReadySeconds", "Make it longer; where it is not written it is 600."],
  ["is not Supported", "Remove it, or write a Job."],
  ["strategy `type` is 'Recreate'", "Remove it, or write type: RollingUpdate."],
  ["only allowed for updateStrategy", "Remove it, or write type: RollingUpdate."],
  ["not allowed for init containers with restart policy Always", "Remove them: a sidecar always starts again."],
  ["must be ordered", "Write them in ascending order."],
  ["must not be 0 for the In operator", "Remove it: a container that ends with 0 has not failed."],
  ["both OnExitCodes and OnPodConditions", "Make two rules of it."],
  ["requires the backoffLimitPerIndex", "Write backoffLimitPerIndex, or another action."],
  ["when completion mode is Indexed", "Write how many indexes there are."],
  ["too large index", "The last index is one less than completions."],
  ["non-increasing order", "Write them in ascending order."],
  ["unknown time zone", "Write a name such as Europe/Berlin, or Etc/UTC."],
];

/** A sentence, or "". */
export function adviceOn({ path, detail, errorType, badValue }: FieldError): string {
  if (errorType === "Duplicate") return duplicateAdvice(path);
  if (detail.includes("less than terminationGracePeriodSeconds") && Number(badValue) <= 0)
    return detail.includes("greater than 0") ? "Write 1 or more." : "Write 0 or more, and a longer grace period.";
  // Only of a number in quotes the advice is true.
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

/** The regular expression and the examples of the server's texts help nobody who reads a line. A full stop follows anyway. */
function shortened(detail: string): string {
  return detail.replace(/ \(e\.g\. .*$/, "").replace(/\.$/, "");
}

/** "" for what is no single value. */
function shown(value: unknown): string {
  if (value === undefined || value === null || typeof value === "object") return "";
  return JSON.stringify(typeof value === "string" && value.length > 80 ? `${value.slice(0, 76)}…` : value);
}

function alternatives(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

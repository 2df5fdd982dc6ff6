import type { Path } from "../../shared/kubernetes/path.ts";
import type { FieldError } from "../../shared/validation/report.ts";

/** What is wrong, mostly in the server's own words, without a full stop. */
export function wordsOf(error: FieldError): string {
  const field = fieldOf(error.errorType === "Required" ? error.path : (error.at ?? error.path));
  const detail = shortened(error.detail);
  const value = shown(error.badValue);
  switch (error.errorType) {
    case "Required":
      if (detail === "") return `${field} is missing`;
      return /^(?:must specify a|at least)/.test(detail) ? `${field}: ${detail}` : `${field} is missing: ${detail}`;
    case "NotSupported":
      return `${field} ${value === '""' ? "is empty" : `is ${value}`}, and can ${error.supported.length === 1 ? "only " : ""}be ${alternatives(error.supported)}`;
    case "Duplicate":
      return `${field} ${value} is there twice`;
    case "NotFound":
      return `${field} ${value} is the name of no container of this pod`;
    case "TooMany":
      return `${field} has ${value} items and ${detail}`;
    case "TooLong":
      return `${field} is too long: ${detail}`;
    case "Forbidden":
      return `${field}: ${detail}`;
    case "Invalid":
      if (value === "") return `${field}: ${detail}`;
      return /^(?:must|may|cannot)/.test(detail)
        ? `${field} is ${value} and ${detail}`
        : `${field} is ${value}: ${detail}`;
  }
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
];

/** A sentence, or "". */
export function adviceOn({ detail, errorType, badValue }: FieldError): string {
  if (errorType === "Duplicate") return "Give one of them another name or number.";
  // Only of a number in quotes the advice is true.
  if (detail.includes("at least one letter") && !(typeof badValue === "string" && /^\d+$/.test(badValue))) return "";
  return advices.find(([part]) => detail.includes(part))?.[1] ?? "";
}

/** The last name of a path, with the index after it: `rules[2]`. */
function fieldOf(path: Path): string {
  const last = path.at(-1);
  return typeof last === "number" ? `${String(path.at(-2))}[${last}]` : String(last ?? "");
}

/** The regular expression and the examples of the server's texts help nobody who reads a line. */
function shortened(detail: string): string {
  return detail.replace(/ \(e\.g\. .*$/, "");
}

/** "" for what is no single value. */
function shown(value: unknown): string {
  return value === undefined || value === null || typeof value === "object" ? "" : JSON.stringify(value);
}

function alternatives(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

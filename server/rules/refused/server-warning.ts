import { formatPath, type Path } from "../../../shared/basics/path.ts";
import { valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { isUnknownAt } from "../../manifest/text/ranges.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";

/**
 * The API server accepts the object and sends a warning. kubectl prints it after `Warning:`; most other tools discard it.
 * This rule knows the warnings about ports, names, environment variables and the grace period.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     ports:
 *     - {name: http, containerPort: 8080}
 *   - name: proxy
 *     image: registry.example/proxy
 *     ports:
 *     - {name: http, containerPort: 8443}
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     ports:
 *     - {name: http, containerPort: 8080}
 *   - name: proxy
 *     image: registry.example/proxy
 *     ports:
 *     - {name: https, containerPort: 8443}
 * ```
 *
 * ## Source
 *
 * `pkg/api/pod/warnings.go`, `pkg/api/job/warnings.go`.
 */
export const serverWarning: DocumentRule = {
  id: "server-warning",
  title: "The API server accepts the object with a warning",
  level: "warning",
  origin: "advice",
  checkDocument: (document) => document.pods.flatMap((pod) => check(document, pod)),
};

function check({ document }: AnalyzedDocument, pod: AnalyzedPod): readonly DocumentHit[] {
  const { objectPath, item } = pod.located;
  const { kubernetes } = pod.settings.assumptions.apiServer;
  return (pod.review()?.warnings ?? []).flatMap(({ path: inObject, message, at }) => {
    const path = [...objectPath, ...(at ?? inObject)];
    if (isUnknownAt(document, path)) return [];
    // The server puts a label and what is wrong with it together with "is".
    const text = message.replace(/^(\S+) is use /, "$1: use ");
    const advice = isSecondName(pod, inObject, message) ? secondName : adviceOn(message);
    const words = `The API server (${kubernetes}) warns: ${fieldOf(inObject)}${text}.${advice}`;
    return [{ path, on: "key", item, message: words } satisfies DocumentHit];
  });
}

/** What to do; each key is the start of the server's text. */
const advices: readonly (readonly [start: string, advice: string])[] = [
  ["must be >= 0", "Set it to 0 or more."],
  ["hides previous definition", "Remove one of them."],
  ["duplicate port name", "Use a unique name."],
  ["duplicate port definition", "Remove one of them."],
  ["overlapping port definition", "Remove one of them, or set another hostPort."],
  ["dangerously ambiguous port definition", "Set another hostPort, or the intended hostIP."],
  ["hostIP set without hostPort", "Add a hostPort, or remove the hostIP."],
  ["this is used in", "Use only lowercase letters, digits and hyphens, at most 63."],
];

const secondName = " Remove one of them, unless Services or probes use both names.";

/** Services and probes can select one port by several names. */
function isSecondName({ located }: AnalyzedPod, path: Path, message: string): boolean {
  const other = /^duplicate port definition with .*\.(containers|initContainers)\[(\d+)\]\.ports\[(\d+)\]$/.exec(
    message,
  );
  if (other === null) return false;
  const [, list = "", container, port] = other;
  const first = valueAt(located.spec, [list, Number(container), "ports", Number(port), "name"]);
  const second = valueAt(located.owner, [...path, "name"]);
  return [first, second].every((name) => typeof name === "string" && name !== "") && first !== second;
}

/** A warning about the object as a whole needs no field name. A key of a map and a port are found by their owner. */
function fieldOf(path: Path): string {
  if (path.length < 2) return "";
  const name = path.findLastIndex((step) => typeof step === "string");
  const withOwner = formatPath(path.slice(name - 1));
  const isKey = name === path.length - 1 && withOwner.endsWith("]");
  const isPort = path[name] === "ports" && typeof path[name - 1] === "number";
  return `${isPort ? formatPath(path.slice(name - 2)) : isKey ? withOwner : formatPath(path.slice(name))}: `;
}

function adviceOn(message: string): string {
  const advice = advices.find(([start]) => message.startsWith(start))?.[1];
  return advice === undefined ? "" : ` ${advice}`;
}

import { formatPath, type Path } from "../../shared/kubernetes/path.ts";
import { isUnknownAt } from "../manifest/ranges.ts";
import type { DocumentHit, DocumentRule } from "./model.ts";
import type { AnalysedDocument, AnalysedPod } from "./subject.ts";

/**
 * The API server takes the object and sends a warning, which kubectl prints after `Warning:` and most other tools throw away.
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
 * ## What to write instead
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
  title: "The API server takes the object with a warning",
  level: "warning",
  origin: "advice",
  since: "1.28",
  checkDocument: (document) => document.pods.flatMap((pod) => check(document, pod)),
};

function check({ document }: AnalysedDocument, pod: AnalysedPod): readonly DocumentHit[] {
  const { objectPath, item } = pod.located;
  const { kubernetes } = pod.settings.assumptions.apiServer;
  return (pod.review()?.warnings ?? []).flatMap(({ path: inObject, message }) => {
    const path = [...objectPath, ...inObject];
    if (isUnknownAt(document, path)) return [];
    const words = `Kubernetes ${kubernetes} warns: ${fieldOf(inObject)}${message}.${adviceOn(message)}`;
    return [{ path, on: "key", item, message: words } satisfies DocumentHit];
  });
}

/** What to write instead; each entry begins like the server's text. */
const advices: readonly (readonly [start: string, advice: string])[] = [
  ["must be >= 0", "Write 0 or more."],
  ["hides previous definition", "Remove one of them."],
  ["duplicate port name", "Give it a name of its own."],
  ["duplicate port definition", "Remove one of them."],
  ["overlapping port definition", "Remove one of them, or give it another hostPort."],
  ["dangerously ambiguous port definition", "Give it another hostPort, or the hostIP that is meant."],
  ["hostIP set without hostPort", "Write a hostPort, or remove the hostIP."],
  ["this is used in", "Write small letters, digits and hyphens only, at most 63 of them."],
];

/** A warning about an object as a whole names what it means. */
function fieldOf(path: Path): string {
  const name = path.findLastIndex((step) => typeof step === "string");
  return path.length < 2 ? "" : `${formatPath(path.slice(name))}: `;
}

function adviceOn(message: string): string {
  const advice = advices.find(([start]) => message.startsWith(start))?.[1];
  return advice === undefined ? "" : ` ${advice}`;
}

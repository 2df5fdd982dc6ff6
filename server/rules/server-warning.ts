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
    return [{ path, on: "key", item, message: `Kubernetes ${kubernetes} warns: ${message}.` } satisfies DocumentHit];
  });
}

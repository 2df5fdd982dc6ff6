import type { DocumentHit, DocumentRule } from "./model.ts";
import { isWritten } from "./places.ts";
import type { AnalysedDocument, AnalysedPod } from "./subject.ts";

/**
 * The API server refuses the object because this field must not stand here, or not with this value.
 * Which fields may stand depends on the version of Kubernetes and its feature gates.
 * The simulation goes on as if the field were not there.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   initContainers:
 *   - name: migrate
 *     image: registry.example/migrate
 *     livenessProbe:
 *       tcpSocket: {port: 8080}
 *   containers:
 *   - name: app
 *     image: registry.example/app
 * ```
 *
 * ## What to write instead
 *
 * What the message says: here the init container runs to its end and cannot be probed, unless it is a sidecar.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   initContainers:
 *   - name: migrate
 *     image: registry.example/migrate
 *   containers:
 *   - name: app
 *     image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`.
 */
export const fieldNotAllowed: DocumentRule = {
  id: "field-not-allowed",
  title: "The API server refuses the object because of this field",
  level: "error",
  origin: "api-server",
  since: "1.28",
  checkDocument: (document) => document.pods.flatMap((pod) => check(document, pod)),
};

function check({ document }: AnalysedDocument, { located, admission, settings }: AnalysedPod): readonly DocumentHit[] {
  // A custom resource has its own rules, a patch is not what the API server gets.
  if (located.partial) return [];
  const { kubernetes } = settings.assumptions.apiServer;
  return admission.errors.flatMap(({ path, errorType, detail }) => {
    const inDocument = [...located.prefix, ...path];
    if (!isWritten(document, inDocument)) return [];
    return [
      {
        path: inDocument,
        on: errorType === "NotSupported" ? "value" : "key",
        errorType,
        item: located.item,
        message: `Kubernetes ${kubernetes} refuses the object: ${String(path.at(-1))}: ${detail}.`,
      },
    ];
  });
}

import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * Names, namespaces and labels have a fixed format. The API server rejects anything else.
 * Most names consist of lowercase letters, digits, `-` and `.`. The name of a CronJob has at most 52 characters, because its Jobs append eleven more.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: Web_1}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web-1}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go`.
 */
export const metadataRefused: DocumentRule = {
  id: "metadata-refused",
  title: "The API server rejects the name, the namespace or a label of the object",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "metadata"),
};

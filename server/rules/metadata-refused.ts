import type { DocumentRule } from "./model.ts";
import { rejectionsOf } from "./rejection.ts";

/**
 * The name of an object, its namespace and its labels have a form, and the API server refuses what does not have it.
 * Most names are lower-case letters, digits, `-` and `.`; the name of a CronJob has 52 characters at most, because its Jobs get eleven more.
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
 * ## What to write instead
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
  title: "The API server refuses the name, the namespace or a label of the object",
  level: "error",
  origin: "api-server",
  since: "1.28",
  checkDocument: (document) => rejectionsOf(document, "metadata"),
};

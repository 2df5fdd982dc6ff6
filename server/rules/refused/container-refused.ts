import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * Every container needs an image, and a name that is unique in its pod.
 * The API server also checks the names of environment variables, `imagePullPolicy` and `terminationMessagePolicy`. The values of both policies are case-sensitive.
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
 *     imagePullPolicy: always
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
 *     imagePullPolicy: Always
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `validateContainerCommon`.
 */
export const containerRefused: DocumentRule = {
  id: "container-refused",
  title: "The API server rejects a container: its name, image, environment or policies",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "container"),
};

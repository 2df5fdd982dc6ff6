import type { DocumentRule } from "./model.ts";
import { rejectionsOf } from "./rejection.ts";

/**
 * Every container needs a name that no other container of the pod has, and an image.
 * The API server also looks at the names of environment variables and at `imagePullPolicy` and `terminationMessagePolicy`, whose words are written with capital letters.
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
 *     imagePullPolicy: Always
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `validateContainerCommon`.
 */
export const containerRefused: DocumentRule = {
  id: "container-refused",
  title: "The API server refuses a container: its name, image, environment or policies",
  level: "error",
  origin: "api-server",
  since: "1.28",
  checkDocument: (document) => rejectionsOf(document, "container"),
};

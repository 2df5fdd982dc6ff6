import type { DocumentRule } from "./model.ts";
import { misplacedFields } from "./rejection.ts";

/**
 * The API server refuses the object because this field must not stand here, whatever its value is.
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
  checkDocument: misplacedFields,
};

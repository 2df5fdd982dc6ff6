import type { DocumentRule } from "../core/model.ts";
import { misplacedFields } from "../rejections/rejection.ts";

/**
 * The API server rejects the object because this field is not allowed here, whatever its value.
 * Which fields are allowed depends on the Kubernetes version and its feature gates.
 * The simulation ignores the field.
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
 * ## How to fix
 *
 * Follow the message. In this example the init container runs to completion, so it cannot have probes unless it is a sidecar.
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
  title: "The API server rejects the object because of this field",
  level: "error",
  origin: "api-server",
  checkDocument: misplacedFields,
};

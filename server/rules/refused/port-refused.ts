import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * A port needs a number from 1 to 65535. Its name has at most 15 characters: lowercase letters, digits and `-`, with at least one letter.
 * A host port can be used only once. With `hostNetwork`, `hostPort` and `containerPort` must be equal.
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
 *     - containerPort: 8080
 *       protocol: tcp
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
 *     - containerPort: 8080
 *       protocol: TCP
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `validateContainerPorts`, `checkHostPortConflicts`.
 */
export const portRefused: DocumentRule = {
  id: "port-refused",
  title: "The API server rejects a port of a container",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "port"),
};

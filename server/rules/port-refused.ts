import type { DocumentRule } from "./model.ts";
import { rejectionsOf } from "./rejection.ts";

/**
 * A port needs a number from 1 to 65535; its name has 15 characters at most: lower-case letters, digits and `-`, and a letter among them.
 * A port of the host can be taken once. On the network of the host, `hostPort` and `containerPort` are the same.
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
  title: "The API server refuses a port of a container",
  level: "error",
  origin: "api-server",
  since: "1.28",
  checkDocument: (document) => rejectionsOf(document, "port"),
};

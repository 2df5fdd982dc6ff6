import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * A request must not exceed its limit, and amounts must not be negative. Containers can have `cpu`, `memory`, `ephemeral-storage`, huge pages, and resources with a domain in their name, such as `example.com/gpu`.
 * The requests of all containers together must fit into what the pod itself requests.
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
 *     resources:
 *       requests: {cpu: "2"}
 *       limits: {cpu: 500m}
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
 *     resources:
 *       requests: {cpu: 250m}
 *       limits: {cpu: 500m}
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `validateResourceRequirements`, `validatePodResources`.
 */
export const resourcesRefused: DocumentRule = {
  id: "resources-refused",
  title: "The API server rejects requests, limits or claims of resources",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "resources"),
};

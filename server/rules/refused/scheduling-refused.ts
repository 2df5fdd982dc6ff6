import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * The API server checks label selectors, operators and weights of affinities, tolerations, topology spread constraints, scheduling gates, node selectors, and the names of nodes, priority classes and runtime classes.
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
 *   tolerations:
 *   - key: dedicated
 *     operator: Exists
 *     value: batch
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
 *   tolerations:
 *   - key: dedicated
 *     operator: Equal
 *     value: batch
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/validation/validation.go`, `validateAffinity`, `ValidateTolerations`, `validateTopologySpreadConstraints`.
 */
export const schedulingRefused: DocumentRule = {
  id: "scheduling-refused",
  title: "The API server rejects what decides on the pod's node: affinity, tolerations, spread or priority",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "scheduling"),
};

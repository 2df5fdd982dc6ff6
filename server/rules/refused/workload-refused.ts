import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * A controller finds its pods by its selector, so the template's labels must match the selector. Neither may be empty.
 * Numbers must not be negative, `progressDeadlineSeconds` must be larger than `minReadySeconds`, and a rolling update must be able to progress.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector:
 *     matchLabels: {app: website}
 *   template:
 *     metadata:
 *       labels: {app: web}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector:
 *     matchLabels: {app: web}
 *   template:
 *     metadata:
 *       labels: {app: web}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `pkg/apis/apps/validation/validation.go`, `pkg/apis/core/validation/validation.go`.
 */
export const workloadRefused: DocumentRule = {
  id: "workload-refused",
  title: "The API server rejects a Deployment, StatefulSet, DaemonSet, ReplicaSet or ReplicationController",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "workload"),
};

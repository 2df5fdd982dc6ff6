import type { DocumentRule } from "../core/model.ts";
import { rejectionsOfPods } from "../rejections/rejection.ts";

/**
 * The API server accepts the StatefulSet and then rejects each of its pods, so none is created.
 * Before 1.34 it did not validate the pod template of a StatefulSet.
 *
 * ## Example
 *
 * With `kubernetes: "1.33"`:
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: StatefulSet
 * metadata: {name: db}
 * spec:
 *   selector:
 *     matchLabels: {app: db}
 *   template:
 *     metadata:
 *       labels: {app: db}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 *         livenessProbe:
 *           tcpSocket: {port: 5432}
 *           successThreshold: 2
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: StatefulSet
 * metadata: {name: db}
 * spec:
 *   selector:
 *     matchLabels: {app: db}
 *   template:
 *     metadata:
 *       labels: {app: db}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 *         livenessProbe:
 *           tcpSocket: {port: 5432}
 *           successThreshold: 1
 * ```
 *
 * ## Source
 *
 * `pkg/apis/apps/validation/validation.go`, `ValidatePodTemplateSpecForStatefulSet`, up to 1.33.
 */
export const podsRefused: DocumentRule = {
  id: "pods-refused",
  title: "The API server accepts the StatefulSet and rejects each of its pods",
  level: "warning",
  origin: "advice",
  checkDocument: rejectionsOfPods,
};

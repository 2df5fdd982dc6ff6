import type { DocumentRule } from "./model.ts";
import { rejectionsOfPods } from "./rejection.ts";

/**
 * The API server takes the StatefulSet and then refuses each of its pods: there will be none.
 * Before 1.34 it did not look at the pod spec in the template of a StatefulSet.
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
 * ## What to write instead
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
  title: "The API server takes the StatefulSet and refuses each of its pods",
  level: "warning",
  origin: "advice",
  since: "1.28",
  checkDocument: rejectionsOfPods,
};

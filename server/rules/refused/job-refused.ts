import type { DocumentRule } from "../core/model.ts";
import { rejectionsOf } from "../rejections/rejection.ts";

/**
 * Some fields of a Job depend on each other. An indexed Job needs `completions`; `backoffLimitPerIndex`, `maxFailedIndexes` and `successPolicy` need an indexed Job.
 * Exit codes in a `podFailurePolicy` must be unique and in ascending order. Under `In`, 0 is not allowed, because a container that exits with 0 has not failed.
 * The schedule of a CronJob has five fields. Its time zone is a field of its own.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: sum}
 * spec:
 *   completionMode: Indexed
 *   parallelism: 3
 *   template:
 *     spec:
 *       restartPolicy: Never
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: sum}
 * spec:
 *   completionMode: Indexed
 *   parallelism: 3
 *   completions: 3
 *   template:
 *     spec:
 *       restartPolicy: Never
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `pkg/apis/batch/validation/validation.go`.
 */
export const jobRefused: DocumentRule = {
  id: "job-refused",
  title: "The API server rejects a Job or a CronJob",
  level: "error",
  origin: "api-server",
  checkDocument: (document) => rejectionsOf(document, "job"),
};

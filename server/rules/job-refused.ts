import type { DocumentRule } from "./model.ts";
import { rejectionsOf } from "./rejection.ts";

/**
 * The fields of a Job depend on each other: an indexed Job needs `completions`; `backoffLimitPerIndex`, `maxFailedIndexes` and `successPolicy` need an indexed Job.
 * Exit codes of a `podFailurePolicy` are in ascending order, without repetitions, and not 0 under `In`: a container that ends with 0 has not failed.
 * The schedule of a CronJob has five fields, and its time zone stands beside it, not in it.
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
 * ## What to write instead
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
  title: "The API server refuses a Job or a CronJob",
  level: "error",
  origin: "api-server",
  since: "1.28",
  checkDocument: (document) => rejectionsOf(document, "job"),
};

import { metStartInWords } from "../../../shared/forecast/pod/cron-words.ts";
import { metStartOf } from "../../analysis/met-start.ts";
import type { DocumentRule } from "../core/model.ts";
import { isWritten } from "../support/places.ts";

/**
 * A run of a CronJob lasts longer than the time to the next start.
 * With `concurrencyPolicy: Replace` the next start deletes it, so it never completes. With `Forbid` the start is missed: the controller makes up for the last one when the run is over, within `startingDeadlineSeconds`, and a run that hangs blocks all later ones. With `Allow`, the default, several run at the same time.
 * A change of the template reaches the next Job, and none that runs.
 * The rule needs a scenario that says how long a run takes. Times are those of a clock without daylight saving time.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: CronJob
 * metadata: {name: sync}
 * spec:
 *   schedule: "*\/5 * * * *"
 *   concurrencyPolicy: Replace
 *   jobTemplate:
 *     spec:
 *       template:
 *         spec:
 *           restartPolicy: OnFailure
 *           containers:
 *           - name: sync # cadence: completes after 7m
 *             image: registry.example/sync
 * ```
 *
 * ## How to fix
 *
 * Leave more time between two starts, and end a run that hangs with `activeDeadlineSeconds`.
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: CronJob
 * metadata: {name: sync}
 * spec:
 *   schedule: "*\/15 * * * *"
 *   concurrencyPolicy: Forbid
 *   jobTemplate:
 *     spec:
 *       activeDeadlineSeconds: 840
 *       template:
 *         spec:
 *           restartPolicy: OnFailure
 *           containers:
 *           - name: sync # cadence: completes after 7m
 *             image: registry.example/sync
 * ```
 *
 * ## Source
 *
 * `pkg/controller/cronjob/cronjob_controllerv2.go`, `syncCronJob`, and `github.com/robfig/cron/v3`.
 */
export const cronRunOutlastsSchedule: DocumentRule = {
  id: "cron-run-outlasts-schedule",
  title: "A run of a CronJob lasts longer than the time to the next start",
  level: "warning",
  origin: "simulation",
  checkDocument: ({ document, pods }) =>
    pods.flatMap((pod) => {
      const path = [...pod.located.objectPath, "spec", "schedule"];
      if (pod.located.kind !== "CronJob" || !isWritten(document, path)) return [];
      const met = metStartOf(pod);
      if (met === undefined) return [];
      const isMild = met.overlap.kind === "concurrent" && met.overlap.runs !== undefined;
      const advice = " Leave more time between two starts, or end runs with activeDeadlineSeconds.";
      return [
        {
          path,
          on: "value" as const,
          item: pod.located.item,
          message: `${metStartInWords(met)}${advice}`,
          ...(isMild && { severity: "info" as const }),
        },
      ];
    }),
};

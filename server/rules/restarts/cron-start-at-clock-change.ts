import { type ClockChange, clockChangeOf } from "../../../shared/controllers/cronjob/clock-change.ts";
import { parseSchedule } from "../../../shared/controllers/cronjob/schedule.ts";
import { cronJobSpecOf } from "../../analysis/met-start.ts";
import type { DocumentRule } from "../core/model.ts";
import { isWritten } from "../support/places.ts";

/**
 * The one start of a day is at an hour that clocks of the time zone leap over, or go through twice.
 * On the day when the clock goes forward, that hour does not come, and the CronJob does not start. On the day when it goes back, the hour comes twice, and so does the start. The controller makes up for neither.
 * Schedules with several starts in a day are not reported: the next one follows soon.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: CronJob
 * metadata: {name: backup}
 * spec:
 *   schedule: "30 2 * * *"
 *   timeZone: Europe/Berlin
 *   jobTemplate:
 *     spec:
 *       template:
 *         spec:
 *           restartPolicy: OnFailure
 *           containers: [{name: backup, image: registry.example/backup}]
 * ```
 *
 * ## How to fix
 *
 * Start at an hour that every day has once, such as 4:30.
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: CronJob
 * metadata: {name: backup}
 * spec:
 *   schedule: "30 4 * * *"
 *   timeZone: Europe/Berlin
 *   jobTemplate:
 *     spec:
 *       template:
 *         spec:
 *           restartPolicy: OnFailure
 *           containers: [{name: backup, image: registry.example/backup}]
 * ```
 *
 * ## Source
 *
 * `pkg/controller/cronjob/cronjob_controllerv2.go`, `formatSchedule`, and `github.com/robfig/cron/v3`, `SpecSchedule.Next`.
 */
export const cronStartAtClockChange: DocumentRule = {
  id: "cron-start-at-clock-change",
  title: "A start of a CronJob is skipped or doubled when clocks change",
  level: "info",
  origin: "simulation",
  checkDocument: ({ document, pods }) =>
    pods.flatMap(({ located }) => {
      const path = [...located.objectPath, "spec", "schedule"];
      const spec = cronJobSpecOf(located);
      if (!spec?.timeZone || spec.suspend === true || !isWritten(document, path)) return [];
      const schedule = parseSchedule(spec.schedule);
      const change = schedule && clockChangeOf(schedule, spec.timeZone);
      if (change === undefined) return [];
      const message = `${changeInWords(change)} (timeZone: ${spec.timeZone}). Start at an hour that every day has once.`;
      return [{ path, on: "value" as const, item: located.item, message }];
    }),
};

function changeInWords({ isSkipped, isDoubled }: ClockChange): string {
  const skipped = "is skipped on the day when clocks go forward";
  const doubled = "comes twice on the day when they go back";
  if (isSkipped && isDoubled) return `The start ${skipped}, and ${doubled}`;
  return isSkipped ? `The start ${skipped}` : "The start comes twice on the day when clocks go back";
}

import { nameOf } from "../names/metadata.ts";
import { byteLength } from "../names/names.ts";
import { validateLeast } from "../types/bounds.ts";
import { type Fields, fieldsAt, has, textAt } from "../types/fields.ts";
import { invalid, notSupported, type Report, required } from "../types/report.ts";
import { scheduleProblems } from "./cron-schedule.ts";
import { validateDelegation, validateJobSpec } from "./job.ts";
import { timeZoneLines } from "./time-zones.data.ts";

const nameBytesMax = 52;
/** One part of the name of a time zone, between slashes. */
const zonePart = /^(?!\.{1,2}$)(?!-)[A-Za-z.\-_0-9+]{1,14}$/;

// Models pkg/apis/batch/validation ValidateCronJobCreate (v1.37.1)
export function validateCronJob(report: Report, object: Fields): void {
  const spec = fieldsAt(object, "spec") ?? {};
  validateSchedule(report, spec);
  validateLeast(report, "CronJobSpec", spec, ["spec"]);
  const concurrency = textAt(spec, "concurrencyPolicy");
  const policies = ["Allow", "Forbid", "Replace"];
  if (!policies.includes(concurrency)) notSupported(report, ["spec", "concurrencyPolicy"], concurrency, policies);
  const template = fieldsAt(spec, "jobTemplate");
  validateTemplate(report, fieldsAt(template, "spec") ?? {});
  validateDelegation(report, fieldsAt(template, "metadata"), ["spec", "jobTemplate", "metadata"]);
  if (byteLength(nameOf(object)) > nameBytesMax)
    invalid(report, ["metadata", "name"], nameOf(object), `must be no more than ${nameBytesMax} characters`);
}

function validateTemplate(report: Report, spec: Fields): void {
  const path = ["spec", "jobTemplate", "spec"];
  validateJobSpec(report, spec, path);
  if (has(spec, "selector"))
    invalid(report, [...path, "selector"], spec["selector"], "`selector` will be auto-generated");
  if (spec["manualSelector"] === true) notSupported(report, [...path, "manualSelector"], true, ["nil", "false"]);
}

// Models pkg/apis/batch/validation validateCronJobSpec, validateScheduleFormat, validateTimeZone (v1.37.1)
function validateSchedule(report: Report, spec: Fields): void {
  const schedule = textAt(spec, "schedule");
  const path = ["spec", "schedule"];
  if (schedule === "") required(report, path);
  else if (schedule.includes("TZ"))
    invalid(report, path, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
  else for (const problem of scheduleProblems(schedule).slice(0, 1)) invalid(report, path, schedule, problem);
  if (!has(spec, "timeZone")) return;
  const zone = textAt(spec, "timeZone");
  for (const problem of timeZoneProblems(zone)) invalid(report, ["spec", "timeZone"], zone, problem);
}

function timeZoneProblems(zone: string): readonly string[] {
  if (zone === "") return ["timeZone must be nil or non-empty string"];
  const unknown = `unknown time zone ${zone}`;
  if (zone.split("/").some((part) => !zonePart.test(part))) return [unknown];
  const local = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
  const problems = zone.toLowerCase() === "local" ? [local] : [];
  // Models time.LoadLocation (Go 1.26)
  if (zone === "Local" || isTimeZone(zone)) return problems;
  return [...problems, zone.includes("..") ? "time: invalid location name" : unknown];
}

let zones: ReadonlySet<string> | undefined;

/** The server looks for a file of that name, so that the case of letters counts. */
function isTimeZone(zone: string): boolean {
  zones ??= new Set(
    timeZoneLines
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [folder = "", ...names] = line.split(" ");
        return names.map((name) => `${folder}${name}`);
      }),
  );
  // Debian, on which the image of the API server is built, has each zone there, too.
  return zones.has(zone.replace(/^(?:posix|right)\//, ""));
}

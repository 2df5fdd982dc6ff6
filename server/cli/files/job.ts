import type { CommandLine, Parsed } from "../arguments/command-line.ts";
import { has, optionOf, optionsOf } from "../arguments/command-line.ts";
import { callSettings } from "../arguments/flags.ts";
import { isReportFormat } from "../arguments/names.ts";
import { type AskedTopics, readTopics } from "../arguments/topics.ts";
import type { Job } from "./file-task.ts";

/** What a call does with each of its files. A worker reads it from the same line as the main thread. */
export function jobOf(line: CommandLine, { color, columns }: Pick<Job, "color" | "columns">): Parsed<Job> {
  const settings = callSettings(line, process.cwd());
  if ("problem" in settings) return settings;
  const isCheck = line.command === "check";
  const errorsOnly = isCheck && has(line, "quiet");
  const jobs = readJobs(optionOf(line, "jobs"));
  if (typeof jobs === "string") return { problem: jobs };
  const reports = isCheck && isReportFormat(optionOf(line, "format"));
  return {
    value: {
      settings: settings.value,
      color,
      columns,
      errorsOnly,
      json: optionOf(line, "format") === "json",
      jobs,
      fix: has(line, "fix"),
      reports,
      curves: has(line, "curves"),
      details: detailsOf(line),
    },
  };
}

/** The values were checked when the line was read. */
function detailsOf(line: CommandLine): AskedTopics {
  return has(line, "details") ? optionsOf(line, "details").flatMap(readTopics) : undefined;
}

const jobsMax = 64;

/** A text: what is wrong with it. */
function readJobs(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined;
  const isNumber = /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= jobsMax;
  return isNumber ? Number(text) : `invalid value ${text} for --jobs: use a number from 1 to ${jobsMax}`;
}

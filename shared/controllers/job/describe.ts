import { formatDuration } from "../../basics/durations.ts";
import { type JobEntry, type JobEntryKind, replacedReason } from "./model.ts";

/** One sentence that says what an entry of a Job is. */
export function describeJobEntry(entry: JobEntry): string {
  return sentences[entry.kind](entry);
}

const sentences: Readonly<Record<JobEntryKind, (entry: JobEntry) => string>> = {
  "job-pod-created": ({ pod, index }) => `Pod ${pod} of the Job is created${forIndex(index)}.`,
  "job-back-off-started": ({ pod, index, data }) =>
    `Pod ${pod} failed: the Job creates no pod${forIndex(index)} for ${formatDuration(data.delayMs ?? 0)} after its end.`,
  "condition-changed": ({ data }) => `The Job gets the condition ${data.condition}${why(data.message)}.`,
  "job-ended": ({ data }) =>
    data.reason === replacedReason
      ? "The Job is deleted: its CronJob starts the next one (concurrencyPolicy: Replace)."
      : data.condition === "Complete"
        ? "The Job is complete."
        : `The Job has failed${why(data.reason)}.`,
  note: ({ data }) => `${data.text}.`,
};

function forIndex(index: number | undefined): string {
  return index === undefined ? "" : ` for index ${index}`;
}

function why(text: string | undefined): string {
  return text === undefined || text === "" ? "" : `: ${text}`;
}

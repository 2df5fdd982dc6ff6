import * as z from "zod/mini";
import { once } from "../../../shared/basics/once.ts";
import type { CallSettings } from "../arguments/flags.ts";
import type { AskedTopics } from "../arguments/topics.ts";
import { reportedSchema } from "../reports/model.ts";

/** The work that a call does for each file. */
export interface Job {
  readonly settings: CallSettings;
  readonly color: boolean;
  /** Of the terminal that text is written to; undefined if there is none. */
  readonly columns: number | undefined;
  /** Only problems of severity error are shown. */
  readonly errorsOnly: boolean;
  /** The result is JSON. */
  readonly json: boolean;
  /** How many threads; undefined means as many as are worth it. */
  readonly jobs: number | undefined;
  /** Files are repaired before they are judged. */
  readonly fix: boolean;
  /** The result is a report for a CI system. */
  readonly reports: boolean;
  /** Forecasts compare the node's back-off curve with others. */
  readonly curves: boolean;
  /** What forecasts say below their first screen. */
  readonly details: AskedTopics;
}

/** One file. `text` is that of standard input, which only the main thread reads; undefined means that the file is read. */
export const fileTaskSchema = once(() => z.object({ path: z.string(), text: z.optional(z.string()) }));
export type FileTask = z.infer<ReturnType<typeof fileTaskSchema>>;

const counts = once(() => z.object({ error: z.number(), warning: z.number(), info: z.number(), hint: z.number() }));

/** What comes back. A worker's answer is parsed: it comes from another thread. */
export const fileResultSchema = once(() =>
  z.object({
    path: z.string(),
    /** The part of the JSON that is about this file; undefined where no JSON is asked for. */
    json: z.unknown(),
    /** The part of the text that is about this file; "" where there is nothing to say. */
    text: z.string(),
    counts: counts(),
    /** For reports: all problems, also those that a comment suppresses. */
    reported: z.optional(z.array(reportedSchema())),
    documents: z.number(),
    pods: z.number(),
    kubeletConfigurations: z.number(),
    templated: z.boolean(),
    /** It has alerts of Prometheus. */
    hasAlerts: z.optional(z.boolean()),
    /** Source of rendered output: it carries only problems and is not counted. */
    isSource: z.optional(z.boolean()),
    /** The project file that spoke of it. */
    projectUri: z.optional(z.string()),
    /** Why it could not be looked at as the caller wished: lines for standard error. */
    problems: z.array(z.string()),
    /** Notes for the caller. */
    notes: z.array(z.string()),
    /** What `--scenario` and `--at` come to in its pods. */
    asked: z.optional(
      z.array(z.object({ index: z.number(), is: z.enum(["taken", "unfit", "wrong"]), message: z.string() })),
    ),
  }),
);

export type FileResult = z.infer<ReturnType<typeof fileResultSchema>>;
export type SeverityCounts = z.infer<ReturnType<typeof counts>>;

export const noCounts: SeverityCounts = { error: 0, warning: 0, info: 0, hint: 0 };

export function addCounts(left: SeverityCounts, right: SeverityCounts): SeverityCounts {
  return {
    error: left.error + right.error,
    warning: left.warning + right.warning,
    info: left.info + right.info,
    hint: left.hint + right.hint,
  };
}

/** A file that could not be looked at. */
export function failedFile(path: string, problem: string): FileResult {
  return {
    path,
    json: undefined,
    text: "",
    counts: noCounts,
    documents: 0,
    pods: 0,
    kubeletConfigurations: 0,
    templated: false,
    problems: [problem],
    notes: [],
  };
}

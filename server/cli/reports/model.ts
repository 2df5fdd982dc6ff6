import * as z from "zod/mini";
import { once } from "../../../shared/basics/once.ts";

const position = once(() => z.object({ line: z.number(), character: z.number() }));

/** In the place of a rule, where a change makes an answer worse. */
export const forecastWorse = "forecast-worse";

/** A diagnostic with what reports of CI systems need besides. It comes from a thread, and is parsed. */
export const reportedSchema = once(() =>
  z.object({
    /** The id of a rule, or `forecastWorse`. */
    rule: z.string(),
    severity: z.enum(["error", "warning", "info", "hint"]),
    message: z.string(),
    fieldPath: z.string(),
    /** Zero-based, in UTF-16 units. */
    range: z.object({ start: position(), end: position() }),
    docs: z.string(),
    /** Stays the same while lines move, and when entries come before it in a list. Differs from all others of the file. */
    fingerprint: z.string(),
    /** A `# cadence: ignore` comment suppresses it. */
    suppressed: z.boolean(),
  }),
);

export type Reported = z.infer<ReturnType<typeof reportedSchema>>;

export interface ReportedFile {
  /** As the caller wrote it, or below a directory that they named; `-` is standard input. */
  readonly path: string;
  readonly findings: readonly Reported[];
}

/** A report in the parts in which it is written, so that the memory for it does not grow with the files. */
export interface ReportWriter {
  /** What stands before all files. With `headLast` it holds totals: it is asked for after all other parts. */
  head(): string;
  readonly headLast?: true;
  /** What is written of one more file. */
  file(file: ReportedFile): string;
  /** What follows the files. `problems`: why something could not be looked at. */
  tail(problems: readonly string[]): string;
}

/** What all parts of a report depend on. */
export interface ReportSetting {
  /** The version of pod-cadence. */
  readonly version: string;
  /** The folder that paths in the report are relative to, and the one that they are relative to as written. */
  readonly root: string;
  readonly cwd: string;
}

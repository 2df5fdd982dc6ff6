import type { PodReport } from "../../../shared/observation/index.ts";
import { observedRows, observedTitle } from "../../exports/observed.ts";
import { alignColumns, indent } from "../../exports/table.ts";

/** A pod's status as text: what each container does and did, and when its next try comes. */
export function observedText(report: PodReport, isLatest: boolean): readonly string[] {
  return [`  ${observedTitle(report, isLatest)}`, ...indent(alignColumns(observedRows(report)), "  ")];
}

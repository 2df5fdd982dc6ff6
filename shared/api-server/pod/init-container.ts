import type { Path } from "../../basics/path.ts";
import { type Fields, fieldsAt } from "../types/fields.ts";
import { forbidden, type Report } from "../types/report.ts";

export const probeFields = ["livenessProbe", "readinessProbe", "startupProbe"] as const;

/** An init container that is no sidecar runs to its end: there is nothing to probe. */
export function forbidProbes(report: Report, container: Fields, path: Path): void {
  for (const field of ["lifecycle", ...probeFields])
    if (fieldsAt(container, field) !== undefined)
      forbidden(report, [...path, field], "may not be set for init containers without restartPolicy=Always");
}

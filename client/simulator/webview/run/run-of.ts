import type { Run } from "./run.ts";

/** The runs that the page shows at the same time. */
export interface ShownRuns {
  readonly run: Run;
  readonly second: Run | undefined;
  readonly observed: Run | undefined;
  readonly alerts: Run | undefined;
}

/** The run that an entry or an event belongs to, by its id. */
export function runOf({ run, second, observed, alerts }: ShownRuns, id: string | undefined): Run {
  const other = id?.startsWith("second-")
    ? second
    : id?.startsWith("observed-")
      ? observed
      : id?.startsWith("alert-")
        ? alerts
        : undefined;
  return other ?? run;
}

import type { PanelRun } from "./run.ts";

/** The runs that the page shows at the same time. */
export interface ShownRuns {
  readonly run: PanelRun;
  readonly second: PanelRun | undefined;
  readonly observed: PanelRun | undefined;
  readonly alerts: PanelRun | undefined;
}

/** The run that an entry or an event belongs to, by its id. */
export function runOf({ run, second, observed, alerts }: ShownRuns, id: string | undefined): PanelRun {
  const other = id?.startsWith("second-")
    ? second
    : id?.startsWith("observed-")
      ? observed
      : id?.startsWith("alert-")
        ? alerts
        : undefined;
  return other ?? run;
}

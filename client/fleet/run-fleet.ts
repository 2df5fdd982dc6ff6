import type { CancellationToken } from "vscode";
import type { FleetPageOptions } from "../../shared/drawing/report/page.ts";
import type { FleetReport } from "../../shared/prometheus/fleet/model.ts";

/** One call of `pod-cadence fleet`. */
export interface FleetCall {
  readonly args: readonly string[];
  /** What `--http-config -` reads, as it may hold a secret: it is in no argument and in no file. */
  readonly input: string;
}

export type FleetAnswer = { readonly output: string } | { readonly problem: string } | "canceled";

/** Runs the command line in a process of its own. */
export type RunFleet = (call: FleetCall, token: CancellationToken) => Promise<FleetAnswer>;

/** What reports need; where there are no processes, the extension has none of it. */
export interface FleetParts {
  readonly run: RunFleet;
  page(report: FleetReport, options: FleetPageOptions): string;
}

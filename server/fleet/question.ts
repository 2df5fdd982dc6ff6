import type { MinorVersion } from "../../shared/kubernetes/versions.ts";
import type { LabelMatcher } from "./selectors.ts";

/** The setting that is compared with what the nodes have. Undefined parts stay as they are. */
export interface WhatIf {
  readonly kubernetes: MinorVersion | undefined;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly maxContainerRestartPeriodMs: number | undefined;
}

/** What `fleet` is asked. */
export interface FleetQuestion {
  readonly sinceMs: number;
  /** Undefined: now, by the server's clock. */
  readonly untilMs: number | undefined;
  /** The text of `--match`, and what it says. */
  readonly match: { readonly text: string; readonly matchers: readonly LabelMatcher[] };
  readonly whatIf: WhatIf | undefined;
  readonly minRestarts: number;
  readonly parallel: number;
  readonly budgetMs: number;
}

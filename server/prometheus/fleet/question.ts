import type { WhatIfSetting } from "../../../shared/prometheus/fleet/summarize.ts";
import type { LabelMatcher } from "./selectors.ts";

/** What `fleet` is asked. */
export interface FleetQuestion {
  readonly sinceMs: number;
  /** Undefined means now, by the server's clock. */
  readonly untilMs: number | undefined;
  /** The text of `--match`, and what it says. */
  readonly match: { readonly text: string; readonly matchers: readonly LabelMatcher[] };
  readonly whatIf: WhatIfSetting | undefined;
  readonly minRestarts: number;
  readonly parallel: number;
  readonly budgetMs: number;
}

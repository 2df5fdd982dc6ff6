import type { ScenarioLine } from "../../../../shared/scenario/language/scenario-lines.ts";
import type { Expectation } from "../../../../shared/scenario/model.ts";

/** A row of the scenario's editor. */
export interface ScenarioRow extends ScenarioLine {
  /** What stands before the field. */
  readonly label: string;
  /** What holds while nothing is written. */
  readonly placeholder: string;
  /** What is wrong with the text, in sentences. */
  readonly problems: readonly string[];
  /** What the text expects; undefined if it says something else. */
  readonly expectation: Expectation | undefined;
}

export interface PlacedRow {
  readonly row: ScenarioRow;
  readonly index: number;
}

import type { FromPage } from "../../../../shared/protocol/panel/from-page.ts";
import type { PanelState } from "../../../../shared/protocol/panel/panel.ts";
import type { Model } from "../model/model.ts";
import type { PanelPlay } from "../run/run.ts";
import type { PageSurroundings } from "./surroundings.ts";

/** What playing beside the page's own run needs of the page. */
export interface BackgroundRuns {
  readonly model: () => Model | undefined;
  readonly whenIdle: PageSurroundings["whenIdle"];
  readonly show: (change: Partial<Model>) => void;
  /** Plays the pod with another setup or horizon. */
  readonly playWith: (other: Partial<PanelPlay>, change: Partial<Model>) => void;
  /** What the page kept before a window reload. */
  readonly restored: PanelState | undefined;
  readonly send: (message: FromPage) => void;
}

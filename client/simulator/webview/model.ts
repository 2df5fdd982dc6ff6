import type { Geometry } from "../../../shared/drawing/model.ts";
import type { Place } from "../../../shared/drawing/navigation.ts";
import type { Path } from "../../../shared/kubernetes/path.ts";
import type { TimelineEntry } from "../../../shared/simulation/index.ts";
import type { Action } from "./keys.ts";
import type { Speed } from "./playback.ts";
import type { Run } from "./run.ts";
import type { ViewState } from "./view-state.ts";

/** Everything that one rendering of the page depends on. */
export interface Model {
  readonly run: Run;
  readonly view: ViewState;
  readonly geometry: Geometry;
  /** Width of the tracks. */
  readonly widthPx: number;
  readonly playing: boolean;
  readonly speed: Speed;
  /** Why the run is not that of the manifest as it stands; undefined: it is. */
  readonly stale: string | undefined;
  /** What the pointer is over. */
  readonly hover: Hover | undefined;
  /** The container or probe in which the editor's cursor stands. */
  readonly marked: Path | undefined;
  /** The visible part of the lanes. */
  readonly scrolled: Scrolled;
  /** Undefined: the page that holds the selected entry. */
  readonly tablePage: number | undefined;
  readonly helping: boolean;
  /** What the live region says: the last step that somebody took. */
  readonly announced: string;
  /** Grows when the focus shall go to the selected entry. */
  readonly focusRequests: number;
}

export interface Hover extends Place {
  readonly laneId: string | undefined;
}

export interface Scrolled {
  readonly topPx: number;
  readonly heightPx: number;
}

/** What people can do to the page. The views know nothing else of it. */
export interface Handlers {
  act(action: Action): void;
  select(entry: TimelineEntry): void;
  /** Of an entry or an event. */
  selectId(id: string): void;
  moveTo(tMs: number): void;
  hover(hover: Hover | undefined): void;
  zoomAt(tMs: number, factor: number): void;
  panBy(share: number): void;
  setSpeed(speed: Speed): void;
  setHorizon(horizonMs: number): void;
  setTablePage(page: number): void;
  reveal(path: Path): void;
  scrolled(scrolled: Scrolled): void;
}

import type { Path } from "../../basics/path.ts";

/** A row of the picture: the lines of kubectl, the pod, its Job, a condition, a container, what was observed of it, one of its probes, an alert, or the events. In virtual time, whatever the zoom. */
export interface Lane {
  readonly id: string;
  readonly kind: LaneKind;
  readonly label: string;
  /** `init` or `sidecar`, for people; empty for the rest. */
  readonly note: string;
  /** The place in the manifest, relative to the pod spec; undefined if the lane has none. */
  readonly path: Path | undefined;
  readonly bars: readonly Bar[];
  readonly marks: readonly Mark[];
}

export type LaneKind =
  | "job"
  | "kubectl"
  | "pod"
  | "condition"
  | "conditions"
  /** Of the two rows of Ready in a comparison. */
  | "difference"
  | "container"
  | "collapsed"
  /** Several containers that only run. */
  | "quiet"
  /** Faults that are injected into a container; its bars are not of the run. */
  | "faults"
  | "observed"
  | "alert"
  | "probe"
  | "events";

/** A state that lasts. */
export interface Bar {
  readonly kind: BarKind;
  readonly fromMs: number;
  readonly toMs: number;
  readonly label: string;
  /** Stands there where the label has no room. */
  readonly shortLabel?: string;
  /** A label that has no room may be cut. */
  readonly isCut?: true;
  /** The entries it stands for, the one that began it first. */
  readonly ids: readonly string[];
}

export type BarKind =
  | "pending"
  | "phase-running"
  | "succeeded"
  | "failed"
  | "true"
  | "only-first"
  | "only-second"
  | "pulling"
  | "running"
  /** Running, and not ready: before its probes say so, or after they say otherwise. */
  | "unready"
  | "stopping"
  | "back-off"
  /** Runs and waits that are too short to be told apart. */
  | "cycles"
  | "kubelet-down"
  | "restart-all"
  | "alert-pending"
  | "alert-firing"
  /** It never does either, though it looks for what happens. */
  | "alert-silent";

/** Something that happened at an instant. */
export interface Mark {
  readonly kind: MarkKind;
  readonly tMs: number;
  readonly label: string;
  /** The entries it stands for; never empty. */
  readonly ids: readonly string[];
}

export type MarkKind =
  | "exit-ok"
  | "exit-failed"
  | "sigterm"
  | "sigkill"
  | "fault"
  /** In the row of a container: a probe that failed, and one whose startup budget is not spent. */
  | "failed-probe"
  | "failed-startup"
  | "attempt-success"
  | "attempt-failure"
  | "attempt-error"
  | "result-success"
  | "result-failure"
  | "condition-true"
  | "condition-false"
  | "event-normal"
  | "event-warning"
  | "observed-start"
  | "outside"
  | "note";

/** What is drawn into a lane besides the run itself. */
export interface LaneOverlay {
  /** The bars of the run before the last change; in a lane of what was observed, the runs. */
  readonly ghosts: readonly Bar[];
  readonly spreads: readonly EventSpread[];
}

/** When something happens over many runs of the same pod; in a lane of what was observed, when it was possible. */
export interface EventSpread {
  readonly kind: "start" | "exit" | "kill";
  readonly minMs: number;
  readonly medianMs: number;
  readonly maxMs: number;
  /** Of the runs in which it happens at all, from 0 to 1. */
  readonly share: number;
  readonly label: string;
}

/** The picture at one zoom and width: plain numbers of CSS pixels, from the left edge of the tracks. */
export interface Geometry {
  readonly lanes: readonly PlacedLane[];
  readonly ticks: readonly Tick[];
  readonly heightPx: number;
}

export interface PlacedLane {
  readonly lane: Lane;
  readonly topPx: number;
  readonly heightPx: number;
  /** Of its height: what it has of spare room, for higher bars. */
  readonly extraPx: number;
  /** Bars first, then marks, each in order of time. */
  readonly items: readonly Item[];
  /** The bars of the run before the last change, and spreads over many runs; each has a strip of its own below the items. */
  readonly ghosts: readonly Item[];
  readonly spreads: readonly PlacedSpread[];
  /** There is a strip, even where nothing of it is in the view. */
  readonly hasGhosts: boolean;
  readonly hasSpreads: boolean;
}

/** A bar or a mark, several bars of one kind, or several marks that would fall on the same pixels. */
export interface Item {
  readonly shape: "bar" | "mark";
  /** Of several marks, the kind of the one that matters most. */
  readonly kind: BarKind | MarkKind;
  /** Left edge of a bar; middle of a mark: always the true time of the one whose sign is drawn. */
  readonly xPx: number;
  /** 0 for a single mark. */
  readonly widthPx: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Empty where it does not fit. */
  readonly label: string;
  /** Of a bar: the middle of its label, where signs leave room for it; undefined is the middle of the bar. */
  readonly labelPx?: number | undefined;
  readonly ids: readonly string[];
  /** How many bars or marks were drawn as one. */
  readonly count: number;
}

/** A spread, or several of one kind that would fall on one pixel: then it reaches over all of them. */
export interface PlacedSpread extends EventSpread {
  /** Where the minimum stands, or the edge of the view. */
  readonly xPx: number;
  readonly widthPx: number;
  /** Undefined if the median is not in the view. */
  readonly medianPx: number | undefined;
  readonly count: number;
}

export interface Tick {
  readonly tMs: number;
  readonly xPx: number;
  readonly label: string;
}

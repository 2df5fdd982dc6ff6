import type { Path } from "../../basics/path.ts";
import { formatRecorded } from "../../basics/span-words.ts";
import type { RunMoment } from "../../forecast/runs/steps.ts";
import { isOutside, type JudgedMoment } from "../../observation/judge.ts";
import type { OverlayContainer, OverlayEnd } from "../../protocol/pod/observed.ts";
import type { Bar, EventSpread, Lane, LaneOverlay, Mark } from "./model.ts";

/** What was observed of one container, and where it is drawn. */
export interface ObservedRow {
  readonly container: OverlayContainer;
  /** Path of the container in the manifest. */
  readonly path: Path;
  /** Judged moments of this container. */
  readonly moments: readonly JudgedMoment[];
  /** How much later than it was all of it is drawn. */
  readonly shiftMs: number;
  /** A run that has not ended reaches so far. */
  readonly untilMs: number;
}

/** Ids of what was observed begin so. */
export const observedPrefix = "observed-";

/** Names a moment where an entry's id is expected. */
export function observedId({ kind, container, run }: RunMoment): string {
  return `${observedPrefix}${container}-${run}-${kind === "container-started" ? "start" : "end"}`;
}

/** The row below the container's own: signs at starts and ends. */
export function observedLane({ container, path, moments, shiftMs }: ObservedRow): Lane {
  return {
    id: `${observedPrefix}container:${container.name}`,
    kind: "observed",
    label: "observed",
    note: `of ${container.name}`,
    path,
    bars: [],
    marks: moments.map((moment) => markOf(moment, shiftMs)),
  };
}

/** Below the signs: the runs, and when each start and end was possible. */
export function observedOverlay({ container, moments, shiftMs, untilMs }: ObservedRow): LaneOverlay {
  return {
    ghosts: container.runs.flatMap(({ startMs, end }): Bar[] => {
      const toMs = end === undefined ? untilMs : end.atMs?.nominalMs;
      if (startMs === undefined || toMs === undefined) return [];
      const fromMs = drawnMs(startMs.nominalMs, shiftMs);
      return [{ kind: "running", fromMs, toMs: Math.max(fromMs, drawnMs(toMs, shiftMs)), label: "", ids: [] }];
    }),
    spreads: moments.flatMap((moment) => spreadOf(moment, shiftMs)),
  };
}

/** When it is drawn. A clock that runs behind can show a time before the pod was seen. */
export function drawnMs(ms: number, shiftMs: number): number {
  return Math.max(0, ms + shiftMs);
}

function markOf(moment: JudgedMoment, shiftMs: number): Mark {
  const { at, end } = moment;
  return {
    kind: kindOf(moment),
    tMs: drawnMs(at.nominalMs, shiftMs),
    label: outsideText(moment) ?? (end === undefined ? "" : endText(end)),
    ids: [observedId(moment)],
  };
}

/** `137 OOM`, `143 liveness`. */
function endText({ exitCode, reason, by }: OverlayEnd): string {
  const code = exitCode === 0 ? "" : String(exitCode);
  const why = reason === "OOMKilled" ? "OOM" : by === undefined || by === "other" ? "" : by;
  return [code, why].filter((word) => word !== "").join(" ");
}

function kindOf({ verdict, end }: JudgedMoment): Mark["kind"] {
  if (isOutside(verdict)) return "outside";
  if (end === undefined) return "observed-start";
  return end.exitCode === 0 ? "exit-ok" : "exit-failed";
}

/** `+4s`: so much too late. Undefined if it is not outside, or not by its time. */
function outsideText({ verdict, byMs }: JudgedMoment): string | undefined {
  if (verdict !== "early" && verdict !== "late") return undefined;
  return `${verdict === "late" ? "+" : "−"}${formatRecorded(byMs)}`;
}

function spreadOf({ window, end, run }: JudgedMoment, shiftMs: number): EventSpread[] {
  if (window === undefined) return [];
  const kind = end === undefined ? "start" : "exit";
  return [
    {
      kind,
      minMs: drawnMs(window.earliestMs, shiftMs),
      medianMs: drawnMs(window.nominalMs, shiftMs),
      maxMs: drawnMs(window.latestMs, shiftMs),
      share: 1,
      label: `possible ${kind} of run ${run}`,
    },
  ];
}

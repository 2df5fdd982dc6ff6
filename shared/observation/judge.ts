import { addSpans, joinSpans, type Span } from "../basics/span.ts";
import { momentKey, type RunMoment, type Step } from "../forecast/runs/steps.ts";
import type { ProbeType } from "../kubernetes/pod.ts";
import type { OverlayContainer, OverlayEnd, OverlayRun } from "../protocol/pod/observed.ts";
import { restartingAllReason } from "../simulation/status/phase.ts";

/**
 * Whether what was observed is possible, given what was observed before it.
 * `other end`: with an exit code that no run has; `never`: no run comes to it.
 * Not judged are: `unseen`, what follows from a run that nobody saw; `pull`, a first start that is late, because an image and
 * volumes take what they take; `other back-off`, a start that is early after one that was outside, which shows that the back-off
 * was forgotten; `unknown`, what the played runs do not reach; `pending`, all while they are played.
 */
export type ObservedVerdict =
  | "inside"
  | "early"
  | "late"
  | "other end"
  | "never"
  | "unseen"
  | "pull"
  | "other back-off"
  | "unknown"
  | "pending";

/** The start or the end of an observed run. */
export interface JudgedMoment extends RunMoment {
  readonly at: Span;
  /** Of an end. */
  readonly end: OverlayEnd | undefined;
  /** The run that ended, from its start. */
  readonly ranMs: number | undefined;
  readonly verdict: ObservedVerdict;
  /** When it was possible; undefined if that is not known. */
  readonly window: Span | undefined;
  /** How far it lies outside of it. */
  readonly byMs: number;
  /** What the window counts from. */
  readonly from: RunMoment | undefined;
  readonly probe: ProbeType | undefined;
  /** That were possible. */
  readonly exitCodes: readonly number[];
}

/** How far a moment may lie outside of its window: what a busy machine adds, and what a scenario of whole seconds leaves out. */
const toleranceMs = 1000;

/** Every known start and end against the steps of many runs of the same scenario, which were played up to `playedMs`. In order of container and run. */
export function judgeObserved(
  steps: readonly Step[],
  containers: readonly OverlayContainer[],
  playedMs: number,
): readonly JudgedMoment[] {
  const possible = new Possibilities(steps, containers);
  return containers.flatMap((container) => {
    let before: Seen | undefined;
    let isOtherBackOff = false;
    return momentsOf(container).map((seen) => {
      const judged = judge(seen, { possible, before, playedMs });
      before = seen;
      const isStart = seen.kind === "container-started";
      if (isStart && isOtherBackOff && judged.verdict === "early") return { ...judged, verdict: "other back-off" };
      isOtherBackOff ||= isStart && isOutside(judged.verdict);
      return judged;
    });
  });
}

export function isOutside(verdict: ObservedVerdict): boolean {
  return verdict === "early" || verdict === "late" || verdict === "other end" || verdict === "never";
}

/** The same moments before anything was played. */
export function pendingMoments(containers: readonly OverlayContainer[]): readonly JudgedMoment[] {
  return containers.flatMap((container) =>
    momentsOf(container).map((seen) => ({ ...seen, ...nothingKnown, verdict: "pending" as const })),
  );
}

type Seen = Pick<JudgedMoment, "kind" | "container" | "run" | "at" | "end" | "ranMs">;

const nothingKnown = { window: undefined, byMs: 0, from: undefined, probe: undefined, exitCodes: [] } as const;

/** Moments whose time is known, in order. */
function momentsOf({ name: container, runs }: OverlayContainer): readonly Seen[] {
  return runs.flatMap(({ run, startMs, end }: OverlayRun): Seen[] => {
    const started = startMs && { kind: "container-started" as const, at: upright(startMs), end: undefined };
    const exited = end?.atMs && { kind: "container-exited" as const, at: upright(end.atMs), end };
    const ranMs = started && exited && Math.max(0, exited.at.nominalMs - started.at.nominalMs);
    return [started, exited].flatMap((moment) => (moment === undefined ? [] : [{ ...moment, container, run, ranMs }]));
  });
}

/** From outside may come anything. */
function upright({ nominalMs, earliestMs, latestMs }: Span): Span {
  return { nominalMs, earliestMs: Math.min(earliestMs, latestMs), latestMs: Math.max(earliestMs, latestMs) };
}

/** How an unseen moment is bridged: through so many others at most. */
const bridgedAtMost = 6;

interface Possible extends Pick<JudgedMoment, "window" | "from" | "probe" | "exitCodes"> {
  /** It follows from a run that nobody saw. */
  readonly isUnseen: boolean;
}

/** The API has the time at which the kubelet saw the pod in whole seconds. */
const atPodStart: Span = { nominalMs: 0, earliestMs: -1000, latestMs: 1000 };

interface Judging {
  readonly possible: Possibilities;
  /** In the same container. */
  readonly before: Seen | undefined;
  readonly playedMs: number;
}

/** The longest back-off and what the kubelet's loops add to it. */
const longestWaitMs = 360_000;

function judge(seen: Seen, judging: Judging): JudgedMoment {
  const found = judging.possible.at(seen);
  if (found === undefined)
    return { ...seen, ...nothingKnown, verdict: isTimeForIt(seen, judging) ? "never" : "unknown" };
  const { isUnseen, ...known } = found;
  if (known.window === undefined) return { ...seen, ...known, byMs: 0, verdict: isUnseen ? "unseen" : "unknown" };
  return { ...seen, ...known, ...verdictOn(seen, known.window, known.exitCodes) };
}

/** Whether the runs that came to what was before it went on long enough to come to it, too. */
function isTimeForIt(seen: Seen, { possible, before, playedMs }: Judging): boolean {
  const lastMs = before === undefined ? 0 : possible.lastMs(before);
  const sinceMs = seen.at.nominalMs - (before?.at.nominalMs ?? 0);
  return lastMs !== undefined && lastMs + Math.max(0, sinceMs) + longestWaitMs < playedMs;
}

function verdictOn(
  { kind, run, at, end }: Seen,
  window: Span,
  exitCodes: readonly number[],
): Pick<JudgedMoment, "verdict" | "byMs"> {
  const earlyMs = window.earliestMs - at.latestMs;
  const lateMs = at.earliestMs - window.latestMs;
  if (earlyMs > toleranceMs) return { verdict: "early", byMs: earlyMs };
  if (lateMs > toleranceMs)
    return { verdict: run === 1 && kind === "container-started" ? "pull" : "late", byMs: lateMs };
  // The API forgets how a container ended when all of them are restarted.
  const isExplicit = end !== undefined && end.reason !== restartingAllReason;
  return { verdict: isExplicit && !exitCodes.includes(end.exitCode) ? "other end" : "inside", byMs: 0 };
}

/** When moments were possible, by the steps that lead to them from what was observed. */
class Possibilities {
  readonly #steps = new Map<string, Step[]>();
  readonly #seen: ReadonlyMap<string, Span>;
  /** By container, the numbers of those that were seen. */
  readonly #runs: ReadonlyMap<string, ReadonlySet<number>>;

  constructor(steps: readonly Step[], containers: readonly OverlayContainer[]) {
    for (const step of steps) {
      const key = momentKey(step.to);
      const others = this.#steps.get(key);
      if (others === undefined) this.#steps.set(key, [step]);
      else others.push(step);
    }
    this.#seen = new Map(containers.flatMap(momentsOf).map((moment) => [momentKey(moment), moment.at]));
    this.#runs = new Map(containers.map(({ name, runs }) => [name, new Set(runs.map(({ run }) => run))]));
  }

  /** Undefined if no run comes to it. */
  at(moment: RunMoment): Possible | undefined {
    const steps = this.#stepsTo(moment);
    const [first] = steps;
    if (first === undefined) return undefined;
    return {
      window: this.#windowOf(moment, 0),
      from: first.from,
      probe: first.probe,
      exitCodes: [...new Set(steps.flatMap(({ exitCodes }) => exitCodes))],
      isUnseen: steps.some(({ from }) => from !== undefined && this.#isUnseen(from)),
    };
  }

  /** When the last of the runs came to it. */
  lastMs(moment: RunMoment): number | undefined {
    const steps = this.#stepsTo(moment);
    return steps.length === 0 ? undefined : Math.max(...steps.map(({ lastMs }) => lastMs));
  }

  #stepsTo(moment: RunMoment): readonly Step[] {
    return this.#steps.get(momentKey(moment)) ?? [];
  }

  #isUnseen({ container, run }: RunMoment): boolean {
    return this.#runs.get(container)?.has(run) === false;
  }

  /** Of all ways that lead to it; undefined where the beginning of one is not known. */
  #windowOf(moment: RunMoment, bridged: number): Span | undefined {
    let window: Span | undefined;
    for (const { from, span } of this.#stepsTo(moment)) {
      const before = from === undefined ? atPodStart : this.#timeOf(from, bridged + 1);
      if (before === undefined) return undefined;
      const way = addSpans(before, span);
      window = window === undefined ? way : joinSpans(window, way);
    }
    return window;
  }

  /** When it was, or may have been where its time is not known. */
  #timeOf(moment: RunMoment, bridged: number): Span | undefined {
    const seen = this.#seen.get(momentKey(moment));
    if (seen !== undefined || this.#isUnseen(moment) || bridged > bridgedAtMost) return seen;
    return this.#windowOf(moment, bridged);
  }
}

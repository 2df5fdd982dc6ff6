import { joinSpans, type Span } from "../../basics/span.ts";
import { type KubeletModel, specOf, waitUntilStart } from "../objects/kubelet-model.ts";
import { between, type ObservedRun, type Stops, stopperOf } from "../objects/runs.ts";
import { unseenPullMaxMs } from "./image-pulls.ts";

/**
 * Where the delay is from: the kubelet's own message; the gap before the last run; what was seen before; or nothing, and it is
 * all that so many restarts can have led to.
 */
export type BackOffSource = "message" | "gap" | "history" | "possible";

/** The back-off that is in force after a run, or that would be if the run ended now. */
export interface BackOff {
  /** What the delay can be, ascending; 0: the container is started again at once. */
  readonly delaysMs: readonly number[];
  readonly source: BackOffSource;
  readonly certainty: Certainty;
}

/**
 * `told`: the kubelet names the delay. `seen`: one delay is left by what was seen. `open`: several are. `guessed`: a wait was seen
 * that none of the node's delays makes, and the one next below is taken.
 */
export type Certainty = "told" | "seen" | "open" | "guessed";

/** A run with what is known of the back-off after it. */
export interface BackOffStep extends BackOff {
  readonly run: ObservedRun;
  /** The wait before this run, where the run before it is known. */
  readonly wait: ObservedWait | undefined;
}

interface ObservedWait {
  readonly gapMs: Span;
  /** What it can have been, by what was known before. */
  readonly expectedMs: Span;
  readonly verdict: "as expected" | "too early" | "too late";
}

interface BackOffEvidence {
  readonly container: string;
  /** Oldest first. */
  readonly runs: readonly ObservedRun[];
  readonly stops: readonly Stops[];
  /** When the kubelet was new and knew of no back-off any more. */
  readonly losses: readonly Span[];
}

/** Longest time from the decision to start a container to the start that the API shows, without an image pull. */
const decisionMs = 150;
const housekeepingMs = 2000;

/** Follows the back-off through the runs: each step keeps the delays that nothing seen so far contradicts. */
export function traceBackOff(
  model: KubeletModel,
  { container, runs, stops, losses }: BackOffEvidence,
): readonly BackOffStep[] {
  const steps: BackOffStep[] = [];
  const probes = specOf(model, container)?.probes;
  const isProbed = probes?.liveness !== undefined || probes?.startup !== undefined;
  for (const run of runs) {
    const before = steps.at(-1);
    const follows = before !== undefined && before.run.number === run.number - 1;
    const isKilled = isProbed || (before !== undefined && stopperOf(before.run, stops) !== undefined);
    const isNew = before !== undefined && isNewBetween(losses, before.run, run);
    const step = follows ? followingStep(model, before, run, { isKilled, isNew }) : firstStep(model, run);
    const mayBeLost = run.outlivesKubelet === true || losses.some((loss) => isLater(loss, run));
    const known = forgottenByRun(model, mayBeLost ? withNothingStored(step) : step);
    steps.push(
      run.imageChangedMs === undefined ? withMessage(withCertainty(withRefusal(model, known))) : withNewImage(known),
    );
  }
  return steps;
}

/** Containers that a new kubelet finds dead are started one after the other, each known to a second. */
const togetherMs = 1000;

/** Whether the kubelet was new after a run had begun. */
function isLater(loss: Span, { startedAt }: ObservedRun): boolean {
  return startedAt !== undefined && startedAt.latestMs + togetherMs < loss.earliestMs;
}

/** Whether it was new when it started a container again. */
function isNewBetween(losses: readonly Span[], before: ObservedRun, run: ObservedRun): boolean {
  if (before.outlivesKubelet === true) return true;
  return run.startedAt !== undefined && losses.some((loss) => isLater(loss, before) && !isLater(loss, run));
}

/** The back-off of another image, which nothing has asked for: what the kubelet said of the one before is over. */
function withNewImage(step: BackOffStep): BackOffStep {
  return { ...step, delaysMs: [0], source: "history", certainty: "seen" };
}

function withNothingStored(step: BackOffStep): BackOffStep {
  return step.delaysMs[0] === 0 ? step : { ...step, delaysMs: [0, ...step.delaysMs] };
}

/** When the container is started again after its last run: in ms since 1970. Undefined if the end is not known. */
export function restartWindow(model: KubeletModel, { run, delaysMs }: BackOffStep): Span | undefined {
  const finishedAt = run.end?.finishedAt;
  if (finishedAt === undefined) return undefined;
  const forgottenMs = forgottenAfterEnd(model, run, finishedAt);
  const [first, ...others] = delaysMs.map((delayMs) => {
    const wait = waitUntilStart(model, delayMs, forgottenMs);
    return {
      nominalMs: finishedAt.nominalMs + wait.nominalMs,
      earliestMs: finishedAt.earliestMs + wait.earliestMs,
      latestMs: finishedAt.latestMs + wait.latestMs,
    };
  });
  return first && untilSeen(model, run, others.reduce(joinSpans, first));
}

/** A new kubelet goes on with what it finds when it is seen at work, whenever the wait began. */
function untilSeen(model: KubeletModel, run: ObservedRun, window: Span): Span {
  const { kubeletSeenMs, saidDelayMs, imageChangedMs } = run;
  if (imageChangedMs !== undefined) return untilChanged(model, imageChangedMs, window);
  if (kubeletSeenMs === undefined || saidDelayMs !== undefined) return window;
  const { latestMs } = waitUntilStart(model, 0, Number.POSITIVE_INFINITY);
  return { ...window, latestMs: Math.max(window.latestMs, kubeletSeenMs + latestMs) };
}

/** The kubelet acts on a change when it gets it, a moment before or after others do, and may have to pull the image. */
function untilChanged(model: KubeletModel, changedMs: number, window: Span): Span {
  const { nominalMs, latestMs } = waitUntilStart(model, 0, Number.POSITIVE_INFINITY);
  return {
    ...window,
    nominalMs: Math.max(window.nominalMs, changedMs + nominalMs),
    latestMs: Math.max(window.latestMs, changedMs + latestMs + unseenPullMaxMs),
  };
}

/** Garbage collection forgets a back-off so long after the decision to start, also under a container that waits. */
function forgottenAfterEnd({ policy }: KubeletModel, { startedAt }: ObservedRun, finishedAt: Span): number {
  if (startedAt === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, startedAt.earliestMs - decisionMs + policy.resetAfterMs - finishedAt.earliestMs);
}

/** Only the number of restarts is known; each raised the back-off at most once. */
function firstStep({ storedMs }: KubeletModel, run: ObservedRun): BackOffStep {
  return { run, delaysMs: storedMs.slice(0, run.number + 1), source: "possible", certainty: "seen", wait: undefined };
}

interface Circumstances {
  /** A probe kill, or another stop, ended the run before: that may restart at once, whatever is stored. */
  readonly isKilled: boolean;
  /** The kubelet was new when it started this run. */
  readonly isNew: boolean;
}

function followingStep(
  model: KubeletModel,
  before: BackOffStep,
  run: ObservedRun,
  { isKilled: mayBeKilled, isNew }: Circumstances,
): BackOffStep {
  const known = (delaysMs: readonly number[]) => raised(model, before.run, run, delaysMs, mayBeKilled);
  const { end } = before.run;
  // A reset of all containers leaves no dead one behind: the back-off is not even asked.
  const unseen = { run, source: sourceOf(before), certainty: before.certainty, wait: undefined };
  if (before.run.isReset) return { ...unseen, delaysMs: before.delaysMs };
  if (before.run.imageChangedMs !== undefined) {
    const isKilled = mayBeKilled || wasStoppedByChange(before.run);
    return { ...unseen, delaysMs: raised(model, before.run, run, before.delaysMs, isKilled) };
  }
  if (end?.finishedAt === undefined || run.startedAt === undefined)
    return { ...unseen, delaysMs: known(before.delaysMs) };
  const gapMs = between(end.finishedAt, run.startedAt);
  const fits = waitsThatFit(model, before.run, gapMs, mayBeKilled);
  const likely = before.delaysMs.filter((delayMs) => fits.includes(delayMs));
  const wait = judged(gapMs, expectedWait(model, before, mayBeKilled));
  const gapOnly = fits.length > 0 ? fits : longestBelow(model, gapMs);
  const stored = likely.length > 0 ? likely : surprising(before, gapOnly, wait);
  const delaysMs = known(isNew ? [0, ...stored] : stored);
  const source = delaysMs.length < known(gapOnly).length ? "history" : "gap";
  return { run, delaysMs, source, certainty: fits.length === 0 ? "guessed" : "seen", wait };
}

/** Whether the run went on when its image was changed: the kubelet kills it then. */
function wasStoppedByChange({ end, imageChangedMs = Number.POSITIVE_INFINITY }: ObservedRun): boolean {
  return (end?.finishedAt?.latestMs ?? 0) >= imageChangedMs;
}

function sourceOf({ source }: BackOff): BackOffSource {
  return source === "possible" ? "possible" : "history";
}

/** Which delays make a wait of that length. A probe kill that is not refused restarts at once, whatever is stored. */
function waitsThatFit(model: KubeletModel, run: ObservedRun, gapMs: Span, mayBeKilled: boolean): readonly number[] {
  return model.storedMs.filter((storedMs) => {
    const wait = waitAfter(model, run, storedMs);
    const isAtOnce = mayBeKilled && overlaps(gapMs, waitAfter(model, run, 0));
    return isAtOnce || overlaps(gapMs, wait);
  });
}

/**
 * What may have been stored before a wait that contradicts what was known: nothing, because a new kubelet knows of no back-off;
 * what the wait looks like; or what was known, where the kubelet was away or busy.
 */
function surprising(before: BackOffStep, gapOnly: readonly number[], { verdict }: ObservedWait): readonly number[] {
  return [0, ...gapOnly, ...(verdict === "too late" ? before.delaysMs : [])];
}

/** A start can take longer than usual, such as when an image is pulled: the wait was one of those before it. */
function longestBelow({ storedMs }: KubeletModel, gapMs: Span): readonly number[] {
  return storedMs.filter((each) => each <= gapMs.latestMs).slice(-1);
}

function expectedWait(model: KubeletModel, before: BackOffStep, mayBeKilled: boolean): Span {
  const waits = before.delaysMs.map((delayMs) => waitAfter(model, before.run, delayMs));
  if (mayBeKilled) waits.push(waitAfter(model, before.run, 0));
  return waits.reduce(joinSpans);
}

function waitAfter(model: KubeletModel, run: ObservedRun, storedMs: number): Span {
  const finishedAt = run.end?.finishedAt;
  const forgottenMs = finishedAt ? forgottenAfterEnd(model, run, finishedAt) : Number.POSITIVE_INFINITY;
  return waitUntilStart(model, storedMs, forgottenMs);
}

function judged(gapMs: Span, expectedMs: Span): ObservedWait {
  if (gapMs.latestMs < expectedMs.earliestMs) return { gapMs, expectedMs, verdict: "too early" };
  if (gapMs.earliestMs > expectedMs.latestMs) return { gapMs, expectedMs, verdict: "too late" };
  return { gapMs, expectedMs, verdict: "as expected" };
}

/** What is stored once the container was started again. */
function raised(
  { policy, storedMs }: KubeletModel,
  before: ObservedRun,
  run: ObservedRun,
  delaysMs: readonly number[],
  mayBeKilled: boolean,
): readonly number[] {
  const doubled = delaysMs.map((each) => (each === 0 ? policy.initialMs : Math.min(2 * each, policy.maximumMs)));
  const result = new Set(doubled);
  // The kubelet looks at the container that died before the one it kills: the first time there is none.
  if (mayBeKilled && before.number === 0) result.add(0);
  const started = before.startedAt && run.startedAt && between(before.startedAt, run.startedAt);
  if (started !== undefined && started.earliestMs > policy.resetAfterMs + housekeepingMs) return [policy.initialMs];
  if (started !== undefined && started.latestMs + decisionMs > policy.resetAfterMs) result.add(policy.initialMs);
  return storedMs.filter((each) => result.has(each));
}

/** A run that was long enough leaves nothing of the back-off. */
function forgottenByRun({ policy }: KubeletModel, step: BackOffStep): BackOffStep {
  const { lengthMs } = step.run;
  if (lengthMs === undefined) return step;
  if (lengthMs.earliestMs > policy.resetAfterMs) return { ...step, delaysMs: [0] };
  if (lengthMs.latestMs + decisionMs <= policy.resetAfterMs || step.delaysMs[0] === 0) return step;
  return { ...step, delaysMs: [0, ...step.delaysMs] };
}

/** A container that the kubelet refuses to start is in back-off. */
function withRefusal({ storedMs }: KubeletModel, step: BackOffStep): BackOffStep {
  if (!step.run.isRefused) return step;
  const delaysMs = step.delaysMs.filter((delayMs) => delayMs > 0);
  if (delaysMs.length > 0) return { ...step, delaysMs };
  return { ...step, delaysMs: storedMs.filter((delayMs) => delayMs > 0), source: "possible" };
}

function withCertainty(step: BackOffStep): BackOffStep {
  if (step.certainty === "guessed") return step;
  return { ...step, certainty: step.delaysMs.length > 1 ? "open" : "seen" };
}

function withMessage(step: BackOffStep): BackOffStep {
  const { saidDelayMs } = step.run;
  return saidDelayMs === undefined ? step : { ...step, delaysMs: [saidDelayMs], source: "message", certainty: "told" };
}

function overlaps(one: Span, other: Span): boolean {
  return one.earliestMs <= other.latestMs && other.earliestMs <= one.latestMs;
}

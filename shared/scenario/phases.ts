import type { AnswerWindow, PhasedEnd, Run, When } from "./model.ts";

/** A time in which a dependency is away, from the kubelet's first sight of the pod. */
export interface DependencyOutage {
  readonly dependency: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Interval {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What a run does that starts at a moment: its phases as times of its own. `since`: when the phase of an end began. */
interface PlannedRun {
  readonly run: Run;
  readonly since: number | undefined;
}

/** Whether a fault of the runtime holds now. */
export function faultAt({ fault, faultWhen }: Run, nowMs: number, outages: readonly DependencyOutage[]): Run["fault"] {
  if (fault === undefined || faultWhen === undefined) return fault;
  return intervalsOf(faultWhen, outages).some((each) => contains(each, nowMs)) ? fault : undefined;
}

/** The times in which this fault of the runtime holds. */
export function faultTimes(
  { fault, faultWhen }: Run,
  asked: NonNullable<Run["fault"]>,
  outages: readonly DependencyOutage[],
): readonly Interval[] {
  return fault !== asked || faultWhen === undefined ? [] : intervalsOf(faultWhen, outages);
}

/** The times in which something holds, in their order, those that overlap as one. */
export function intervalsOf(when: When, outages: readonly DependencyOutage[]): readonly Interval[] {
  if (when.kind === "during") return [when];
  const own = outages.filter(({ dependency }) => dependency === when.dependency);
  const merged: Interval[] = [];
  for (const { fromMs, untilMs } of own.toSorted((left, right) => left.fromMs - right.fromMs)) {
    const last = merged.at(-1);
    if (last === undefined || fromMs > last.untilMs) merged.push({ fromMs, untilMs });
    else merged[merged.length - 1] = { fromMs: last.fromMs, untilMs: Math.max(last.untilMs, untilMs) };
  }
  return merged;
}

/** A run that starts at `startMs`: what holds in phases becomes windows of this run, and of its ends the first one is left. */
export function plannedRun(run: Run, startMs: number, outages: readonly DependencyOutage[]): PlannedRun {
  if (!hasPhases(run)) return { run, since: undefined };
  const answers = run.answers.flatMap((window) => windowsOf(window, startMs, outages));
  const ends = run.phasedEnds.flatMap((end) => firstEnd(end, startMs, outages) ?? []);
  const first = ends.reduce<PlannedEnd | undefined>(
    (best, end) => (best === undefined || end.afterMs < best.afterMs ? end : best),
    undefined,
  );
  const own = { ...run, answers, phasedEnds: [] };
  // At the same moment, what holds only for a time counts before what always holds.
  if (first === undefined || (run.end !== undefined && run.end.afterMs < first.afterMs))
    return { run: own, since: undefined };
  const { since, when: _when, ...end } = first;
  return { run: { ...own, end }, since };
}

export function hasPhases({ phasedEnds, answers, faultWhen }: Run): boolean {
  return phasedEnds.length > 0 || faultWhen !== undefined || answers.some(({ when }) => when !== undefined);
}

function contains({ fromMs, untilMs }: Interval, nowMs: number): boolean {
  return fromMs <= nowMs && nowMs < untilMs;
}

function windowsOf(
  window: AnswerWindow,
  startMs: number,
  outages: readonly DependencyOutage[],
): readonly AnswerWindow[] {
  const { when, ...always } = window;
  if (when === undefined) return [window];
  return intervalsOf(when, outages).flatMap(({ fromMs, untilMs }) => {
    const beginMs = Math.max(fromMs - startMs, 0) + window.afterMs;
    const leftMs = untilMs - startMs - beginMs;
    return leftMs <= 0 ? [] : [{ ...always, afterMs: beginMs, forMs: Math.min(window.forMs ?? leftMs, leftMs) }];
  });
}

type PlannedEnd = PhasedEnd & { readonly since: number | undefined };

/** The end in the first interval that lasts long enough for it. */
function firstEnd(end: PhasedEnd, startMs: number, outages: readonly DependencyOutage[]): PlannedEnd | undefined {
  for (const { fromMs, untilMs } of intervalsOf(end.when, outages)) {
    const sinceMs = Math.max(fromMs - startMs, 0);
    if (startMs + sinceMs + end.afterMs < untilMs)
      return { ...end, afterMs: sinceMs + end.afterMs, since: sinceMs > 0 ? fromMs : undefined };
  }
  return undefined;
}

import { addSpans, exactly, joinSpans, type Span } from "../../basics/span.ts";
import type { ProbeType } from "../../kubernetes/pod.ts";
import type { TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** A moment that the API shows: the start or the end of a container's run. */
export interface RunMoment {
  readonly kind: "container-started" | "container-exited";
  readonly container: string;
  /** Counts the starts of the container from 1. */
  readonly run: number;
}

/** The way from one such moment to the next one that follows from it, over all runs in which it was taken. */
export interface Step {
  readonly to: RunMoment;
  /** Undefined if it follows from the pod's own start, or from what happens to the node. */
  readonly from: RunMoment | undefined;
  /** Range that the kubelet's loops allow between the two; without `from`, since t = 0. */
  readonly span: Span;
  /** The probe that had the container stopped. */
  readonly probe: ProbeType | undefined;
  /** The exit codes of an end. */
  readonly exitCodes: readonly number[];
  /** When the last of the runs came to it. */
  readonly lastMs: number;
}

/** The steps of some runs, run by run. */
interface StepCollector {
  /** The entries of a whole run. */
  add(entries: readonly TimelineEntry[]): void;
  /** Steps of all runs added so far. */
  result(): readonly Step[];
}

/**
 * Bounds from moment to moment. Those of a run's own times grow with each restart; these say what was possible after what
 * is known to have happened before.
 */
export function collectSteps(): StepCollector {
  const steps = new Map<string, Step>();
  return {
    add(entries) {
      const byId = new Map(entries.map((entry) => [entry.id, entry]));
      for (const entry of entries) {
        const to = momentOf(entry);
        if (to === undefined) continue;
        const step = { ...wayTo(entry, byId), to, exitCodes: exitCodesOf(entry), lastMs: entry.tMs };
        const key = `${momentKey(to)} ${step.from === undefined ? "" : momentKey(step.from)}`;
        const known = steps.get(key);
        steps.set(key, known === undefined ? step : joined(known, step));
      }
    },
    result: () => [...steps.values()],
  };
}

/** Equal for equal moments, and for no others. */
export function momentKey({ kind, container, run }: RunMoment): string {
  return `${run} ${kind} ${container}`;
}

function momentOf({ kind, container, run }: TimelineEntry): RunMoment | undefined {
  if (kind !== "container-started" && kind !== "container-exited") return undefined;
  return container === undefined ? undefined : { kind, container, run: run ?? 1 };
}

/** Back along the causes to the next moment that the API shows. */
function wayTo(entry: TimelineEntry, byId: ReadonlyMap<string, TimelineEntry>): Pick<Step, "from" | "span" | "probe"> {
  let span = exactly(0);
  let probe: ProbeType | undefined;
  let at = entry;
  for (;;) {
    if (at.kind === "container-stopping") probe = at.data.probe ?? probe;
    span = addSpans(at.sinceCause, span);
    const cause = byId.get(at.cause ?? "");
    if (cause === undefined) return { from: undefined, span: addSpans(beforeCause(at), span), probe };
    const from = momentOf(cause);
    if (from !== undefined) return { from, span, probe };
    at = cause;
  }
}

/** An external event has a time of its own and no cause. */
function beforeCause({ at, sinceCause }: TimelineEntry): Span {
  return {
    nominalMs: at.nominalMs - sinceCause.nominalMs,
    earliestMs: at.earliestMs - sinceCause.earliestMs,
    latestMs: at.latestMs - sinceCause.latestMs,
  };
}

function exitCodesOf({ data }: TimelineEntry): readonly number[] {
  return data.exitCode === undefined ? [] : [data.exitCode];
}

function joined(known: Step, step: Step): Step {
  const added = step.exitCodes.filter((code) => !known.exitCodes.includes(code));
  return {
    ...known,
    span: joinSpans(known.span, step.span),
    lastMs: Math.max(known.lastMs, step.lastMs),
    exitCodes: added.length === 0 ? known.exitCodes : [...known.exitCodes, ...added],
  };
}

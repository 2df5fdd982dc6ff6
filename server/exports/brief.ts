import type { Span } from "../../shared/basics/span.ts";
import { formatMoment, formatSpan } from "../../shared/basics/span-words.ts";
import { formatCurve } from "../../shared/basics/sum-words.ts";

// What agents get: few words with field paths, because they pay for each.

const itemsMax = 60;

/** The beginning of a list, and how many are left out of it. */
export function shortened<T>(items: readonly T[]): { readonly list: T[]; readonly more: number } {
  return { list: items.slice(0, itemsMax), more: Math.max(0, items.length - itemsMax) };
}

/** `31–40s`; undefined if there is no answer. */
export function spanText(span: Span | null | undefined): string | undefined {
  return span === null || span === undefined ? undefined : formatSpan(span);
}

/** What is read of a container's forecast, also of its JSON. */
interface ForecastOfContainer {
  readonly name: string;
  readonly kind: string;
  readonly fieldPath: string;
  readonly restarts: { readonly canRestart: boolean; readonly delaysMs: readonly number[] };
  readonly startupBudget: Span | null | undefined;
  readonly hangToSigterm: Span | null | undefined;
  readonly hangToDead: Span | null | undefined;
  readonly unreadyAfter: Span | null | undefined;
}

export function briefContainer(container: ForecastOfContainer) {
  const { name, kind, fieldPath, restarts } = container;
  return {
    name,
    kind,
    fieldPath,
    afterCrash: restarts.canRestart ? `restarts after ${formatCurve(restarts.delaysMs, 4)}` : "does not restart",
    mustStartWithin: spanText(container.startupBudget),
    hangToSigterm: spanText(container.hangToSigterm),
    hangToExit: spanText(container.hangToDead),
    hangToNoTraffic: spanText(container.unreadyAfter),
  };
}

/** Entries that say little to anybody who did not ask for them. */
const routine: ReadonlySet<string> = new Set([
  "status-published",
  "container-created",
  "probe-attempt",
  "condition-changed",
]);

/** What is read of an entry of a timeline, also of its JSON. */
interface EntryOfTimeline {
  readonly tMs: number;
  readonly kind: string;
  readonly container?: string | undefined;
  readonly text: string;
  readonly fieldPath: string;
}

/** What happened, and how much of it is left out. */
export function briefEntries(entries: readonly EntryOfTimeline[]) {
  const { list, more } = shortened(entries.filter(({ kind }) => !routine.has(kind)));
  const happened = list.map(({ tMs, container, text, fieldPath }) => ({
    at: formatMoment(tMs),
    container,
    what: text,
    fieldPath,
  }));
  return { happened, more };
}

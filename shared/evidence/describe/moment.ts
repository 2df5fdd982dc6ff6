import type { Span } from "../../basics/span.ts";
import { parseTime } from "../../observation/objects/fields.ts";
import { containerOfEvent } from "../text/container-of-event.ts";
import type { EventRow } from "../text/event-rows.ts";
import type { DescribedContainer } from "./container.ts";

interface Row {
  readonly row: EventRow;
}

/**
 * When a describe was taken, which it does not say: an event of a start whose count is one more than the restarts is of the newest run,
 * whose start is printed with its time; the moment is that start and the event's age. Undefined if no event shows it.
 */
export function momentOf(containers: readonly DescribedContainer[], rows: readonly Row[]): Span | undefined {
  let earliestMs = Number.NEGATIVE_INFINITY;
  let latestMs = Number.POSITIVE_INFINITY;
  const named = containers.map(({ name, spec }) => ({ name, image: String(spec["image"]), probes: [] }));
  for (const container of containers) {
    const start = newestStart(container);
    const age = start && ageOfStart(container.name, { rows, named, runs: start.runs });
    if (start === undefined || age === undefined) continue;
    // An event and a status may lie in neighboring seconds.
    earliestMs = Math.max(earliestMs, start.at.earliestMs - secondMs + age.earliestMs);
    latestMs = Math.min(latestMs, start.at.latestMs + secondMs + age.latestMs);
  }
  if (!Number.isFinite(earliestMs) || !Number.isFinite(latestMs) || earliestMs > latestMs) return undefined;
  return { nominalMs: Math.round((earliestMs + latestMs) / 2), earliestMs, latestMs };
}

const secondMs = 1000;

interface Asked {
  readonly rows: readonly Row[];
  readonly named: Parameters<typeof containerOfEvent>[1];
  readonly runs: number;
}

/** The start itself says it best: an image or a volume may come between it and what is reported before. */
function ageOfStart(name: string, { rows, named, runs }: Asked): Span | undefined {
  const own = rows.filter(({ row }) => row.count === runs && containerOfEvent(row, named) === name);
  const started = own.find(({ row }) => row.reason === "Started")?.row.last;
  if (started !== undefined) return started;
  const before = own.find(({ row }) => isBeforeStart(row))?.row.last;
  return before && { ...before, earliestMs: Math.max(0, before.earliestMs - creationMs) };
}

/** What a runtime takes to create a container and to start it, at most. */
const creationMs = 5000;

/** They come milliseconds before the start, or seconds where the runtime is slow; a pull takes longer. */
function isBeforeStart({ reason, message }: EventRow): boolean {
  return reason === "Created" || (reason === "Pulled" && message.includes("already present"));
}

interface NewestStart {
  readonly at: Span;
  /** How many there were. */
  readonly runs: number;
}

type Fields = Readonly<Record<string, unknown>>;

function newestStart({ status }: DescribedContainer): NewestStart | undefined {
  if (status === undefined) return undefined;
  const { state, lastState, restartCount } = status;
  const now = partOf(state, "running") ?? partOf(state, "terminated");
  const isWaiting = now === undefined;
  const text = isWaiting ? partOf(lastState, "terminated")?.["startedAt"] : now["startedAt"];
  const at = typeof text === "string" ? parseTime(text) : undefined;
  return at && { at, runs: Number(restartCount) + 1 };
}

function partOf(state: unknown, name: string): Fields | undefined {
  if (typeof state !== "object" || state === null || !Object.hasOwn(state, name)) return undefined;
  const part: unknown = Reflect.get(state, name);
  return typeof part === "object" && part !== null ? { ...part } : undefined;
}

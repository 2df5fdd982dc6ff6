import { memoBounded } from "../../basics/memo-bounded.ts";
import { type CronSchedule, nextStartMs } from "./schedule.ts";

// Models github.com/robfig/cron/v3 SpecSchedule.Next (v3.0.1): it looks for a wall time as hours pass. One that a clock leaps over does not come, and one that a clock
// goes through twice comes twice. test/shared/controllers/cronjob/clock-changes.json has what that code does.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From 2026 to 2027, which is the same on every machine: the days of a year differ, the hours hardly ever. */
const fromMs = 20_454 * dayMs;
const untilMs = fromMs + 730 * dayMs;

/** What the changes of a clock do to the one start of a day. */
export interface ClockChange {
  /** On the day when the clock goes forward. */
  readonly isSkipped: boolean;
  /** On the day when the clock goes back. */
  readonly isDoubled: boolean;
}

/** Undefined where a day has more starts than one, or where the zone is none that is known here, or changes nothing. */
export function clockChangeOf(schedule: CronSchedule, zone: string): ClockChange | undefined {
  if (schedule.kind === "every" || schedule.hours.length !== 1 || schedule.minutes.length !== 1) return undefined;
  const changes = changesIn(zone);
  const isDue = (wallMs: number): boolean => {
    const startMs = nextStartMs(schedule, wallMs - 1);
    return startMs !== undefined && startMs < wallMs + hourMs;
  };
  const isSkipped = changes.some(({ byMs, wallMs }) => byMs === hourMs && isDue(wallMs));
  const isDoubled = changes.some(({ byMs, wallMs }) => byMs === -hourMs && isDue(wallMs - hourMs));
  return isSkipped || isDoubled ? { isSkipped, isDoubled } : undefined;
}

interface Change {
  /** How far the clock is moved. */
  readonly byMs: number;
  /** What it shows at that moment before it is moved, as if it were in UTC. */
  readonly wallMs: number;
}

const zonesMax = 50;
/** No zone changes its clock twice within a week. */
const stepMs = 7 * dayMs;

const changesIn = memoBounded(zonesMax, (zone: string): readonly Change[] => {
  const offsetMs = offsetsOf(zone);
  if (offsetMs === undefined) return [];
  const changes: Change[] = [];
  let before = offsetMs(fromMs);
  for (let low = fromMs; low < untilMs; low += stepMs) {
    const after = offsetMs(low + stepMs);
    if (after === before) continue;
    let [from, to] = [low, low + stepMs];
    while (to - from > minuteMs) {
      const middle = Math.floor((from + to) / 2 / minuteMs) * minuteMs;
      if (offsetMs(middle) === before) from = middle;
      else to = middle;
    }
    changes.push({ byMs: after - before, wallMs: to + before });
    before = after;
  }
  return changes;
});

/** How far a clock of the zone is before UTC at a time. Undefined: no such zone. */
function offsetsOf(zone: string): ((atMs: number) => number) | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
  return (atMs) => {
    const name = format.formatToParts(atMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
    return offsetNamed(name);
  };
}

/** `GMT`, `GMT+02:00`, `GMT-03:30` → milliseconds. */
function offsetNamed(name: string): number {
  const [hours = 0, minutes = 0] = name.slice("GMT+".length).split(":").map(Number);
  const offsetMs = hours * hourMs + minutes * minuteMs;
  return name.startsWith("GMT-") ? -offsetMs : offsetMs;
}

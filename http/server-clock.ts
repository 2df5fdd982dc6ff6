/** One answer of a server: what its `Date` said, and between which moments of our clock that was written. Ms since 1970. */
export interface SeenDate {
  readonly dateMs: number;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** How far the clock of the server is ahead of ours, by all answers so far. */
interface ServerClock {
  see(seen: SeenDate): void;
  /** To be added to our time; 0 where both can be the same. */
  readonly aheadMs: number;
}

/** `Date` is cut to whole seconds. */
const cutMs = 999;

/** Each answer leaves an interval, and all of them together a smaller one. When they contradict each other, a clock was set: the newest counts. */
export function createServerClock(onChange: (aheadMs: number) => void = () => undefined): ServerClock {
  let earliestMs = Number.NEGATIVE_INFINITY;
  let latestMs = Number.POSITIVE_INFINITY;
  let aheadMs = 0;
  return {
    see({ dateMs, sentMs, receivedMs }) {
      const [fromMs, toMs] = [dateMs - receivedMs, dateMs + cutMs - sentMs];
      const isOther = fromMs > latestMs || toMs < earliestMs;
      earliestMs = isOther ? fromMs : Math.max(earliestMs, fromMs);
      latestMs = isOther ? toMs : Math.min(latestMs, toMs);
      const now = earliestMs <= 0 && latestMs >= 0 ? 0 : Math.round((earliestMs + latestMs) / 2);
      if (now === aheadMs) return;
      aheadMs = now;
      onChange(now);
    },
    get aheadMs() {
      return aheadMs;
    },
  };
}

/** The `Date` of an answer; undefined: it has none that can be read. */
export function seenDate(header: string | undefined, sentMs: number, receivedMs: number): SeenDate | undefined {
  const dateMs = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : { dateMs, sentMs, receivedMs };
}

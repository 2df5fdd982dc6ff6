import type { RecordedEvent } from "../timelines/recording.ts";

/** An event as it stands in the API: equal ones are one object, which counts those that were dropped, too. */
export interface StoredEvent {
  readonly event: RecordedEvent;
  readonly message: string;
  readonly count: number;
  readonly firstMs: number;
  /** When it was last sent. */
  readonly lastMs: number;
}

const burst = 25;
const refillMs = 300_000;
const similarMax = 10;
const similarWithinMs = 600_000;

/**
 * What a kubelet that lives as long as the recording has sent by `tMs`. It combines similar events, then counts equal ones, and only
 * then drops those of a type that has spent its burst. Models client-go tools/record/events_cache.go EventCorrelate, EventAggregate,
 * eventObserve, EventSourceObjectSpamFilter.Filter, getSpamKey (v0.37.1)
 */
export function sentEvents(all: readonly RecordedEvent[], tMs: number): readonly StoredEvent[] {
  const recorder = new EventRecorder();
  for (const event of all) if (event.tMs <= tMs) recorder.record(event);
  return recorder.stored;
}

class EventRecorder {
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();
  readonly #similar = new Map<string, { lastMs: number; messages: Set<string> }>();
  readonly #counted = new Map<string, { readonly firstMs: number; readonly count: number }>();
  readonly #stored = new Map<string, StoredEvent>();

  get stored(): readonly StoredEvent[] {
    return [...this.#stored.values()];
  }

  record(event: RecordedEvent): void {
    const { tMs, type, reason, container, message } = event;
    const isCombined = this.#isCombined(event);
    const key = JSON.stringify(isCombined ? [type, reason] : [type, reason, container, message]);
    const { firstMs, count } = this.#counted.get(key) ?? { firstMs: tMs, count: 0 };
    this.#counted.set(key, { firstMs, count: count + 1 });
    if (!this.#isSent(event)) return;
    const text = isCombined ? `(combined from similar events): ${message}` : message;
    this.#stored.set(key, { event, message: text, count: count + 1, firstMs, lastMs: tMs });
  }

  #isCombined({ tMs, type, reason, message }: RecordedEvent): boolean {
    const key = JSON.stringify([type, reason]);
    const known = this.#similar.get(key);
    const messages = known === undefined || tMs - known.lastMs > similarWithinMs ? new Set<string>() : known.messages;
    messages.add(message);
    this.#similar.set(key, { lastMs: tMs, messages });
    if (messages.size < similarMax) return false;
    const [first] = messages;
    if (first !== undefined) messages.delete(first);
    return true;
  }

  #isSent({ tMs, type }: RecordedEvent): boolean {
    const { tokens, atMs } = this.#buckets.get(type ?? "") ?? { tokens: burst, atMs: tMs };
    const filled = Math.min(burst, tokens + Math.max(0, tMs - atMs) / refillMs);
    const isSent = filled >= 1;
    this.#buckets.set(type ?? "", { tokens: isSent ? filled - 1 : filled, atMs: tMs });
    return isSent;
  }
}

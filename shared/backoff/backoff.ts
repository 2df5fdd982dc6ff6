/** How one kind of back-off grows and is forgotten. */
export interface BackoffPolicy {
  readonly initialMs: number;
  readonly maximumMs: number;
  /** An entry is forgotten when an event comes more than this after its last update. Undefined means twice the maximum, client-go's own rule. */
  readonly resetAfterMs: number | undefined;
}

interface BackoffEntry {
  readonly backoffMs: number;
  /** When `next` was last called: the instant of the decision to start, not that of the exit. */
  readonly lastUpdateMs: number;
}

/**
 * client-go's back-off object, of which the kubelet has one for container restarts and one for image pulls.
 * Time comes in as arguments; all of it is milliseconds on one clock. There is no jitter in it: the kubelet builds it without.
 */
// Models staging/src/k8s.io/client-go/util/flowcontrol/backoff.go Backoff (v0.37.1)
export class Backoff<Policy extends BackoffPolicy = BackoffPolicy> {
  readonly policy: Policy;
  readonly #entries: Map<string, BackoffEntry>;

  constructor(policy: Policy, entries: Iterable<readonly [string, BackoffEntry]> = []) {
    this.policy = policy;
    this.#entries = new Map(entries);
  }

  /** The delay that is stored for `id`, expired or not; 0 without an entry. */
  get(id: string): number {
    return this.#entries.get(id)?.backoffMs ?? 0;
  }

  entry(id: string): BackoffEntry | undefined {
    return this.#entries.get(id);
  }

  /** Raises the delay for the failure at `eventMs`, or starts again from the initial one; the entry then dates from `nowMs`. */
  next(id: string, eventMs: number, nowMs: number): void {
    const { initialMs, maximumMs } = this.policy;
    const entry = this.#entries.get(id);
    const startsAnew = entry === undefined || this.#isExpired(entry, eventMs);
    this.#entries.set(id, {
      backoffMs: startsAnew ? initialMs : Math.min(2 * entry.backoffMs, maximumMs),
      lastUpdateMs: nowMs,
    });
  }

  /**
   * Gives the failure at `eventMs` the initial delay where none is stored for it. client-go has no such call: it is how the first
   * restart is delayed, too, as the proposals say. A second call for the same failure changes nothing.
   */
  begin(id: string, eventMs: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || this.#isExpired(entry, eventMs)) this.next(id, eventMs, eventMs);
  }

  /**
   * Whether the delay counted from `eventMs` (a container's exit) still lasts at `nowMs`.
   * `delayOf` makes of what is stored what a design that is compared with the kubelet waits.
   */
  isInBackOffSince(id: string, eventMs: number, nowMs: number, delayOf = storedDelay): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && !this.#isExpired(entry, eventMs) && nowMs - eventMs < delayOf(entry.backoffMs);
  }

  /** Whether the delay counted from the last update still lasts at `eventMs`, as the image puller asks. */
  isInBackOffSinceUpdate(id: string, eventMs: number): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && !this.#isExpired(entry, eventMs) && eventMs - entry.lastUpdateMs < entry.backoffMs;
  }

  /** The last moment at which the entry is still kept by garbage collection; undefined without an entry. */
  expiresAfterMs(id: string): number | undefined {
    const entry = this.#entries.get(id);
    return entry === undefined ? undefined : entry.lastUpdateMs + this.#resetAfterMs();
  }

  reset(id: string): void {
    this.#entries.delete(id);
  }

  deleteEntry(id: string): void {
    this.#entries.delete(id);
  }

  /** Forgets what is expired by `nowMs`, also under a container that still waits. */
  gc(nowMs: number): void {
    for (const [id, entry] of this.#entries) if (this.#isExpired(entry, nowMs)) this.#entries.delete(id);
  }

  /** A second object with the same entries, for a snapshot. */
  copy(): Backoff<Policy> {
    return new Backoff(this.policy, this.#entries);
  }

  #isExpired(entry: BackoffEntry, eventMs: number): boolean {
    return eventMs - entry.lastUpdateMs > this.#resetAfterMs();
  }

  #resetAfterMs(): number {
    return this.policy.resetAfterMs ?? 2 * this.policy.maximumMs;
  }
}

/** Without a design of its own a delay is what is stored. */
export function storedDelay(storedMs: number): number {
  return storedMs;
}

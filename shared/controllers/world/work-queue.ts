import type { EventQueue, Scheduled } from "../../simulation/world/queue.ts";
import { laterOf, type WorkloadCause } from "../objects/recorder.ts";

interface Delayed {
  readonly dueMs: number;
  readonly scheduled: Scheduled;
}

/**
 * The work queue of a controller: a key waits at most once, and of several delayed looks only the earliest is kept.
 * Models staging/src/k8s.io/client-go/util/workqueue delaying_queue.go AddAfter (v1.37.1).
 */
export class WorkQueue {
  readonly #queue: EventQueue;
  readonly #reactionMs: () => number;
  readonly #sync: (key: string, cause: WorkloadCause) => void;
  readonly #waiting = new Map<string, WorkloadCause>();
  readonly #delayed = new Map<string, Delayed>();

  /** `reactionMs`: from an event to the look. */
  constructor(queue: EventQueue, reactionMs: () => number, sync: (key: string, cause: WorkloadCause) => void) {
    this.#queue = queue;
    this.#reactionMs = reactionMs;
    this.#sync = sync;
  }

  /** Something happened that the controller looks at. */
  add(key: string, cause: WorkloadCause): void {
    const waiting = this.#waiting.get(key);
    this.#waiting.set(key, laterOf(waiting, cause));
    if (waiting !== undefined) return;
    this.#queue.schedule(this.#queue.nowMs + this.#reactionMs(), () => {
      const known = this.#waiting.get(key);
      this.#waiting.delete(key);
      if (known !== undefined) this.#sync(key, known);
    });
  }

  addAt(key: string, dueMs: number, cause: WorkloadCause): void {
    const before = this.#delayed.get(key);
    if (before !== undefined && before.dueMs <= dueMs) return;
    if (before !== undefined) before.scheduled.canceled = true;
    const scheduled = this.#queue.schedule(dueMs, () => {
      this.#delayed.delete(key);
      this.add(key, cause);
    });
    this.#delayed.set(key, { dueMs, scheduled });
  }
}

import type { EventQueue, Scheduled } from "./queue.ts";

/** What a task waits for: a time, a state of the world, or whichever comes first. */
export interface Wait {
  readonly untilMs?: number;
  readonly until?: () => boolean;
  /** Told when the process that waits is gone. */
  readonly abandoned?: () => void;
}

/** Work that takes virtual time. It may be waiting for something, like a goroutine of the kubelet. */
export type Task<Result = void> = Generator<Wait, Result>;

interface Waiting {
  readonly until: (() => boolean) | undefined;
  readonly abandoned: (() => void) | undefined;
  readonly timer: Scheduled | undefined;
  readonly resume: () => void;
}

/** Runs tasks side by side on one queue. */
export class Tasks {
  readonly #queue: EventQueue;
  #waiting: Waiting[] = [];

  constructor(queue: EventQueue) {
    this.#queue = queue;
  }

  /** Whether no task is under way. */
  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  run<Result>(task: Task<Result>, done: (result: Result) => void): void {
    const step = task.next();
    if (step.done === true) {
      done(step.value);
      return;
    }
    const { untilMs, until, abandoned } = step.value;
    const timer = untilMs === undefined ? undefined : this.#queue.schedule(untilMs, () => this.#resume(waiting));
    const waiting: Waiting = { until, abandoned, timer, resume: () => this.run(task, done) };
    this.#waiting.push(waiting);
  }

  /** Continues what waited for a state that now holds. To be called after everything that happens. */
  wake(): void {
    if (this.#waiting.length === 0) return;
    for (;;) {
      const woken = this.#waiting.find((waiting) => waiting.until?.() === true);
      if (woken === undefined) return;
      this.#resume(woken);
    }
  }

  /** Drops all tasks: the process that they belong to is gone. */
  abandon(): void {
    const abandoned = this.#waiting;
    this.clear();
    for (const waiting of abandoned) waiting.abandoned?.();
  }

  /** Forgets all tasks, as if they had never been. */
  clear(): void {
    for (const { timer } of this.#waiting) if (timer !== undefined) timer.canceled = true;
    this.#waiting = [];
  }

  #resume(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    if (waiting.timer !== undefined) waiting.timer.canceled = true;
    waiting.resume();
  }
}

import type { EventQueue, Scheduled } from "./queue.ts";

/** What a task waits for: a time, a state of the world, or whichever comes first. */
export interface Wait {
  readonly untilMs?: number;
  readonly until?: () => boolean;
}

/** Work that takes virtual time. It may be waiting for something, like a goroutine of the kubelet. */
export type Task<Result = void> = Generator<Wait, Result>;

interface Waiting {
  readonly until: () => boolean;
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

  run<Result>(task: Task<Result>, done: (result: Result) => void): void {
    const step = task.next();
    if (step.done === true) {
      done(step.value);
      return;
    }
    const resume = (): void => this.run(task, done);
    const { untilMs, until } = step.value;
    const timer = untilMs === undefined ? undefined : this.#queue.schedule(untilMs, () => this.#resume(timer, resume));
    if (until !== undefined) this.#waiting.push({ until, timer, resume });
  }

  /** Continues what waited for a state that now holds. To be called after everything that happens. */
  wake(): void {
    for (;;) {
      const index = this.#waiting.findIndex((waiting) => waiting.until());
      const woken = this.#waiting[index];
      if (woken === undefined) return;
      this.#waiting.splice(index, 1);
      if (woken.timer !== undefined) woken.timer.cancelled = true;
      woken.resume();
    }
  }

  #resume(timer: Scheduled | undefined, resume: () => void): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.timer !== timer);
    resume();
  }
}

/** What happens at a time. A canceled action stays in the queue and is skipped. */
export interface Scheduled {
  readonly tMs: number;
  readonly order: number;
  readonly action: () => void;
  canceled: boolean;
}

/** Actions in order of time; those of one instant in the order in which they were scheduled. */
export class EventQueue {
  #heap: Scheduled[] = [];
  #order = 0;
  nowMs = 0;
  /** The action that runs now or ran last, and the one before it. */
  running: Scheduled | undefined;
  before: Scheduled | undefined;

  schedule(tMs: number, action: () => void): Scheduled {
    const scheduled = { tMs: Math.max(tMs, this.nowMs), order: this.#order++, action, canceled: false };
    this.#heap.push(scheduled);
    this.#up(this.#heap.length - 1);
    return scheduled;
  }

  /** How many actions wait, canceled ones not counted. */
  pending(): number {
    return this.#heap.filter(({ canceled }) => !canceled).length;
  }

  /** What puts back the clock and all that waits now. */
  save(): () => void {
    const heap = [...this.#heap];
    const canceled = heap.map((scheduled) => scheduled.canceled);
    const order = this.#order;
    const { nowMs, running, before } = this;
    return () => {
      this.#heap = [...heap];
      heap.forEach((scheduled, index) => {
        scheduled.canceled = canceled[index] ?? false;
      });
      this.#order = order;
      this.nowMs = nowMs;
      this.running = running;
      this.before = before;
    };
  }

  /** Time of the next action, or undefined when nothing is left to happen. */
  nextMs(): number | undefined {
    while (this.#heap[0]?.canceled === true) this.#pop();
    return this.#heap[0]?.tMs;
  }

  /** Moves the clock to the next action and runs it. */
  runNext(): void {
    if (this.nextMs() === undefined) return;
    const next = this.#pop();
    if (next === undefined) return;
    this.nowMs = next.tMs;
    this.before = this.running;
    this.running = next;
    next.action();
  }

  #pop(): Scheduled | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last !== undefined && first !== last) {
      this.#heap[0] = last;
      this.#down(0);
    }
    return first;
  }

  #up(start: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfEarlier(index, parent)) return;
      index = parent;
    }
  }

  #down(start: number): void {
    let index = start;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      const child = this.#isEarlier(right, left) ? right : left;
      if (!this.#swapIfEarlier(child, index)) return;
      index = child;
    }
  }

  #isEarlier(left: number, right: number): boolean {
    const one = this.#heap[left];
    const other = this.#heap[right];
    if (one === undefined || other === undefined) return one !== undefined;
    return one.tMs < other.tMs || (one.tMs === other.tMs && one.order < other.order);
  }

  #swapIfEarlier(child: number, parent: number): boolean {
    const low = this.#heap[child];
    const high = this.#heap[parent];
    if (low === undefined || high === undefined || !this.#isEarlier(child, parent)) return false;
    this.#heap[child] = high;
    this.#heap[parent] = low;
    return true;
  }
}

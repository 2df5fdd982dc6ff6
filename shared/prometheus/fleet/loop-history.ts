import type { RestartHistory } from "./history.ts";
import type { FleetTotals } from "./model.ts";

/** The course of a range: restarts and time down of all loops, in equal steps. */
export class LoopHistory {
  readonly #fromMs: number;
  readonly #stepMs: number;
  readonly #restarts: number[];
  readonly #downMs: number[];

  constructor(fromMs: number, untilMs: number, steps: number) {
    this.#fromMs = fromMs;
    this.#stepMs = Math.max(1, (untilMs - fromMs) / steps);
    this.#restarts = Array.from({ length: steps }, () => 0);
    this.#downMs = Array.from({ length: steps }, () => 0);
  }

  add({ restarts, lastExitMs, untilMs }: RestartHistory): void {
    for (const { exitMs, startEarliestMs, startLatestMs, unseen } of restarts) {
      const startMs = (startEarliestMs + startLatestMs) / 2;
      const step = this.#stepAt(startMs);
      this.#restarts[step] = (this.#restarts[step] ?? 0) + 1 + unseen;
      if (exitMs !== undefined) this.#down(exitMs, startMs);
    }
    if (lastExitMs !== undefined) this.#down(lastExitMs, untilMs);
  }

  value(): FleetTotals["history"] {
    return {
      stepMs: this.#stepMs,
      restarts: [...this.#restarts],
      downMs: this.#downMs.map(Math.round),
    };
  }

  #stepAt(atMs: number): number {
    return Math.min(this.#restarts.length - 1, Math.max(0, Math.floor((atMs - this.#fromMs) / this.#stepMs)));
  }

  #down(exitMs: number, startMs: number): void {
    for (let step = this.#stepAt(exitMs); step <= this.#stepAt(startMs); step++) {
      const beginMs = this.#fromMs + step * this.#stepMs;
      const overlapMs = Math.min(startMs, beginMs + this.#stepMs) - Math.max(exitMs, beginMs);
      this.#downMs[step] = (this.#downMs[step] ?? 0) + Math.max(0, overlapMs);
    }
  }
}

import type { PrometheusAnswer, PrometheusFailure } from "./prometheus.ts";

/** Runs tasks side by side, in order, and stops beginning new ones when the time is over. */
export class BoundedWork {
  readonly #parallel: number;
  readonly #isOver: () => boolean;
  readonly #onDone: () => void;
  /** What failed, each sentence once. */
  readonly problems = new Set<string>();
  /** The time was over before all was asked. */
  hasLeftOut = false;

  constructor(parallel: number, isOver: () => boolean, onDone: () => void) {
    this.#parallel = parallel;
    this.#isOver = isOver;
    this.#onDone = onDone;
  }

  /**
   * One question for each batch. A batch that is too much for the server is halved; what fails in another way is left out, and said.
   * Gives how many items were asked in vain.
   */
  async each<T>(
    batches: readonly (readonly T[])[],
    ask: (batch: readonly T[]) => Promise<PrometheusAnswer<unknown>>,
  ): Promise<number> {
    const waiting = [...batches].toReversed();
    let missing = 0;
    const worker = async (): Promise<void> => {
      for (let batch = waiting.pop(); batch !== undefined; batch = waiting.pop()) {
        if (this.#isOver()) {
          this.hasLeftOut = true;
          missing += batch.length;
          continue;
        }
        const answer = await ask(batch);
        if (!("failure" in answer)) {
          this.#onDone();
        } else if (answer.failure.isTooMuch && batch.length > 1) {
          const half = Math.ceil(batch.length / 2);
          waiting.push(batch.slice(half), batch.slice(0, half));
        } else {
          this.#fail(answer.failure);
          missing += batch.length;
        }
      }
    };
    await Promise.all(Array.from({ length: this.#parallel }, worker));
    return missing;
  }

  #fail({ problem }: PrometheusFailure): void {
    if (this.problems.size < 10) this.problems.add(problem);
  }
}

export function batchesOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const batches: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += size) batches.push(items.slice(from, from + size));
  return batches;
}

/** Counts what is under way, so that somebody can wait until nothing is. */
export interface PendingWork {
  /** Gives what ends it; the second call does nothing. */
  begin(): () => void;
  during<Value>(promise: Promise<Value>): Promise<Value>;
  readonly isDone: boolean;
  done(): Promise<void>;
}

export function createWork(): PendingWork {
  let count = 0;
  let waiting: (() => void)[] = [];
  const begin = (): (() => void) => {
    count += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      count -= 1;
      if (count > 0) return;
      const told = waiting;
      waiting = [];
      for (const tell of told) tell();
    };
  };
  return {
    begin,
    during: (promise) => promise.finally(begin()),
    get isDone() {
      return count === 0;
    },
    done: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

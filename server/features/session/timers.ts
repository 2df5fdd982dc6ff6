/** One timer for each open file: a new one takes the place of the one before it. */
interface FileTimers {
  start(uri: string, delayMs: number, work: () => void): void;
  cancel(uri: string): void;
}

export function createFileTimers(): FileTimers {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const cancel = (uri: string): void => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
  };
  return {
    start(uri, delayMs, work) {
      cancel(uri);
      const due = (): void => {
        timers.delete(uri);
        work();
      };
      timers.set(uri, setTimeout(due, delayMs));
    },
    cancel,
  };
}

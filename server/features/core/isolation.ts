type Log = (message: string) => void;

/** Runs parts that must not break each other: a part that fails answers nothing and is named in the log. */
export interface Isolation {
  run<T>(name: string, part: () => T): T | undefined;
  wait<T>(name: string, part: () => T | Promise<T>): Promise<T | undefined>;
}

export function createIsolation(log: Log): Isolation {
  const told = new Set<string>();
  // What is broken breaks again at each keystroke: once in the log is enough.
  const failed = (name: string, error: unknown): undefined => {
    const message = `${name} failed: ${String(error)}`;
    if (!told.has(message)) log(`${message}${stackOf(error)}`);
    told.add(message);
  };
  return {
    run(name, part) {
      try {
        return part();
      } catch (error) {
        return failed(name, error);
      }
    },
    async wait(name, part) {
      try {
        return await part();
      } catch (error) {
        return failed(name, error);
      }
    },
  };
}

function stackOf(error: unknown): string {
  return error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : "";
}

/** Messages from the server in the order of their arrival, by method. Waiting ends with a message, never with a time. */
export interface Mailbox {
  put(method: string, params: unknown): void;
  /** The oldest message of the method that was not taken yet. */
  take(method: string): Promise<unknown>;
  /** What has come and was not taken. */
  waiting(method: string): number;
}

export function createMailbox(): Mailbox {
  const arrived = new Map<string, unknown[]>();
  const takers = new Map<string, ((params: unknown) => void)[]>();
  const listOf = <T>(lists: Map<string, T[]>, method: string): T[] => {
    const list = lists.get(method) ?? [];
    lists.set(method, list);
    return list;
  };
  return {
    put(method, params) {
      const taker = listOf(takers, method).shift();
      if (taker === undefined) listOf(arrived, method).push(params);
      else taker(params);
    },
    take(method) {
      const messages = listOf(arrived, method);
      if (messages.length > 0) return Promise.resolve(messages.shift());
      return new Promise((resolve) => listOf(takers, method).push(resolve));
    },
    waiting: (method) => listOf(arrived, method).length,
  };
}

/** Lets waiting requests in between. A timer costs a millisecond where there is something better. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

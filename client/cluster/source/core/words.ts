/** `60s`, `2m`. */
export function secondsText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds >= 120 && seconds % 60 === 0 ? `${seconds / 60}m` : `${Math.max(1, seconds)}s`;
}

/** An address without the password that can stand in it. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^/]*@/, "//");
}

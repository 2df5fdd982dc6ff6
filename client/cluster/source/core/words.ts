import { formatRecorded } from "../../../../shared/basics/span-words.ts";

/** An address without the password that can stand in it. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^/]*@/, "//");
}

const dayMs = 24 * 3_600_000;
const yearMs = 365 * dayMs;

/** How far two clocks are apart: `1h5m`, `9 days`, `7973 years`. A clock that lost its battery is years off. */
export function clockDistance(aheadMs: number): string {
  const ms = Math.abs(aheadMs);
  if (ms < 2 * dayMs) return formatRecorded(ms);
  return ms < 2 * yearMs ? `${Math.floor(ms / dayMs)} days` : `${Math.floor(ms / yearMs)} years`;
}

/** Nobody sets a clock by so much: what counts by it says nothing. */
export function isFarOff(aheadMs: number): boolean {
  return Math.abs(aheadMs) >= dayMs;
}

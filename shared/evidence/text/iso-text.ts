import { formatWallTime } from "../../basics/wall-time.ts";

/** A time as the API writes it, in whole seconds: `2026-11-21T12:10:00Z`. */
export function isoText(ms: number): string {
  const text = formatWallTime(Math.floor(ms / 1000) * 1000).replace(" ", "T");
  return text.length === "2026-11-21T12:10".length ? `${text}:00Z` : `${text}Z`;
}

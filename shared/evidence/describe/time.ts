import { parseWallTime } from "../../basics/wall-time.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Reads `Sun, 01 Mar 2026 10:00:00 +0100` (Go's RFC1123Z), as the API writes it. Undefined if it is none, or Go's zero time. */
export function isoTime(text: string | undefined): string | undefined {
  const match = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) ([-+])(\d\d)(\d\d)$/.exec(text ?? "");
  if (match === null) return undefined;
  const [, day = "", month = "", year = "", time = "", sign = "", hours = "", minutes = ""] = match;
  const number = months.indexOf(month) + 1;
  const date = `${year}-${String(number).padStart(2, "0")}-${day}`;
  if (number === 0 || Number(year) < 2014 || parseWallTime(`${date}T${time}`) === undefined) return undefined;
  return `${date}T${time}${sign}${hours}:${minutes}`;
}

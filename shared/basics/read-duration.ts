/** Nanoseconds in a unit. */
const units: ReadonlyMap<string, number> = new Map([
  ["ns", 1],
  ["us", 1e3],
  // Go takes both the micro sign and the Greek letter.
  ["\u00b5s", 1e3],
  ["\u03bcs", 1e3],
  ["ms", 1e6],
  ["s", 1e9],
  ["m", 60e9],
  ["h", 3600e9],
]);

/** Go keeps a duration in 64 bits of nanoseconds: about 292 years. */
const durationMsMax = 2 ** 63 / 1e6;

/**
 * Reads a duration as Go and metav1.Duration do: `90s`, `1h30m`, `-1.5h`, `300ms`, `0`.
 * Gives milliseconds, with a fraction where the text is finer (`1us` is 0.001). Undefined if Go refuses the text.
 */
export function parseDuration(text: string): number | undefined {
  const read = readDuration(text);
  return typeof read === "number" ? read : undefined;
}

/** Go's words for a text that is no duration: `time: missing unit in duration "60"`. Undefined if it is one. */
export function durationError(text: string): string | undefined {
  const read = readDuration(text);
  if (typeof read === "number") return undefined;
  const error = read.unit === undefined ? read.error : `unknown unit ${quoted(read.unit)} in duration`;
  return `time: ${error} ${quoted(text)}`;
}

// Models time quote (Go 1.26)
function quoted(text: string): string {
  const parts = Array.from(text, (character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    const code = character.codePointAt(0) ?? 0;
    return code >= 0x20 && code < 0x80 ? character : utf8Bytes(code).map(escaped).join("");
  });
  return `"${parts.join("")}"`;
}

function escaped(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

function utf8Bytes(code: number): readonly number[] {
  if (code < 0x80) return [code];
  const rest = (shift: number): number => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x800) return [0xc0 | (code >> 6), rest(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), rest(6), rest(0)];
  return [0xf0 | (code >> 18), rest(12), rest(6), rest(0)];
}

interface Unreadable {
  readonly error: string;
  /** The unit that does not exist. */
  readonly unit?: string;
}

const invalid: Unreadable = { error: "invalid duration" };

// Models time.ParseDuration (Go 1.26)
function readDuration(text: string): number | Unreadable {
  const [, sign, amounts = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  const ms = amounts === "0" ? 0 : sumOfAmounts(amounts);
  if (typeof ms !== "number") return ms;
  if (ms >= durationMsMax) return invalid;
  return sign === "-" && ms > 0 ? -ms : ms;
}

function sumOfAmounts(text: string): number | Unreadable {
  const amount = /(\d*)(\.\d*)?([^\d.]*)/y;
  // Nanoseconds are summed apart: in one number with years of milliseconds they would be lost to rounding.
  let wholeMs = 0;
  let nanoseconds = 0;
  do {
    const [, whole = "", fraction = "", name = ""] = amount.exec(text) ?? [];
    if (whole === "" && fraction.length < 2) return invalid;
    if (name === "") return { error: "missing unit in duration" };
    const unit = units.get(name);
    if (unit === undefined) return { error: "unknown unit", unit: name };
    if (unit >= 1e6) wholeMs += Number(whole) * (unit / 1e6);
    else nanoseconds += Number(whole) * unit;
    nanoseconds += nanosecondsOfFraction(fraction, unit);
  } while (amount.lastIndex < text.length);
  return wholeMs + nanoseconds / 1e6;
}

/** Go drops what is finer than a nanosecond. */
function nanosecondsOfFraction(fraction: string, unit: number): number {
  const digits = fraction.slice(1, 19);
  return digits === "" ? 0 : Math.trunc(Number(digits) * (unit / 10 ** digits.length));
}

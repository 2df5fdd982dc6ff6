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

/** A duration for people, without the parts that are zero: `0s`, `10s`, `4m50s`, `1h5m`, `1.5s`, `300ms`. */
export function formatDuration(ms: number): string {
  const { sign, hours, minutes, seconds } = split(ms);
  if (hours === 0 && minutes === 0 && seconds < 1) return ms === 0 ? "0s" : `${sign}${decimal(seconds * 1e3)}ms`;
  const parts = [
    hours > 0 ? `${hours}h` : "",
    minutes > 0 ? `${minutes}m` : "",
    seconds > 0 ? `${decimal(seconds)}s` : "",
  ];
  return sign + parts.join("");
}

/** A duration as Go prints it, and so the kubelet in its messages: `1m20s`, `5m0s`, `1h0m0s`, `1.5s`, `300ms`. */
// Models time.Duration.String (Go 1.26)
export function formatGoDuration(ms: number): string {
  const { sign, hours, minutes, seconds } = split(ms);
  if (hours > 0) return `${sign}${hours}h${minutes}m${decimal(seconds)}s`;
  if (minutes > 0) return `${sign}${minutes}m${decimal(seconds)}s`;
  return seconds === 0 ? "0s" : sign + belowAMinute(seconds);
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

function split(ms: number): { sign: string; hours: number; minutes: number; seconds: number } {
  const absolute = Math.abs(ms);
  const wholeMs = Math.floor(absolute + 5e-7);
  const nanoseconds = Math.max(0, Math.round((absolute - wholeMs) * 1e6));
  return {
    sign: ms < 0 ? "-" : "",
    hours: Math.floor(wholeMs / 3600e3),
    minutes: Math.floor(wholeMs / 60e3) % 60,
    seconds: (wholeMs % 60e3) / 1e3 + nanoseconds / 1e9,
  };
}

function belowAMinute(seconds: number): string {
  if (seconds >= 1) return `${decimal(seconds)}s`;
  if (seconds >= 1e-3) return `${decimal(seconds * 1e3)}ms`;
  return seconds >= 1e-6 ? `${decimal(seconds * 1e6)}\u00b5s` : `${decimal(seconds * 1e9)}ns`;
}

/** At most nine places, without the noise that binary fractions leave behind them. */
function decimal(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(9).replace(/\.?0{1,9}$/, "");
}

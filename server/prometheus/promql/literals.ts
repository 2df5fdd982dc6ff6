const unitMs: Readonly<Record<string, number>> = {
  y: 31_536_000_000,
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
};

/** `1h30m`, or a number of seconds; a sign is allowed. Models github.com/prometheus/common/model ParseDuration (v0.72.1). */
export function promqlDurationMs(text: string): number | undefined {
  const [, sign, digits] = /^([+-]?)([0-9].*|\.[0-9].*)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const factor = sign === "-" ? -1 : 1;
  if (/^[0-9.eE_]+$/.test(digits)) return factor * Math.round(Number(digits.replaceAll("_", "")) * 1000);
  if (!/^(?:[0-9]{1,15}(?:ms|[ywdhms]))+$/.test(digits)) return undefined;
  let totalMs = 0;
  for (const [, count = "", unit = ""] of digits.matchAll(/([0-9]{1,15})(ms|[ywdhms])/g))
    totalMs += Number(count) * (unitMs[unit] ?? 0);
  return factor * totalMs;
}

/** A number, or a duration in seconds. */
export function promqlNumber(text: string): number {
  const plain = text.replaceAll("_", "").toLowerCase();
  const sign = plain.startsWith("-") ? -1 : 1;
  const unsigned = plain.replace(/^[+-]/, "");
  if (unsigned === "inf") return sign * Number.POSITIVE_INFINITY;
  if (unsigned === "nan") return Number.NaN;
  const number = Number(unsigned);
  return Number.isNaN(number) ? (promqlDurationMs(plain) ?? Number.NaN) / 1000 : sign * number;
}

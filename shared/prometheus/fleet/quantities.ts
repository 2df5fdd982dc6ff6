const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Two units at most, as sums need no more: `45s`, `12m`, `3h 20m`, `14d 6h`. */
export function roughDuration(exactMs: number): string {
  const ms = Math.round(exactMs / 1000) * 1000;
  if (ms < minuteMs) return `${ms / 1000}s`;
  if (ms < hourMs) return twoUnits(ms, [minuteMs, "m"], [1000, "s"]);
  if (ms < 2 * dayMs) return twoUnits(ms, [hourMs, "h"], [minuteMs, "m"]);
  return twoUnits(ms, [dayMs, "d"], [hourMs, "h"]);
}

type Unit = readonly [ms: number, name: string];

function twoUnits(ms: number, [largeMs, large]: Unit, [smallMs, small]: Unit): string {
  const all = Math.round(ms / smallMs);
  const many = Math.floor((all * smallMs) / largeMs);
  const rest = all - (many * largeMs) / smallMs;
  return rest === 0 ? `${many}${large}` : `${many}${large} ${rest}${small}`;
}

/** `84,112`. */
export function grouped(value: number): string {
  const digits = String(Math.abs(Math.round(value)));
  const first = digits.length % 3;
  const threes = digits.slice(first).match(/\d{3}/g) ?? [];
  const text = [...(first === 0 ? [] : [digits.slice(0, first)]), ...threes].join(",");
  return value <= -0.5 ? `-${text}` : text;
}

export function percent(share: number): string {
  const value = share * 100;
  const rounded = value > 99 && value < 100 ? Math.floor(value * 10) / 10 : Math.round(value * 10) / 10;
  return `${rounded} %`;
}

/** `×0.4`, `same`; before nothing, nothing can be said. */
export function change(before: number, after: number): string {
  if (before === after) return "same";
  if (before === 0) return "";
  const ratio = after / before;
  return `×${ratio >= 10 ? ratio.toFixed(0) : ratio.toPrecision(2)}`;
}

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

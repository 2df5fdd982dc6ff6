import { element, type Markup } from "../../basics/markup.ts";

/** Of the largest value: a bar as wide as its share, in a cell of a table that has the number. */
export function bar(value: number, most: number, kind: "now" | "then" = "now"): Markup {
  const share = most <= 0 ? 0 : Math.min(1, value / most);
  const rect = element("rect", { class: `bar ${kind}`, x: 0, y: 2, height: 12, rx: 2, width: percentOf(share) });
  return element("svg", { width: "100%", height: 16, "aria-hidden": "true" }, rect);
}

interface ColumnChart {
  readonly label: string;
  readonly values: readonly number[];
  /** Words for a value. */
  readonly text: (value: number) => string;
  /** What the n-th column stands for. */
  readonly name: (index: number) => string;
  /** Levels of the grid, from 0 on. */
  readonly levels: readonly number[];
}

const heightPx = 180;
const topPx = 14;
const bottomPx = 22;
const plotPx = heightPx - topPx - bottomPx;
const labelsAtMost = 5;

/** Columns over time, as wide as the page; each has its words as a tooltip. */
export function columnChart({ label, values, text, name, levels }: ColumnChart): Markup {
  const most = Math.max(levels.at(-1) ?? 0, ...values, 1e-9);
  const yOf = (value: number): number => topPx + plotPx * (1 - value / most);
  const grid = levels.map((level) => [
    element("line", { class: "grid", x1: 0, x2: "100%", y1: yOf(level), y2: yOf(level) }),
    element("text", { class: "level", x: 0, y: yOf(level) - 3 }, level === 0 ? "" : text(level)),
  ]);
  const columns = values.map((value, index) => {
    const x = percentOf(index / values.length);
    const place = {
      x,
      y: yOf(value),
      width: percentOf(0.85 / values.length),
      height: heightPx - bottomPx - yOf(value),
    };
    return element("rect", { class: "bar now", ...place }, element("title", {}, `${name(index)}: ${text(value)}`));
  });
  const labels = labelIndexes(values.length).map((index, position, all) => {
    const isLast = position === all.length - 1;
    const anchor = position === 0 ? "start" : isLast ? "end" : "middle";
    const x = isLast ? "100%" : percentOf(index / values.length);
    const minor = position % 2 === 1 ? "time minor" : "time";
    return element("text", { class: minor, x, y: heightPx - 6, "text-anchor": anchor }, name(index));
  });
  return element(
    "svg",
    { width: "100%", height: heightPx, role: "img", "aria-label": label },
    [grid, columns, labels].flat(2),
  );
}

function labelIndexes(count: number): readonly number[] {
  const labels = Math.min(labelsAtMost, count);
  return Array.from({ length: labels }, (_, index) => Math.round((index * (count - 1)) / Math.max(1, labels - 1)));
}

function percentOf(share: number): string {
  return `${Math.round(share * 1e4) / 100}%`;
}

/** Up to four levels at 1, 2, or 5 times a power of ten of the unit, and 0. */
export function niceLevels(most: number, unit = 1): readonly number[] {
  if (most <= 0) return [0];
  const rough = most / unit / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / unit / step) + 1 }, (_, index) => index * step * unit);
}

import { memo } from "../../basics/once.ts";
import type { Labels } from "./model.ts";

export const metricName = "__name__";

/** The same for equal label sets, and for no others. An empty value counts as no label. */
export const labelsKey = memo((labels: Labels) =>
  JSON.stringify(
    Object.entries(labels)
      .filter(([, value]) => value !== "")
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  ),
);

/** Removes the metric's name. */
export function withoutName(labels: Labels): Labels {
  return withoutLabels(labels, [metricName]);
}

/** Parts of one label set. An expression takes the same ones of the same series at each moment. */
const partsOf = memo((_labels: Labels) => new Map<string, Labels>());

function partOf(labels: Labels, key: string, take: () => Labels): Labels {
  const parts = partsOf(labels);
  const part = parts.get(key) ?? take();
  parts.set(key, part);
  return part;
}

export function withoutLabels(labels: Labels, names: readonly string[]): Labels {
  return partOf(labels, `-${names.join()}`, () =>
    Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name))),
  );
}

export function onlyLabels(labels: Labels, names: readonly string[]): Labels {
  return partOf(labels, `+${names.join()}`, () =>
    Object.fromEntries(names.flatMap((name) => (labelOf(labels, name) === "" ? [] : [[name, labelOf(labels, name)]]))),
  );
}

/** An empty value removes the label. */
export function withLabel(labels: Labels, name: string, value: string): Labels {
  return value === "" ? withoutLabels(labels, [name]) : { ...labels, [name]: value };
}

export function labelOf(labels: Labels, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? "") : "";
}

/** `{container="app", reason="CrashLoopBackOff"}`, as Prometheus writes it. */
export function labelsText(labels: Labels): string {
  const parts = Object.entries(withoutName(labels))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `${labelOf(labels, metricName)}{${parts.join(", ")}}`;
}

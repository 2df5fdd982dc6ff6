import type { IntOrPercent } from "./model.ts";

/** `25%` or a number; undefined for anything else. Models staging/src/k8s.io/apimachinery/pkg/util/intstr GetScaledValueFromIntOrPercent (v1.37.1). */
export function readIntOrPercent(value: unknown): IntOrPercent | undefined {
  if (typeof value === "number" && Number.isInteger(value)) return { count: value };
  const percent = typeof value === "string" ? /^(\d{1,9})%$/.exec(value)?.[1] : undefined;
  return percent === undefined ? undefined : { percent: Number(percent) };
}

export function roundedUp(value: IntOrPercent, total: number): number {
  return "count" in value ? value.count : Math.ceil((value.percent * total) / 100);
}

export function roundedDown(value: IntOrPercent, total: number): number {
  return "count" in value ? value.count : Math.floor((value.percent * total) / 100);
}

/** As it is written in a manifest. */
export function formatIntOrPercent(value: IntOrPercent): string {
  return "count" in value ? String(value.count) : `${value.percent}%`;
}

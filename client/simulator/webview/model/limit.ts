import type { Path } from "../../../../shared/basics/path.ts";

/** A number of the pod spec that ends something in the drawn run: failures of a probe, or the stop of a container. */
export interface Limit {
  readonly kind: "threshold" | "grace";
  readonly container: string;
  /** The map that has the field, relative to the pod spec. */
  readonly path: Path;
  readonly field: "failureThreshold" | "terminationGracePeriodSeconds";
  /** Whose it is, for people: `liveness`, or empty for the pod. */
  readonly owner: string;
  readonly value: number;
  /** What the manifest has, or its default. */
  readonly written: number;
  /** When it begins to count, and how long it is for each unit. */
  readonly fromMs: number;
  readonly unitMs: number;
}

/** The last failure that counts ends it; a stop lasts for all of its seconds. */
export function endOfLimit({ kind, fromMs, unitMs, value }: Limit): number {
  return fromMs + (kind === "threshold" ? value - 1 : value) * unitMs;
}

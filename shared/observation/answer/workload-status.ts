import { plainLine } from "../../basics/plain-line.ts";
import type { AnswerNote } from "../../forecast/answer/model.ts";
import { listAt, type ObjectPart, textAt, timeAt } from "../objects/fields.ts";
import type { ObservedNow } from "./model.ts";

/** The status of an object above pods, at a moment. */
export interface WorkloadAt {
  readonly name: string;
  readonly namespace: string;
  readonly spec: ObjectPart;
  readonly status: ObjectPart;
  readonly conditions: readonly StatusCondition[];
  readonly atMs: number;
}

export interface StatusCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string | undefined;
  /** In one line, without the period. */
  readonly message: string | undefined;
  /** Since when it has this status, in ms since 1970. */
  readonly sinceMs: number | undefined;
  /** When it was written last. */
  readonly updatedMs: number | undefined;
}

export type WorkloadCase = Pick<ObservedNow, "is" | "outlook" | "headline" | "brief" | "message" | "fix" | "after"> & {
  /** What is to be said besides. */
  readonly besides?: readonly AnswerNote[];
  /** As many pods are available as are wanted, whatever becomes of the new ones. */
  readonly keepsServing?: boolean;
};

export function conditionsOf(status: ObjectPart): readonly StatusCondition[] {
  return listAt(status, "conditions", readCondition);
}

function readCondition(place: ObjectPart): StatusCondition | undefined {
  const type = textAt(place, "type");
  if (type === undefined) return undefined;
  const sinceMs = timeAt(place, "lastTransitionTime")?.nominalMs;
  const message = plainLine(textAt(place, "message") ?? "").replace(/\.$/, "");
  return {
    type,
    status: textAt(place, "status") ?? "Unknown",
    reason: textAt(place, "reason"),
    message: message === "" ? undefined : message,
    sinceMs,
    updatedMs: timeAt(place, "lastUpdateTime")?.nominalMs ?? sinceMs,
  };
}

/** How many pods of a workload are as they should be. */
export interface ObservedCounts {
  readonly wanted: number;
  /** Undefined if there is no rollout. */
  readonly updated: number | undefined;
  readonly available: number;
}

/** `1 of 3 updated, 3 of 3 available`. Pods beyond those that are wanted, of a surge or before a scale-down, are no part of them. */
export function countsText({ wanted, updated, available }: ObservedCounts): string {
  const parts = [
    ...(updated === undefined ? [] : [`${Math.min(updated, wanted)} of ${wanted} updated`]),
    `${Math.min(available, wanted)} of ${wanted} available`,
  ];
  return parts.join(", ");
}

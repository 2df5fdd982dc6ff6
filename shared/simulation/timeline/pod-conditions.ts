import type { PodCondition } from "./timeline.ts";

export function isTrue(conditions: readonly PodCondition[] | undefined, type: string): boolean {
  return conditions !== undefined && conditionOf(conditions, type)?.status === "True";
}

export function conditionOf(conditions: readonly PodCondition[], type: string): PodCondition | undefined {
  for (const condition of conditions) if (condition.type === type) return condition;
  return undefined;
}

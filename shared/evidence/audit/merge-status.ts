import * as z from "zod/mini";
import { type AuditFields, fieldsSchema } from "./audit-event.ts";

/**
 * A status after the strategic merge patch that a kubelet sends: conditions are merged by their type, all other lists are replaced. Models
 * apimachinery pkg/util/strategicpatch StrategicMergePatch for core/v1 PodStatus (v0.37.1)
 */
export function mergedStatus(before: AuditFields, patch: AuditFields): AuditFields {
  const merged: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith("$") || forbidden.has(key)) continue;
    if (value === null) Reflect.deleteProperty(merged, key);
    else merged[key] = key === "conditions" ? mergedConditions(before[key], value) : value;
  }
  return merged;
}

const forbidden: ReadonlySet<string> = new Set(["__proto__"]);

function mergedConditions(before: unknown, patch: unknown): readonly AuditFields[] {
  const byType = new Map(listOf(before).map((condition) => [String(condition["type"]), condition]));
  for (const condition of listOf(patch)) {
    const type = String(condition["type"]);
    if (condition["$patch"] === "delete") byType.delete(type);
    else byType.set(type, mergedFields(byType.get(type), condition));
  }
  return [...byType.values()];
}

function mergedFields(before: AuditFields | undefined, patch: AuditFields): AuditFields {
  const kept = Object.entries({ ...before, ...patch }).filter(([key, value]) => value !== null && !key.startsWith("$"));
  return Object.fromEntries(kept);
}

export function listOf(value: unknown): readonly AuditFields[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((each) => {
    const fields = fieldsOf(each);
    return fields === undefined ? [] : [fields];
  });
}

export function fieldsOf(value: unknown): AuditFields | undefined {
  return z.safeParse(fieldsSchema, value).data;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

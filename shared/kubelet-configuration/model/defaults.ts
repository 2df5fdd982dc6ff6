import { parseDuration } from "../../basics/read-duration.ts";
import { type Fields, isFields, valueAt } from "../../basics/values.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { defaultOf, type KubeletField, kubeletFields } from "../../kubernetes/kubelet/kubelet-fields.ts";
import type { Component } from "../../kubernetes/node.ts";
import type { KubernetesVersion } from "../../kubernetes/versions.ts";

/** Defaults that are filled in only while the gate of the field is on. */
const gatedDefaults = ["crashLoopBackOff.maxContainerRestartPeriod", "imagePullCredentialsVerificationPolicy"];

/** The configuration after defaulting. Zero counts as not written where Go holds no pointer: `maxPods: 0` becomes 110. */
// Models pkg/kubelet/apis/config/v1beta1/defaults.go SetDefaults_KubeletConfiguration (v1.37.1)
export function withDefaults(fields: Fields, kubelet: Component): Fields {
  const result = copyOf(fields);
  if (Number(result["maxParallelImagePulls"] ?? 0) > 1) result["serializeImagePulls"] ??= false;
  for (const { field, path, value } of defaultsIn(kubelet.kubernetes)) {
    if (!isUnset(valueAt(result, path), field)) continue;
    if (gatedDefaults.includes(field.path) && !isEnabled(kubelet, field.gate ?? "")) continue;
    setValue(result, path, value);
  }
  return result;
}

interface FieldDefault {
  readonly field: KubeletField;
  readonly path: readonly string[];
  readonly value: unknown;
}

const defaultsByVersion = new Map<KubernetesVersion, readonly FieldDefault[]>();

function defaultsIn(version: KubernetesVersion): readonly FieldDefault[] {
  const before = defaultsByVersion.get(version);
  if (before !== undefined) return before;
  const found = [...kubeletFields(version).values()].flatMap((field) => {
    const value = defaultOf(field, version);
    return value === undefined || field.path.includes("[]") ? [] : [{ field, path: field.path.split("."), value }];
  });
  defaultsByVersion.set(version, found);
  return found;
}

/** Objects are copied, lists and values shared. */
function copyOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, isFields(value) ? copyOf(value) : value]),
  );
}

function isUnset(value: unknown, field: KubeletField): boolean {
  if (value === undefined) return true;
  if (field.pointer) return false;
  if (typeof value === "string" && field.type.startsWith("duration")) return parseDuration(value) === 0;
  return value === "" || value === 0;
}

/** Objects on the way are made where they are missing. */
function setValue(fields: Record<string, unknown>, [step = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    fields[step] = value;
    return;
  }
  const below = fields[step];
  const inner = isFields(below) ? copyOf(below) : {};
  setValue(inner, rest, value);
  fields[step] = inner;
}

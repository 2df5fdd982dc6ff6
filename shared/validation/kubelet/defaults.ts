import { parseDuration } from "../../kubernetes/durations.ts";
import { isEnabled } from "../../kubernetes/feature-gates.ts";
import { defaultOf, type KubeletField, kubeletFields } from "../../kubernetes/kubelet-fields.ts";
import type { Component } from "../../kubernetes/node.ts";
import { type Fields, isFields } from "./model.ts";
import { valueAt } from "./values.ts";

/** Defaults that are filled in only while the gate of the field is on. */
const gatedDefaults = ["crashLoopBackOff.maxContainerRestartPeriod", "imagePullCredentialsVerificationPolicy"];

/** The configuration after defaulting. Zero counts as not written where Go holds no pointer: `maxPods: 0` becomes 110. */
// Models pkg/kubelet/apis/config/v1beta1/defaults.go SetDefaults_KubeletConfiguration (v1.37)
export function withDefaults(fields: Fields, kubelet: Component): Fields {
  const imagePulls = Number(fields["maxParallelImagePulls"] ?? 0);
  const written = imagePulls > 1 ? { serializeImagePulls: false, ...fields } : fields;
  let result: Fields = written;
  for (const field of kubeletFields(kubelet.kubernetes).values()) {
    const value = defaultOf(field, kubelet.kubernetes);
    if (value === undefined || field.path.includes("[]")) continue;
    if (gatedDefaults.includes(field.path) && !isEnabled(kubelet, field.gate ?? "")) continue;
    const path = field.path.split(".");
    if (isUnset(valueAt(result, path), field)) result = withValue(result, path, value);
  }
  return result;
}

function isUnset(value: unknown, field: KubeletField): boolean {
  if (value === undefined) return true;
  if (field.pointer) return false;
  if (typeof value === "string" && field.type.startsWith("duration")) return parseDuration(value) === 0;
  return value === "" || value === 0;
}

function withValue(fields: Fields, [step = "", ...rest]: readonly string[], value: unknown): Fields {
  const below = fields[step];
  return { ...fields, [step]: rest.length === 0 ? value : withValue(isFields(below) ? below : {}, rest, value) };
}

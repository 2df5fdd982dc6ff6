import type { KubeletRule } from "../model/rule.ts";
import { textOf } from "../model/values.ts";

const namePart = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)$/;
const dnsName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const effects = ["", "NoSchedule", "PreferNoSchedule", "NoExecute"];

// Models pkg/kubelet/apis/config/validation/validation.go and pkg/util/taints CheckTaintValidation (v1.37.1)
export const checkTaints: KubeletRule = (values) =>
  values.objects("registerWithTaints").flatMap((taint, index) => {
    const [key, value, effect, added] = ["key", "value", "effect", "timeAdded"].map((field) => textOf(taint[field]));
    const path = ["registerWithTaints", index];
    const isValid = isQualifiedName(key ?? "") && isLabelValue(value ?? "") && effects.includes(effect ?? "");
    const written = `{${key} ${value} ${effect} ${added === "" ? "<nil>" : goTime(added ?? "")}}`;
    return [
      ...(isValid ? [] : [{ path, reason: `invalid taint: ${written}`, bare: true, advice: taintAdvice }]),
      ...(added === "" ? [] : [{ path: [...path, "timeAdded"], reason: "taint.TimeAdded is not nil" }]),
    ];
  });

const taintAdvice = `A taint is a key such as example.com/dedicated, a value, and an effect: NoSchedule, PreferNoSchedule or NoExecute`;

// Models k8s.io/apimachinery/pkg/util/validation IsQualifiedName (v0.37.1)
function isQualifiedName(text: string): boolean {
  const parts = text.split("/");
  const name = parts.at(-1) ?? "";
  if (parts.length > 2 || name.length > 63 || !namePart.test(name)) return false;
  const [prefix] = parts;
  return parts.length === 1 || (prefix !== undefined && prefix.length <= 253 && dnsName.test(prefix));
}

function isLabelValue(text: string): boolean {
  return text === "" || (text.length <= 63 && namePart.test(text));
}

/** `2024-01-01T00:00:00Z` as Go prints a time. */
function goTime(text: string): string {
  return text.replace("T", " ").replace(/Z$/, " +0000 UTC");
}

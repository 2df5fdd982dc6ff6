import { isFields } from "../../api-server/types/fields.ts";
import type { ObjectPart } from "../objects/fields.ts";

/** What a command can have without quotes; other text is none that Kubernetes would take. */
const plain = /^[A-Za-z0-9][\w./-]{0,316}$/;

/** ` -n prod`; empty for the default namespace. */
export function inNamespace(namespace: string): string {
  return namespace === "default" || !plain.test(namespace) ? "" : ` -n ${namespace}`;
}

/** Lists the pods of a workload, by its selector. */
export function podsCommand({ namespace, spec }: { readonly namespace: string; readonly spec: ObjectPart }): string {
  return `kubectl get pods${inNamespace(namespace)}${bySelector(spec.fields["selector"])}`;
}

/** ` -l app=web`; empty where it says more than labels. */
function bySelector(selector: unknown): string {
  if (!isFields(selector) || selector["matchExpressions"] !== undefined) return "";
  const labels = Object.entries(isFields(selector["matchLabels"]) ? selector["matchLabels"] : {});
  const isPlain = labels.every(([key, value]) => plain.test(key) && typeof value === "string" && plain.test(value));
  return labels.length === 0 || labels.length > 5 || !isPlain
    ? ""
    : ` -l ${labels.map(([key, value]) => `${key}=${value}`).join(",")}`;
}

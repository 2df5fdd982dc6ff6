import { metricName } from "../promql/labels.ts";
import { type Expression, partsOf } from "../promql/model.ts";

/** All values that kube-state-metrics ever gives a label. */
const values: Readonly<Record<string, { readonly label: string; readonly values: readonly string[] }>> = {
  kube_pod_status_phase: { label: "phase", values: ["Pending", "Running", "Succeeded", "Failed", "Unknown"] },
  kube_pod_status_ready: { label: "condition", values: ["true", "false", "unknown"] },
  kube_pod_status_scheduled: { label: "condition", values: ["true", "false", "unknown"] },
  kube_deployment_status_condition: { label: "status", values: ["true", "false", "unknown"] },
  kube_node_status_condition: { label: "status", values: ["true", "false", "unknown"] },
};

/** A selector that never selects anything. */
export interface EmptySelector {
  readonly metric: string;
  readonly label: string;
  readonly written: string;
  readonly values: readonly string[];
  /** The value that differs only by case. */
  readonly meant: string | undefined;
}

/** The first selector that asks for a value that its label never has. */
export function emptySelectorIn(expression: Expression): EmptySelector | undefined {
  for (const part of partsOf(expression)) {
    if (part.is !== "selector") continue;
    const metric = part.matchers.find(({ label, operator }) => label === metricName && operator === "=")?.value ?? "";
    const closed = Object.hasOwn(values, metric) ? values[metric] : undefined;
    const asked = part.matchers.filter(({ label }) => label === closed?.label);
    if (closed === undefined || closed.values.some((value) => asked.every(({ matches }) => matches(value)))) continue;
    const written = asked.find(({ operator }) => operator === "=")?.value;
    if (written === undefined) continue;
    const meant = closed.values.find((value) => value.toLowerCase() === written.toLowerCase());
    return { metric, label: closed.label, written, values: closed.values, meant };
  }
  return undefined;
}

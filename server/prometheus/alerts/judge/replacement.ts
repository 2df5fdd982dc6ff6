import type { AlertingRule } from "../../../../shared/prometheus/alerts/model.ts";
import { metricName } from "../../../../shared/prometheus/promql/labels.ts";
import { type Matcher, partsOf } from "../../../../shared/prometheus/promql/model.ts";

/** An expression for crash loops that sees restarts, too, with what the selectors of the rule's own expression ask for. Undefined if the rule is not about main containers. */
export function replacementOf({ expression, text }: AlertingRule): string | undefined {
  const selectors = [...partsOf(expression)].flatMap((part) => (part.is === "selector" ? [part.matchers] : []));
  const own = selectors.find((matchers) =>
    matchers.some(({ label, value }) => label === metricName && value.startsWith("kube_pod_container_status_")),
  );
  if (own === undefined) return undefined;
  const kept = own.filter(({ label }) => label !== metricName && label !== "reason").map(matcherText);
  const labels = [...(/\bcluster\b/.test(text) ? ["cluster"] : []), "namespace", "pod", "container", "uid"].join(", ");
  const waiting = ['reason="CrashLoopBackOff"', ...kept].join(", ");
  const restarts = kept.length === 0 ? "" : `{${kept.join(", ")}}`;
  return [
    `max by (${labels}) (max_over_time(kube_pod_container_status_waiting_reason{${waiting}}[5m])) >= 1`,
    "or",
    `max by (${labels}) (increase(kube_pod_container_status_restarts_total${restarts}[10m])) >= 3`,
  ].join("\n");
}

function matcherText({ label, operator, value }: Matcher): string {
  const name = /^[A-Za-z_]\w*$/.test(label) ? label : JSON.stringify(label);
  return `${name}${operator}${JSON.stringify(value)}`;
}

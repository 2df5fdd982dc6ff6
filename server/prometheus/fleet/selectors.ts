import type { Matcher } from "../../../shared/prometheus/promql/model.ts";
import { parsePromql } from "../promql/parse.ts";

/** `label="value"` and its kin, as they are written. */
export type LabelMatcher = Pick<Matcher, "label" | "operator" | "value">;

/** Labels that only series of pods have. */
const podLabels: ReadonlySet<string> = new Set([
  "namespace",
  "pod",
  "container",
  "uid",
  "exported_namespace",
  "exported_pod",
  "exported_container",
]);

/** Reads `--match '{cluster="a"}'`. The problem is a sentence. */
export function readMatch(text: string): { readonly value: readonly LabelMatcher[] } | { readonly problem: string } {
  const parsed = parsePromql(text);
  if ("problem" in parsed)
    return { problem: `--match: ${parsed.problem.message}: use label matchers such as {cluster="a"}` };
  const { value } = parsed;
  if (value.is !== "selector" || value.matchers.some(({ label }) => label === "__name__"))
    return { problem: '--match takes label matchers without a metric, such as {cluster="a",namespace=~"web-.*"}' };
  return { value: value.matchers.map(({ label, operator, value: written }) => ({ label, operator, value: written })) };
}

/** `kube_pod_info{cluster="a",pod=~"x|y"}` */
export function selectorText(metric: string, matchers: readonly LabelMatcher[]): string {
  return `${metric}{${matchers.map(({ label, operator, value }) => `${label}${operator}${quoted(value)}`).join(",")}}`;
}

/** Alternatives of literals, which the index answers without trying each value. */
export function oneOf(label: string, values: readonly string[]): LabelMatcher {
  if (values.length === 1) return { label, operator: "=", value: values[0] ?? "" };
  return { label, operator: "=~", value: values.map(literal).join("|") };
}

/** Those that series without pods can have, too. */
export function withoutPods(matchers: readonly LabelMatcher[]): readonly LabelMatcher[] {
  return matchers.filter(({ label }) => !podLabels.has(label));
}

/** Those that series of owners have, which name a namespace but no pod. */
export function ofNamespaces(matchers: readonly LabelMatcher[]): readonly LabelMatcher[] {
  return matchers.filter(
    ({ label }) => label === "namespace" || label === "exported_namespace" || !podLabels.has(label),
  );
}

function literal(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

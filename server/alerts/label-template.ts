import type { AlertLabel } from "../../shared/alerts/model.ts";
import type { VectorSample } from "../../shared/promql/model.ts";
import { readTemplate } from "./template/read-template.ts";
import { runTemplate } from "./template/run-template.ts";

/** A label of a rule: plain text, or a template that Prometheus expands for each result. */
export function labelTemplate(text: string): { readonly label: AlertLabel } | { readonly problem: string } {
  if (!text.includes("{{")) return { label: { text } };
  const read = readTemplate(text);
  if ("problem" in read) return read;
  return { label: { text, expand: (sample: VectorSample) => runTemplate(read.value, sample) } };
}

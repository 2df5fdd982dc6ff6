import { valueAt } from "../../shared/basics/values.ts";
import { isEnabled } from "../../shared/kubernetes/gates/feature-gates.ts";
import { isUnknownAt, nodeAt } from "../manifest/text/ranges.ts";
import { lineStartOf } from "../manifest/text/text.ts";
import { eolOf } from "../rules/edits/edits.ts";
import { linesOfEntry } from "./lines.ts";
import type { BlockContainer, Part, SnippetEdit } from "./model.ts";

/** What a container says of its own restarts, since Kubernetes 1.34. */
export interface RestartFields {
  readonly restartPolicy: "Always" | "OnFailure" | "Never";
  readonly restartPolicyRules?: readonly [RestartRule];
}

interface RestartRule {
  readonly action: "Restart";
  readonly exitCodes: { readonly operator: "In" | "NotIn"; readonly values: readonly number[] };
}

/** API server and node know restart rules, and the container says nothing of its restarts so far. */
export function mayHaveRules({ analyzed, container, pod }: BlockContainer): boolean {
  const { apiServer, node } = analyzed.settings.assumptions;
  const isFree = (field: string): boolean =>
    valueAt(pod.located.spec, [...container.path, field]) === undefined &&
    !isUnknownAt(analyzed.document, [...pod.located.prefix, ...container.path, field]);
  return (
    [apiServer, node].every((component) => isEnabled(component, "ContainerRestartRules")) &&
    !pod.located.partial &&
    isFree("restartPolicy") &&
    isFree("restartPolicyRules")
  );
}

/** Writes them below the image, or the name, with the exit codes as a place for the cursor. */
export function restartFieldsEdit(place: BlockContainer, fields: RestartFields): SnippetEdit | undefined {
  const { analyzed, indent, map } = place;
  const { document } = analyzed;
  const above = ["image", "name"].flatMap((field) => map.entries.find(({ key }) => key === field) ?? [])[0];
  if (above === undefined || above.value.type !== "scalar" || above.value.style === "block") return undefined;
  const { end } = linesOfEntry(document, above);
  const eol = `${eolOf(document.text)}${indent}`;
  const [rule] = fields.restartPolicyRules ?? [];
  const parts: Part[] = [`${eol}restartPolicy: ${fields.restartPolicy}`];
  if (rule !== undefined) {
    const dash = `${eol}${" ".repeat(dashColumns(place))}`;
    const { operator, values } = rule.exitCodes;
    const lines = [
      "restartPolicyRules:",
      "- action: Restart",
      "  exitCodes:",
      `    operator: ${operator}`,
      "    values: [",
    ];
    const [first = "", ...others] = lines;
    parts.push(eol, first, ...others.flatMap((line) => [dash, line]), { placeholder: values.join(", ") }, "]");
  }
  return { start: end, end, parts };
}

/** By how many columns the dashes of the list of containers stand to the right of its name. */
function dashColumns({ analyzed: { document }, container, pod }: BlockContainer): number {
  const [list = ""] = container.path;
  const spec = nodeAt(document, pod.located.prefix);
  const entry = spec?.type === "map" ? spec.entries.findLast(({ key }) => key === list) : undefined;
  const [item] = entry?.value.type === "sequence" ? entry.value.items : [];
  if (entry === undefined || item === undefined) return 0;
  const columnOf = (offset: number): number => offset - lineStartOf(document.text, offset);
  return Math.max(0, columnOf(item.start) - columnOf(entry.keyRange.start));
}

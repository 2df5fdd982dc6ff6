import { nodeAt } from "../../manifest/text/ranges.ts";
import { fieldText, gateText, valueText } from "../../schema/documentation/kubelet-documentation.ts";
import type { Context } from "../core/feature.ts";
import { fieldOf, type KubeletPlace } from "./kubelet-place.ts";

/** About the field, gate or value that a path leads to. */
export function documentationAt(
  { settings }: Context,
  { configuration, document, path, on }: KubeletPlace,
): string | undefined {
  const version = settings.assumptions.node.kubernetes;
  const [root, gate] = path;
  if (root === "featureGates" && typeof gate === "string") return gateText(gate, version);
  const found = fieldOf(path, version);
  if (found === undefined) return undefined;
  const { field, rest } = found;
  const node = nodeAt(document, [...configuration.located.prefix, ...path]);
  const written = on === "value" && node?.type === "scalar" ? String(node.value) : undefined;
  const entry = rest[0];
  const meaning =
    (written === undefined ? undefined : valueText(field, written)) ??
    (typeof entry === "string" ? valueText(field, entry) : undefined);
  return [...(meaning === undefined ? [] : [meaning]), fieldText(field, version)].join("\n\n");
}

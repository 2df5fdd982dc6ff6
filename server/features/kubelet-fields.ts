import { kubeletRange } from "../manifest/kubelet-text.ts";
import { nodeAt } from "../manifest/ranges.ts";
import { fieldText, gateText, valueText } from "../schema/kubelet-documentation.ts";
import { docs } from "./docs.ts";
import type { Context, Feature } from "./feature.ts";
import { completeKubelet, resolveKubeletItem } from "./kubelet-completion.ts";
import { fieldOf, type KubeletPlace, kubeletPlaceAt } from "./kubelet-place.ts";
import { hoverOf } from "./markdown.ts";

const name = "kubelet fields";

/** Documentation and completion of every field, gate and value of a KubeletConfiguration. */
export const kubeletFieldDocs: Feature = {
  name,
  hover(context, placed, offset) {
    const place = kubeletPlaceAt(context, placed, offset);
    const first = place && documentationAt(context, place);
    if (place === undefined || first === undefined) return undefined;
    const range = kubeletRange(placed.document, place.configuration.located, place.path, place.on);
    const isGate = place.path[0] === "featureGates" && place.path.length > 1;
    return hoverOf({ first, docs: isGate ? docs.gates : docs.kubelet }, context, { placed, range });
  },
  completions(context, placed, offset) {
    const place = kubeletPlaceAt(context, placed, offset);
    return place === undefined ? [] : completeKubelet(context, placed, offset, place);
  },
  resolveCompletion: resolveKubeletItem,
};

/** Markdown for the field, gate or value that a path leads to. */
function documentationAt(
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

import { kubeletRange } from "../../manifest/pods/kubelet-text.ts";
import type { Feature } from "../core/feature.ts";
import { docs } from "../hover/docs.ts";
import { hoverOf } from "../hover/markdown.ts";
import { completeKubelet, resolveKubeletItem } from "./kubelet-completion.ts";
import { documentationAt } from "./kubelet-hover.ts";
import { kubeletPlaceAt } from "./kubelet-place.ts";

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
    return place === undefined ? [] : completeKubelet(context, placed, place);
  },
  resolveCompletion: resolveKubeletItem,
};

import { pathAt } from "../manifest/position.ts";
import { rangeOf } from "../manifest/ranges.ts";
import { docs } from "./docs.ts";
import type { Feature } from "./feature.ts";
import { hoverOf } from "./markdown.ts";
import { completePod, resolvePodItem } from "./pod-completion.ts";
import { podFieldDocumentation } from "./pod-field-notes.ts";
import { type PodFieldPlace, podFieldAt } from "./pod-field-place.ts";

/** Documentation and completion of the fields of pods and workloads that concern restarts, probes and termination. */
export const podFields: Feature = {
  name: "pod fields",
  hover(context, placed, offset) {
    const { path, on } = pathAt(placed.document, offset);
    const place = podFieldAt(placed.document, path);
    const first = place && podFieldDocumentation(context, place, on);
    if (place === undefined || first === undefined) return undefined;
    return hoverOf({ first, docs: pageOf(place) }, context, { placed, range: rangeOf(placed.document, path, on) });
  },
  completions: completePod,
  resolveCompletion: resolvePodItem,
};

function pageOf({ names }: PodFieldPlace): (typeof docs)[keyof typeof docs] {
  if (names.some((name) => name.endsWith("Probe"))) return docs.probes;
  if (names.some((name) => name === "restartPolicy" || name === "restartPolicyRules")) return docs.restartPolicy;
  return names.includes("jobTemplate") || names.includes("podFailurePolicy") ? docs.jobs : docs.pods;
}

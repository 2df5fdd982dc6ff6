import type { Feature } from "../core/feature.ts";
import { docs } from "../hover/docs.ts";
import { effectNotes } from "../hover/effect.ts";
import { hoverOf } from "../hover/markdown.ts";
import { completePod, resolvePodItem } from "./pod-completion.ts";
import { documentedFieldAt } from "./pod-field-notes.ts";
import type { PodFieldPlace } from "./pod-field-place.ts";

/** Documentation and completion of the fields of pods and workloads that concern restarts, probes and termination. */
export const podFields: Feature = {
  name: "pod fields",
  hover(context, placed, offset) {
    const found = documentedFieldAt(context, placed, offset);
    if (found === undefined) return undefined;
    const notes = effectNotes(context, placed, offset);
    return hoverOf({ first: found.text, notes, docs: pageOf(found.place) }, context, { placed, range: found.range });
  },
  completions: completePod,
  resolveCompletion: resolvePodItem,
};

function pageOf({ names }: PodFieldPlace): (typeof docs)[keyof typeof docs] {
  if (names.some((name) => name.endsWith("Probe"))) return docs.probes;
  if (names.some((name) => name === "restartPolicy" || name === "restartPolicyRules")) return docs.restartPolicy;
  return names.includes("jobTemplate") || names.includes("podFailurePolicy") ? docs.jobs : docs.pods;
}

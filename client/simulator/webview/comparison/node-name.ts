import { formatDuration } from "../../../../shared/basics/durations.ts";
import { engineGateTable } from "../../../../shared/kubernetes/gates/engine-gates.ts";
import { effectiveValue } from "../../../../shared/kubernetes/gates/feature-gate-table.ts";
import type { Assumptions, Component, PullRange } from "../../../../shared/kubernetes/node.ts";
import { formatPullRange, isSamePull } from "../../../../shared/kubernetes/pull-range.ts";
import { t } from "../words/l10n.ts";

/** The second node by what distinguishes it from the first. */
export function nodeName(first: Assumptions, second: Assumptions): string {
  const named = new Set([first, second].flatMap(({ node }) => Object.keys(node.featureGates)));
  const gates = [...named]
    .filter((gate) => isOn(first.node, gate) !== isOn(second.node, gate))
    .map((gate) => `${gate} ${isOn(second.node, gate) ? "on" : "off"}`);
  const maxContainerRestartPeriodMs = second.node.kubeletConfiguration.maxContainerRestartPeriodMs;
  const sameMaximum = maxContainerRestartPeriodMs === first.node.kubeletConfiguration.maxContainerRestartPeriodMs;
  const parts = [
    ...(second.node.kubernetes === first.node.kubernetes ? [] : [`Kubernetes ${second.node.kubernetes}`]),
    ...gates,
    ...(sameMaximum
      ? []
      : [
          maxContainerRestartPeriodMs === undefined
            ? t("Default maximum back-off")
            : t("Back-off capped at {0}", formatDuration(maxContainerRestartPeriodMs)),
        ]),
    ...(second.node.kubeletConfiguration.syncFrequencyMs === first.node.kubeletConfiguration.syncFrequencyMs
      ? []
      : [t("another syncFrequency")]),
    ...(second.timing === first.timing ? [] : [second.timing === "ideal" ? t("exact timing") : t("realistic timing")]),
    ...(second.semantics === first.semantics
      ? []
      : [second.semantics === "kep" ? t("as in the KEPs") : t("as released")]),
    ...(isSamePull(second.imagePull, first.imagePull) ? [] : [pullInWords(second.imagePull)]),
  ];
  return parts.length === 0 ? t("The same node") : parts.join(", ");
}

function pullInWords(imagePull: PullRange | undefined): string {
  return imagePull === undefined ? t("images on the node") : t("image pull {0}", formatPullRange(imagePull));
}

/** Another gate than those of the engine changes no run. */
function isOn(component: Component, gate: string): boolean {
  const history = engineGateTable().get(gate);
  return history === undefined ? component.featureGates[gate] === true : effectiveValue(component, gate, history);
}

import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import type { Assumptions, Node } from "../../../shared/kubernetes/node.ts";
import type { PlayParams } from "../../../shared/protocol/panel/export.ts";
import type { ScenarioText } from "../../../shared/scenario/language/parse.ts";

/** A pod of two containers as the panel sends it, with defaults all over. */
export const webPlay: PlayParams = {
  written: {
    kind: "Pod",
    name: "web",
    namespace: "default",
    spec: { containers: [{ name: "app", image: "registry.example/app" }] },
  },
  assumptions: defaultAssumptions(),
  assumptionsText: "Kubernetes 1.37 · gates default · kubelet configuration: default",
  scenarioTexts: [],
  seed: 1,
  untilMs: 1_800_000,
  file: "pod.yaml",
  hasManifestScenario: true,
};

/** The same node and API server, but for this. */
export function assumed(node: Partial<Node>, changes: Partial<Assumptions> = {}): Assumptions {
  const before = defaultAssumptions();
  const own = { ...before.node, ...node };
  const apiServer = { kubernetes: own.kubernetes, featureGates: own.featureGates };
  return { ...before, node: own, apiServer, ...changes };
}

export function withMaximum(
  maxContainerRestartPeriodMs: number,
  syncFrequencyMs?: number,
): Pick<Node, "kubeletConfiguration"> {
  return { kubeletConfiguration: { name: undefined, maxContainerRestartPeriodMs, syncFrequencyMs } };
}

/** Lines of the panel's editor: the name before the colon is the container. */
export function edited(...lines: readonly string[]): Pick<PlayParams, "scenarioTexts" | "hasManifestScenario"> {
  const scenarioTexts = lines.map((line): ScenarioText => {
    const [, container, text] = /^(\w+): (.*)$/s.exec(line) ?? [];
    return { text: text ?? line, container, source: "argument" };
  });
  return { scenarioTexts, hasManifestScenario: false };
}

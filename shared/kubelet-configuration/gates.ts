import { checkFeatureGates, type GateProblem } from "../kubernetes/gates/feature-gates.ts";
import type { Component } from "../kubernetes/node.ts";
import { adviseGate } from "./advice/advice-gates.ts";
import type { KubeletProblem } from "./model/model.ts";

/**
 * What stops the kubelet over the gates that its configuration sets; those that were set elsewhere are not reported here.
 * Since 1.32 the kubelet panics while it fills in defaults, before it looks at anything else.
 */
export function checkGates(kubelet: Component, own: Readonly<Record<string, boolean>>): readonly KubeletProblem[] {
  if (Object.keys(own).length === 0) return [];
  const byGate = new Map<string, GateProblem[]>();
  for (const problem of checkFeatureGates(kubelet)) {
    if (Object.hasOwn(own, problem.gate)) byGate.set(problem.gate, [...(byGate.get(problem.gate) ?? []), problem]);
  }
  return [...byGate].map(([gate, problems]) => ({
    path: ["featureGates", gate],
    origin: "kubelet",
    stage: "gates",
    reason: reasonOf(problems),
    ...briefOf(problems),
    ...adviseGate(problems, kubelet.featureGates, kubelet.kubernetes),
  }));
}

/** Several are put together as Go does with a list of errors. */
function reasonOf(problems: readonly GateProblem[]): string {
  const messages = problems.map(({ message }) => message);
  return messages.length === 1 ? messages.join() : `[${messages.join(", ")}]`;
}

function briefOf([first, ...others]: readonly GateProblem[]): Pick<KubeletProblem, "brief"> {
  return first === undefined || others.length < 2
    ? {}
    : { brief: `${first.message}, and ${others.length} more like it` };
}

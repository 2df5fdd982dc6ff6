import { nearest } from "../../basics/nearest.ts";
import { type GateProblem, gateInfo, gateNames } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast, type KubernetesVersion, minorVersions } from "../../kubernetes/versions.ts";
import type { KubeletAdvice } from "../model/model.ts";

/** Gates that have been renamed. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["PodHasNetworkCondition", "PodReadyToStartContainersCondition"],
  ["AllowPodLifecycleSleepActionZeroValue", "PodLifecycleSleepActionAllowZero"],
  ["CPUCFSQuotaPeriod", "CustomCPUCFSQuotaPeriod"],
]);

/** Names in KEP-4603 of gates that were released under other names, in lowercase. */
const proposedNames: ReadonlyMap<string, string> = new Map([
  ["enablekubeletcrashloopbackoffmax", "KubeletCrashLoopBackOffMax"],
  ["enablerapidcrashloopbackoffdecay", "ReduceDefaultCrashLoopBackOffDecay"],
]);

/** What to do if the kubelet rejects a gate. All problems are about one gate of the document. */
export function adviseGate(
  problems: readonly GateProblem[],
  gates: Readonly<Record<string, boolean>>,
  version: KubernetesVersion,
): KubeletAdvice {
  const [first] = problems;
  if (first === undefined) return {};
  if (first.kind === "unknown") return adviseUnknownGate(first.gate, gates[first.gate] === true, version);
  if (first.kind === "locked") {
    const state = gateInfo(first.gate, version)?.default === true ? "on" : "off";
    return {
      advice: `In Kubernetes ${version} it is always ${state}. Remove the line`,
      repairs: [removal(first.gate)],
    };
  }
  return adviseDependencies(problems, gates);
}

function adviseUnknownGate(gate: string, value: boolean, version: KubernetesVersion): KubeletAdvice {
  const names = gateNames(version);
  const proposed = proposedNames.get(gate.toLowerCase());
  const same = names.find((name) => name.toLowerCase() === gate.toLowerCase()) ?? renamed.get(gate) ?? proposed;
  if (same !== undefined && names.includes(same)) {
    const advice = same === proposed ? `A KEP proposed this name. Did you mean ${same}?` : `Did you mean ${same}?`;
    return { advice, repairs: [{ kind: "key", path: ["featureGates", gate], name: same }] };
  }
  const known = minorVersions.filter((minor) => gateInfo(gate, minor) !== undefined);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) {
    const meant = nearest(gate, names);
    return {
      advice: meant === undefined ? "No known version has this gate. Remove the line" : `Did you mean ${meant}?`,
    };
  }
  if (!atLeast(version, first))
    return { advice: `It needs Kubernetes ${first}. Remove the line, or set the version of your nodes` };
  const isOn = gateInfo(gate, last)?.default === true;
  const advice = `Kubernetes ${last} was the last version with this gate. The feature is now always ${isOn ? "on" : "off"}. Remove the line`;
  return { advice, ...(isOn === value && { repairs: [removal(gate)] }) };
}

function removal(gate: string) {
  return { kind: "remove", path: ["featureGates", gate] } as const;
}

/** Either turns on what is required, or turns off what requires it. */
function adviseDependencies(problems: readonly GateProblem[], gates: Readonly<Record<string, boolean>>): KubeletAdvice {
  const off = [...new Set(problems.flatMap((problem) => problem.off ?? []))];
  const dependents = [...new Set(problems.flatMap(({ dependent = [] }) => dependent))];
  const isTurnedOff = off.some((gate) => gates[gate] === false);
  const [names, value] = isTurnedOff ? [dependents, false] : [off, true];
  const repairs = names.map((gate) => ({ kind: "gate", gate, value }) as const);
  return { advice: `Also set ${names.map((gate) => `${gate} to ${value}`).join(", ")}`, repairs };
}

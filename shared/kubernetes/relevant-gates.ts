import { type EngineGate, engineGateTable, isEnabled } from "./engine-gates.ts";
import { type GateStage, minorOf, stateIn } from "./feature-gate-table.ts";
import type { Component } from "./node.ts";
import { allContainers, type Container, type Pod } from "./pod.ts";

/** A feature gate of a kubelet, seen from one pod. */
export interface RelevantGate {
  readonly gate: EngineGate;
  readonly stage: "alpha" | "beta" | "GA" | "deprecated";
  readonly default: boolean;
  /** It cannot be given another value. */
  readonly locked: boolean;
  readonly value: boolean;
  /** False: this pod has nothing that it is about, and nobody has set it. */
  readonly matters: boolean;
  /** What it does for this pod while it is on, or what the pod would need. */
  readonly why: string;
}

/**
 * The gates that the engine asks for and this version knows: first those that matter to the pod. An API server whose gate is off has
 * dropped what the gate is about: pass the pod as one with all gates would admit it to see what the gate would bring.
 */
export function relevantGates(pod: Pod, component: Component): readonly RelevantGate[] {
  const gates = subjects.flatMap(({ gate, why, isIn, otherwise }): readonly RelevantGate[] => {
    const history = engineGateTable().get(gate);
    const state = history && stateIn(history, minorOf(component.kubernetes));
    if (state === undefined) return [];
    const { stage, default: byDefault, locked } = state;
    const isPresent = isIn(pod);
    return [
      {
        gate,
        stage: stageNames[stage],
        default: byDefault,
        locked,
        value: isEnabled(component, gate),
        matters: isPresent || Object.hasOwn(component.featureGates, gate),
        why: isPresent ? why : otherwise,
      },
    ];
  });
  return [...gates.filter(({ matters }) => matters), ...gates.filter(({ matters }) => !matters)];
}

const stageNames = { alpha: "alpha", beta: "beta", ga: "GA", deprecated: "deprecated" } as const satisfies Record<
  GateStage,
  string
>;

interface Subject {
  readonly gate: EngineGate;
  readonly isIn: (pod: Pod) => boolean;
  readonly why: string;
  /** Said of a pod that has none of it. */
  readonly otherwise: string;
}

const nothingRestarts = "nothing restarts here";
const noRestartAll = "no rule restarts all containers";

/** What moves most comes first. */
const subjects: readonly Subject[] = [
  {
    gate: "RestartAllContainersOnContainerExits",
    isIn: restartsAll,
    why: "an exit can restart all containers",
    otherwise: noRestartAll,
  },
  {
    gate: "ContainerRestartRules",
    isIn: some(({ kind, restartPolicy }) => kind !== "sidecar" && restartPolicy !== undefined),
    why: "containers keep their own restartPolicy and rules",
    otherwise: "no container has a restart policy of its own",
  },
  {
    gate: "ReduceDefaultCrashLoopBackOffDecay",
    isIn: canRestart,
    why: "delays before restarts begin at 1s, not at 10s",
    otherwise: nothingRestarts,
  },
  {
    gate: "KubeletCrashLoopBackOffMax",
    isIn: canRestart,
    why: "the node's maxContainerRestartPeriod ends the climb of the delays",
    otherwise: nothingRestarts,
  },
  {
    gate: "NodeDeclaredFeatures",
    isIn: restartsAll,
    why: "a node that cannot restart all containers rejects the pod",
    otherwise: noRestartAll,
  },
  {
    gate: "SidecarContainers",
    isIn: some(({ kind }) => kind === "sidecar"),
    why: "init containers with restartPolicy: Always keep running",
    otherwise: "there is no sidecar",
  },
  {
    gate: "PodLifecycleSleepAction",
    isIn: some(({ postStart, preStop }) => postStart?.type === "sleep" || preStop?.type === "sleep"),
    why: "hooks may sleep",
    otherwise: "no hook sleeps",
  },
  {
    gate: "ChangeContainerStatusOnKubeletRestart",
    isIn: some(({ probes }) => probes.startup !== undefined || probes.readiness !== undefined),
    why: "a restart of the kubelet makes containers unready until their probes answer",
    otherwise: "no startup or readiness probe",
  },
  {
    gate: "PLEGOnDemandRelist",
    isIn: () => true,
    why: "the kubelet sees what it did at once, not at its next look",
    otherwise: "",
  },
  {
    gate: "PodReadyToStartContainersCondition",
    isIn: () => true,
    why: "the status says when the sandbox is ready",
    otherwise: "",
  },
];

function some(isMeant: (container: Container) => boolean): (pod: Pod) => boolean {
  return (pod) => allContainers(pod).some(isMeant);
}

function restartsAll(pod: Pod): boolean {
  return some(({ restartPolicyRules }) => restartPolicyRules.some(({ action }) => action === "RestartAllContainers"))(
    pod,
  );
}

/** By its policy, by a rule, or after a probe has stopped it, which asks the policy only. */
function canRestart(pod: Pod): boolean {
  return some(
    ({ kind, restartPolicy = pod.restartPolicy, restartPolicyRules }) =>
      kind === "sidecar" || restartPolicy !== "Never" || restartPolicyRules.length > 0,
  )(pod);
}

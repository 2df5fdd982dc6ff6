import type { Component } from "../node.ts";
import { allContainers, type Container, type Pod } from "../pod.ts";
import { type EngineGate, engineGateTable } from "./engine-gates.ts";
import { type GateStage, stateIn } from "./feature-gate-table.ts";
import { isEnabled } from "./feature-gates.ts";

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
  /** What it does for this pod, what the pod lacks without it, or why it is about nothing here. */
  readonly why: string;
}

/**
 * The gates that the engine asks for and this version knows: first those that matter to the pod. An API server whose gate is off has
 * dropped what the gate is about: pass the pod as one with all gates would admit it to see what the gate would bring.
 */
export function relevantGates(pod: Pod, component: Component): readonly RelevantGate[] {
  const gates = subjects.flatMap(({ gate, why, without, isIn, otherwise }): readonly RelevantGate[] => {
    const history = engineGateTable().get(gate);
    const state = history && stateIn(history, component.kubernetes);
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
        why: isPresent ? (isEnabled(component, gate) ? why : without) : otherwise,
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
  /** Said while it is on. */
  readonly why: string;
  /** Said while it is off. */
  readonly without: string;
  /** Said of a pod that has none of it. */
  readonly otherwise: string;
}

const nothingRestarts = "No container of this pod restarts";
const noRestartAll = "No rule of this pod restarts all containers";

/** What moves most comes first. */
const subjects: readonly Subject[] = [
  {
    gate: "RestartAllContainersOnContainerExits",
    isIn: restartsAll,
    why: "An exit can restart all containers",
    without: "Without it, RestartAllContainers rules are ignored",
    otherwise: noRestartAll,
  },
  {
    gate: "ContainerRestartRules",
    isIn: some(({ kind, restartPolicy }) => kind !== "sidecar" && restartPolicy !== undefined),
    why: "Containers keep their own restartPolicy and rules",
    without: "Without it, the restartPolicy and rules of containers are ignored",
    otherwise: "No container has a restartPolicy of its own",
  },
  {
    gate: "ReduceDefaultCrashLoopBackOffDecay",
    isIn: canRestart,
    why: "The back-off begins at 1s",
    without: "Without it, the back-off begins at 10s",
    otherwise: nothingRestarts,
  },
  {
    gate: "KubeletCrashLoopBackOffMax",
    isIn: canRestart,
    why: "maxContainerRestartPeriod sets the maximum back-off",
    without: "Without it, maxContainerRestartPeriod has no effect",
    otherwise: nothingRestarts,
  },
  {
    gate: "NodeDeclaredFeatures",
    isIn: restartsAll,
    why: "A node that cannot restart all containers rejects the pod",
    without: "Without it, a node that cannot restart all containers takes the pod and ignores the rule",
    otherwise: noRestartAll,
  },
  {
    gate: "SidecarContainers",
    isIn: some(({ kind }) => kind === "sidecar"),
    why: "Init containers with restartPolicy: Always keep running as sidecars",
    without: "Without it, restartPolicy of init containers is ignored: the pod waits for them to end",
    otherwise: "This pod has no sidecar",
  },
  {
    gate: "PodLifecycleSleepAction",
    isIn: some(({ postStart, preStop }) => postStart?.type === "sleep" || preStop?.type === "sleep"),
    why: "Hooks may sleep",
    without: "Without it, the API server drops sleep hooks",
    otherwise: "No hook of this pod sleeps",
  },
  {
    gate: "ChangeContainerStatusOnKubeletRestart",
    isIn: some(({ probes }) => probes.startup !== undefined || probes.readiness !== undefined),
    why: "A kubelet restart makes containers unready until their probes succeed",
    without: "Without it, containers stay ready through a kubelet restart",
    otherwise: "This pod has no startup or readiness probe",
  },
  {
    gate: "PLEGOnDemandRelist",
    isIn: () => true,
    why: "The kubelet sees what it did immediately",
    without: "Without it, the kubelet sees what it did at its next relist",
    otherwise: "",
  },
  {
    gate: "PodReadyToStartContainersCondition",
    isIn: () => true,
    why: "The status shows when the sandbox is ready",
    without: "Without it, the status does not show when the sandbox is ready",
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

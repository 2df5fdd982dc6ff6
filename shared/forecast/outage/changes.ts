import { crashLoopPolicy } from "../../backoff/policy.ts";
import { formatDuration } from "../../basics/durations.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Assumptions, Node } from "../../kubernetes/node.ts";
import {
  allContainers,
  type Container,
  type DefaultedPod,
  type Probe,
  type ProbeType,
  probeField,
} from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";
import { writtenScript } from "../../scenario/script.ts";
import type { AnswerInput } from "../answer/runs.ts";
import type { ContainerRecovery, OutageWindow } from "./model.ts";

/** A change that is played, and its words: `readinessProbe.periodSeconds: 2 in web`. */
export interface TriedChange {
  readonly change: string;
  readonly input: AnswerInput;
}

/** What was found after an outage: what to change depends on what takes the time. */
interface Found {
  readonly outage: OutageWindow;
  readonly containers: readonly ContainerRecovery[];
  /** Containers that liveness kills while the outage lasts. */
  readonly killed: ReadonlySet<string>;
}

/** The changes that may bring the pod back sooner. */
export function changesAfter(input: AnswerInput, { outage, containers, killed }: Found): readonly TriedChange[] {
  const waits = containers.some(({ decider }) => decider === "back-off");
  const specs = containers.flatMap(({ name, decider }) => {
    const spec = allContainers(input.pod).find((each) => each.name === name);
    return spec === undefined ? [] : [{ spec, decider }];
  });
  return [
    ...(waits ? nodeChanges(input) : []),
    ...specs.flatMap(({ spec, decider }) => [
      ...(decider === "back-off" ? restartAllChange(input, spec) : []),
      ...(decider === "probe" ? probeChanges(input, spec) : []),
      ...(killed.has(spec.name) ? livenessChange(input, spec, outage) : []),
    ]),
  ];
}

const maximumGate = "KubeletCrashLoopBackOffMax";
const reducedGate = "ReduceDefaultCrashLoopBackOffDecay";
const restartAllGate = "RestartAllContainersOnContainerExits";
const shortMaximumsMs = [30_000, 10_000] as const;

/** A shorter maximum back-off, and the reduced curve, where the kubelet of this version knows them. */
function nodeChanges(input: AnswerInput): readonly TriedChange[] {
  const { assumptions } = input;
  const { node, semantics } = assumptions;
  const { maximumMs } = crashLoopPolicy(node, semantics);
  const shortMs = shortMaximumsMs.find((ms) => ms < maximumMs);
  const withMaximum = withGate(node, maximumGate);
  const reduced = withGate(node, reducedGate);
  return [
    ...(shortMs === undefined || !isEnabled(withMaximum, maximumGate)
      ? []
      : [
          {
            change: `maxContainerRestartPeriod: ${formatDuration(shortMs)}${gateNote(node, maximumGate)} on the node`,
            input: withNode(input, {
              ...withMaximum,
              kubeletConfiguration: { ...node.kubeletConfiguration, maxContainerRestartPeriodMs: shortMs },
            }),
          },
        ]),
    ...(isEnabled(node, reducedGate) || !isEnabled(reduced, reducedGate)
      ? []
      : [{ change: `${reducedGate} on the node`, input: withNode(input, reduced) }]),
  ];
}

function withGate(node: Node, gate: string): Node {
  return isEnabled(node, gate) ? node : { ...node, featureGates: { ...node.featureGates, [gate]: true } };
}

function gateNote(node: Node, gate: string): string {
  return isEnabled(node, gate) ? "" : ` (with ${gate})`;
}

function withNode(input: AnswerInput, node: Node): AnswerInput {
  const assumptions: Assumptions = { ...input.assumptions, node };
  return { ...input, assumptions };
}

/** A restart of all containers waits for no back-off. */
function restartAllChange(input: AnswerInput, container: Container): readonly TriedChange[] {
  const { pod, assumptions, scenario } = input;
  const [code, ...others] = endCodesOf(scenario, container);
  const isOwn = container.restartPolicyRules.length === 0 && container.kind === "regular";
  if (code === undefined || others.length > 0 || !isOwn || !isEnabled(assumptions.node, restartAllGate)) return [];
  const rule = { action: "RestartAllContainers", exitCodes: { operator: "In", values: [code] } };
  const changed: Container = {
    ...container,
    restartPolicy: container.restartPolicy ?? pod.restartPolicy,
    restartPolicyRules: [rule],
  };
  return [
    {
      change: `restartPolicyRules with RestartAllContainers for exit code ${code} in ${container.name}`,
      input: { ...input, pod: withContainer(pod, container, changed) },
    },
  ];
}

function endCodesOf(scenario: Scenario, container: Container): readonly number[] {
  const codes = (writtenScript(scenario, container)?.runs ?? []).flatMap(({ phasedEnds }) =>
    phasedEnds.map(({ exitCode }) => exitCode),
  );
  return [...new Set(codes)].filter((code) => code !== 0);
}

/** A period that is so much shorter. */
const periodShare = 5;

function probeChanges(input: AnswerInput, container: Container): readonly TriedChange[] {
  return (["startup", "readiness"] as const).flatMap((type) => {
    const probe = container.probes[type];
    const periodSeconds = probe === undefined ? 1 : Math.ceil(probe.periodSeconds / periodShare);
    if (probe === undefined || periodSeconds >= probe.periodSeconds) return [];
    // The time that it allows stays.
    const failureThreshold =
      type === "startup"
        ? Math.ceil((probe.failureThreshold * probe.periodSeconds) / periodSeconds)
        : probe.failureThreshold;
    const thresholdNote = type === "startup" ? ` and failureThreshold: ${failureThreshold}` : "";
    return [
      {
        change: `${probeField(type)}.periodSeconds: ${periodSeconds}${thresholdNote} in ${container.name}`,
        input: withProbe(input, container, type, { ...probe, periodSeconds, failureThreshold }),
      },
    ];
  });
}

/** Liveness that lasts longer than the outage kills nothing. */
function livenessChange(input: AnswerInput, container: Container, outage: OutageWindow): readonly TriedChange[] {
  const probe = container.probes.liveness;
  if (probe === undefined || outage.kind === "kubelet" || outage.kind === "node") return [];
  const lastsMs = outage.untilMs - outage.fromMs;
  const failureThreshold = Math.ceil(lastsMs / (probe.periodSeconds * 1000)) + 2;
  if (failureThreshold <= probe.failureThreshold) return [];
  return [
    {
      change: `livenessProbe.failureThreshold: ${failureThreshold} in ${container.name}`,
      input: withProbe(input, container, "liveness", { ...probe, failureThreshold }),
    },
  ];
}

function withProbe(input: AnswerInput, container: Container, type: ProbeType, probe: Probe): AnswerInput {
  const changed = { ...container, probes: { ...container.probes, [type]: probe } };
  return { ...input, pod: withContainer(input.pod, container, changed) };
}

function withContainer(pod: DefaultedPod, container: Container, changed: Container): DefaultedPod {
  const exchanged = (each: Container): Container => (each === container ? changed : each);
  return {
    ...pod,
    containers: pod.containers.map(exchanged),
    initContainers: pod.initContainers.map(exchanged),
  };
}

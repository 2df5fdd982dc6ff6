import { isReadableImage } from "../../kubernetes/image-name.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import {
  allContainers,
  type Container,
  type DefaultedPod,
  type Probe,
  type ProbeType,
  probeTypes,
} from "../../kubernetes/pod.ts";
import { answerHook, hasUndeclaredPortName } from "../../probe/answer.ts";
import type { ContainerScript, Run, Scenario, ScenarioEvent } from "../../scenario/model.ts";
import { plainRun } from "../../scenario/script.ts";
import { createSimulation, type Simulation, simulate } from "../../simulation/simulation.ts";
import type { SimulationInput } from "../../simulation/timeline/input.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** The questions that a forecast puts to the engine: what if this one container did that, and all others behaved? */
export interface Experiment {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly container: Container;
  /** What happens to the pod meanwhile. */
  readonly events?: readonly ScenarioEvent[];
}

/** Seed of every forecast: its answers are bounds, so that any seed gives the same. */
export const forecastSeed = 1;

/** Far more than any question needs; a restart of all containers that loops without back-off would go on forever. */
export const entriesAtMost = 20_000;

/** The container does what `runs` say from when the pod is first seen, pulls included; the others are as good as they can be. */
export function play(experiment: Experiment, runs: readonly Run[], untilMs: number): Timeline {
  const { imagePull } = experiment.assumptions;
  const input = inputOf(experiment, runs, untilMs);
  return simulate({ ...input, assumptions: { ...input.assumptions, imagePull } });
}

/** The search looks first after this part of the horizon whether it is over, but soon where the horizon is far; then after half as much again, later in equal steps. */
const firstLook = 1 / 100;
const firstLookMsMax = 10_000;
const lookStepMax = 1 / 12;

/** The same, but the run ends soon after the first entry that answers the question: horizons are generous, answers come early. */
export function playUntilFound(
  experiment: Experiment,
  runs: readonly Run[],
  { untilMs, isAnswer }: { readonly untilMs: number; readonly isAnswer: (entry: TimelineEntry) => boolean },
): Timeline {
  return runUntilFound(createSimulation(inputOf(experiment, runs, untilMs)), untilMs, isAnswer);
}

/** Plays until soon after the first entry that is looked for, at most up to `untilMs`. */
export function runUntilFound(
  simulation: Simulation,
  untilMs: number,
  isAnswer: (entry: TimelineEntry) => boolean,
): Timeline {
  let looked = 0;
  let lookMs = Math.min(firstLook * untilMs, firstLookMsMax);
  for (;;) {
    simulation.runUntil(Math.min(lookMs, untilMs));
    const timeline = simulation.timeline();
    if (lookMs >= untilMs || timeline.entries.slice(looked).some(isAnswer)) return timeline;
    looked = timeline.entries.length;
    lookMs += Math.min(lookMs / 2, lookStepMax * untilMs);
  }
}

function inputOf(experiment: Experiment, runs: readonly Run[], untilMs: number): SimulationInput {
  const script: ContainerScript = { runs, image: undefined };
  const scenario: Scenario = {
    containers: { [experiment.container.name]: script },
    events: experiment.events ?? [],
    expectations: [],
  };
  const pod = withQuietOthers(experiment);
  // What if it crashed: by then its image is there.
  const assumptions: Assumptions = { ...experiment.assumptions, imagePull: undefined };
  return { pod, assumptions, scenario, seed: forecastSeed, untilMs, recording: "entries", entriesAtMost };
}

/** Probes that always succeed change nothing once a container has started, and cost the engine a tick every period. */
function withQuietOthers({ pod, container }: Pick<Experiment, "pod" | "container">): DefaultedPod {
  const quiet = (other: Container): Container => {
    const { startup } = other.probes;
    return other === container ? other : { ...other, probes: startup === undefined ? {} : { startup } };
  };
  return { ...pod, containers: pod.containers.map(quiet), initContainers: pod.initContainers.map(quiet) };
}

/** The same with these probes of the container only: what others do makes no difference to some questions, and costs the engine a tick every period. */
export function withProbes<About extends Experiment>(experiment: About, types: readonly ProbeType[]): About {
  const probes = Object.fromEntries(
    types.flatMap((type) => {
      const probe = experiment.container.probes[type];
      return probe === undefined ? [] : [[type, probe]];
    }),
  );
  const container = { ...experiment.container, probes };
  const exchanged = (other: Container): Container => (other === experiment.container ? container : other);
  const { containers, initContainers } = experiment.pod;
  const pod = {
    ...experiment.pod,
    containers: containers.map(exchanged),
    initContainers: initContainers.map(exchanged),
  };
  return { ...experiment, pod, container };
}

/** For questions about how it ends: only readiness depends on the readiness probe. */
export function withoutReadiness<About extends Experiment>(experiment: About): About {
  return withProbes(experiment, ["startup", "liveness"]);
}

/** For questions about traffic: what ends the container is another question. */
export function withoutLiveness<About extends Experiment>(experiment: About): About {
  return withProbes(experiment, ["startup", "readiness"]);
}

/**
 * The pod with nothing but the container, for questions about what happens between its start and its end: in ideal time, others make
 * no difference to that, once they let it start. A sidecar keeps a main container, because a pod without one ends.
 */
export function alone<About extends Experiment>(experiment: About): About {
  const { pod, container } = experiment;
  const others = allContainers(pod).filter((other) => other !== container);
  if (pod.activeDeadlineSeconds !== undefined || !others.every(letsOthersStart)) return experiment;
  const isMain = pod.containers.includes(container);
  const initContainers = isMain ? [] : [container];
  const containers = isMain ? [container] : pod.containers.slice(0, 1).map((main) => ({ ...main, probes: {} }));
  return { ...experiment, pod: { ...pod, initContainers, containers } };
}

/** For questions about the readiness of one container: what starts before it stays, with the probes that hold it up. */
export function withoutOtherMains<About extends Experiment>(experiment: About): About {
  const quiet = withQuietOthers(experiment);
  const { container } = experiment;
  const isMain = quiet.containers.includes(container);
  return { ...experiment, pod: { ...quiet, containers: isMain ? [container] : quiet.containers.slice(0, 1) } };
}

function letsOthersStart(other: Container): boolean {
  const { startup } = other.probes;
  const canSucceed =
    startup === undefined || (startup.handler !== undefined && !hasUndeclaredPortName(startup.handler, other));
  return canSucceed && isReadableImage(other.image) && other.restartPolicyRules.length === 0;
}

/** Probes are asked about without the loops of the kubelet: phases alone make their best and worst case. */
export function inIdealTime(assumptions: Assumptions): Assumptions {
  return { ...assumptions, timing: "ideal" };
}

/** Longer than every probe of the container needs to settle, however its ticks fall. */
export function settlingMs(container: Container): number {
  const each = probesOf(container).map((probe) => {
    const stepSeconds = Math.max(probe.periodSeconds, probe.timeoutSeconds);
    return probe.initialDelaySeconds + stepSeconds * (probe.successThreshold + 1);
  });
  return 2000 * Math.max(1, sum(each)) + postStartMs(container);
}

/** Nothing probes a container before its postStart hook has returned. A hook that never does settles nothing. */
function postStartMs({ postStart }: Container): number {
  const tookMs = postStart === undefined ? 0 : answerHook(answering, "postStart", postStart, 0).tookMs;
  return Number.isFinite(tookMs) ? tookMs : 0;
}

/** Longer than any probe of the container needs to act on a failure that lasts, its grace period included. */
export function actingMs(pod: DefaultedPod, container: Container): number {
  const each = probesOf(container).map((probe) => {
    const stepSeconds = Math.max(probe.periodSeconds, probe.timeoutSeconds);
    const graceSeconds = probe.terminationGracePeriodSeconds ?? pod.terminationGracePeriodSeconds;
    return probe.initialDelaySeconds + stepSeconds * (probe.failureThreshold + 1) + graceSeconds;
  });
  return 2000 * Math.max(1, sum(each)) + 60_000;
}

export const answering: Run = plainRun;

function probesOf(container: Container): readonly Probe[] {
  return probeTypes.flatMap((type) => container.probes[type] ?? []);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

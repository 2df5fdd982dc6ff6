import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { initialResult } from "../../probe/worker.ts";
import { decideRestart, effectivePolicy } from "../../restart/decision.ts";
import { isLeftWithoutSandbox, isSuccess, shouldStart } from "../status/status.ts";
import { has } from "../world/changes.ts";
import { hasActiveRegular, type Instance, knownState, latest, type PodContainer, type World } from "../world/world.ts";

export interface Kill {
  readonly container: PodContainer;
  /** The probe that failed; undefined if the container is to be replaced by another one. */
  readonly probe: "liveness" | "startup" | undefined;
  readonly message: string;
}

/** What one pass is to do, in the order kills, starts; or end the whole pod. */
export interface Actions {
  readonly killPod: boolean;
  readonly kills: readonly Kill[];
  readonly starts: readonly PodContainer[];
}

const nothing: Actions = { killPod: false, kills: [], starts: [] };
const endsPod: Actions = { ...nothing, killPod: true };

/** Models pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions (v1.37.1). */
export function computeActions(world: World): Actions {
  if (!world.sandbox.isReady) return sandboxActions(world);
  const init = initActions(world);
  if (init.killPod || !init.initialized) return init;
  const regular = regularActions(world);
  const nothingLeft = regular.kept === 0 && regular.starts.length === 0;
  if (nothingLeft) return { killPod: true, kills: [], starts: [] };
  if (init === noInit) return { killPod: false, kills: regular.kills, starts: regular.starts };
  return { killPod: false, kills: [...init.kills, ...regular.kills], starts: [...init.starts, ...regular.starts] };
}

/** What to start in a new sandbox: the first init container, or all regular ones that are not done for good. Without any there is no new sandbox. */
function sandboxActions(world: World): Actions {
  const { pod, input, containers } = world;
  if (isLeftWithoutSandbox(world)) return endsPod;
  const regular = containers.filter((container) => container.spec.kind === "regular");
  const starts = regular.filter((container) => {
    const instance = latest(container);
    const isDone = stateOf(world, instance) === "exited" && instance?.exitCode === 0;
    return !isDone || effectivePolicy(container.spec, pod, input.assumptions.node) !== "OnFailure";
  });
  if (starts.length === 0 && regular.some((container) => container.instances.length > 0)) return endsPod;
  const first = containers.find((container) => container.spec.kind !== "regular");
  return { ...nothing, starts: first === undefined ? starts : [first] };
}

/** A record to remove when all containers restart. What does not count as dead is killed before, also what was never started. */
interface ResetStep {
  readonly container: PodContainer;
  readonly instance: Instance;
  readonly isVictim: boolean;
}

/** What to remove one after the other when all containers restart: victims first, initiators last. Models kuberuntime_manager.go getContainersToReset (v1.37.1). */
export function resetSteps(world: World): readonly ResetStep[] {
  const steps = world.containers.flatMap((container) =>
    container.instances.map((instance) => ({
      container,
      instance,
      isVictim: knownState(world, instance) !== "exited",
    })),
  );
  const initiates = ({ container, instance }: ResetStep): boolean => endAsksForReset(world, container, instance);
  const isRegular = ({ container }: ResetStep): boolean => container.spec.kind === "regular";
  const place = (step: ResetStep): number => (initiates(step) ? 2 : 0) + (isRegular(step) ? 0 : 1);
  return steps.toSorted((one, other) => place(one) - place(other));
}

/** Whether the container's last exit matches a rule that restarts all containers. */
export function asksForReset(world: World, container: PodContainer): boolean {
  const instance = latest(container);
  return instance !== undefined && endAsksForReset(world, container, instance);
}

function endAsksForReset(world: World, { spec }: PodContainer, instance: Instance): boolean {
  const { node } = world.input.assumptions;
  if (knownState(world, instance) !== "exited") return false;
  if (!isEnabled(node, "RestartAllContainersOnContainerExits")) return false;
  return decideRestart(spec, world.pod, node, instance.exitCode).decision === "restart-all";
}

interface InitActions extends Actions {
  readonly initialized: boolean;
}

const noInit: InitActions = { killPod: false, kills: [], starts: [], initialized: true };

interface InitWalk {
  readonly kills: Kill[];
  readonly starts: PodContainer[];
  initialized: boolean;
  passed: boolean;
  killPod: boolean;
}

/** Walks the init containers and sidecars from last to first. Models computeInitContainerActions (v1.37.1). */
function initActions(world: World): InitActions {
  if (world.pod.initContainers.length === 0) return noInit;
  const containers = world.containers.filter((container) => container.spec.kind !== "regular");
  const initialized = isInitialized(world);
  const walk: InitWalk = { kills: [], starts: [], initialized, passed: initialized, killPod: false };
  for (let index = containers.length - 1; index >= 0 && !walk.killPod; index -= 1) {
    const container = containers[index];
    if (container !== undefined) visitInit(world, walk, container, containers[index + 1]);
  }
  const first = containers[0];
  if (!walk.initialized && !walk.passed && first !== undefined) walk.starts.push(first);
  const inOrder = containers.filter((container) => walk.starts.includes(container));
  return { ...walk, starts: walk.killPod ? [] : inOrder };
}

/**
 * What a pass takes for the sign that the init containers are done. Up to 1.36 a crashed container is none, so that it waits
 * for the sidecars beside it.
 */
function isInitialized(world: World): boolean {
  const { node } = world.input.assumptions;
  if (has(node, "dead containers count as initialized")) return hasActiveRegular(world);
  const regular = world.containers.filter((container) => container.spec.kind === "regular");
  return has(node, "only live containers count as initialized")
    ? regular.some((container) => isAlive(world, container))
    : regular.some((container) => container.instances.length > 0);
}

function isAlive(world: World, container: PodContainer): boolean {
  const state = stateOf(world, latest(container));
  return state === "created" || state === "running";
}

function stateOf(world: World, instance: Instance | undefined): Instance["state"] | undefined {
  return instance === undefined ? undefined : knownState(world, instance);
}

function visitInit(world: World, walk: InitWalk, container: PodContainer, next: PodContainer | undefined): void {
  const instance = latest(container);
  const isSidecar = container.spec.kind === "sidecar";
  if (instance === undefined) {
    if (isSidecar && walk.passed) walk.starts.push(container);
    return;
  }
  if (isSidecar || !walk.passed) {
    const state = knownState(world, instance);
    if (state === "created") walk.starts.push(container);
    else if (state === "running") visitRunning(world, walk, container, next);
    else visitExited(world, walk, container, next);
  }
  walk.passed = true;
}

function visitRunning(world: World, walk: InitWalk, container: PodContainer, next: PodContainer | undefined): void {
  if (container.spec.kind !== "sidecar") return;
  const startup = container.spec.probes.startup === undefined ? "success" : resultOf(container, "startup");
  if (startup === "failure") {
    walk.kills.push({
      container,
      probe: "startup",
      message: `Init container ${container.spec.name} failed startup probe`,
    });
    walk.starts.push(container);
    return;
  }
  if (startup !== "success") return;
  if (next === undefined) walk.initialized = true;
  else if (!walk.passed) walk.starts.push(next);
  const name = `Init container ${container.spec.name}`;
  if (isOutdated(container) && has(world.input.assumptions.node, "sidecar definition counts"))
    walk.kills.push({ container, probe: undefined, message: `${name} definition changed` });
  else if (resultOf(container, "liveness") === "failure")
    walk.kills.push({ container, probe: "liveness", message: `${name} failed liveness probe` });
  else return;
  walk.starts.push(container);
}

/** The pod names another image than the one that runs. */
function isOutdated(container: PodContainer): boolean {
  return latest(container)?.image !== container.image;
}

function visitExited(world: World, walk: InitWalk, container: PodContainer, next: PodContainer | undefined): void {
  const instance = latest(container);
  if (container.spec.kind === "sidecar") walk.starts.push(container);
  else if (instance !== undefined && isSuccess(instance)) {
    if (next === undefined) walk.initialized = true;
    else walk.starts.push(next);
  } else if (shouldStart(world, container)) walk.starts.push(container);
  else walk.killPod = true;
}

interface RegularActions {
  readonly kills: readonly Kill[];
  readonly starts: readonly PodContainer[];
  readonly kept: number;
}

function regularActions(world: World): RegularActions {
  const kills: Kill[] = [];
  const starts: PodContainer[] = [];
  let kept = 0;
  for (const container of world.containers) {
    if (container.spec.kind !== "regular") continue;
    if (stateOf(world, latest(container)) !== "running") {
      if (shouldStart(world, container)) starts.push(container);
      continue;
    }
    if (isOutdated(container)) {
      kills.push({
        container,
        probe: undefined,
        message: `Container ${container.spec.name} definition changed, will be restarted`,
      });
      starts.push(container);
      continue;
    }
    const probe = failedProbe(container);
    if (probe === undefined) {
      kept += 1;
      continue;
    }
    // Rules are not asked here: only the policy says whether the replacement starts in the same pass.
    const restarts = effectivePolicy(container.spec, world.pod, world.input.assumptions.node) !== "Never";
    const suffix = restarts ? ", will be restarted" : "";
    kills.push({ container, probe, message: `Container ${container.spec.name} failed ${probe} probe${suffix}` });
    if (restarts) starts.push(container);
  }
  return { kills, starts, kept };
}

function failedProbe(container: PodContainer): "liveness" | "startup" | undefined {
  if (resultOf(container, "liveness") === "failure") return "liveness";
  return resultOf(container, "startup") === "failure" ? "startup" : undefined;
}

/** The cached result for the container that runs now; undefined when its worker has not seen it. */
function resultOf(container: PodContainer, type: "startup" | "liveness"): string | undefined {
  const instance = latest(container);
  const worker = container.workers.find((each) => each.type === type && each.instance === instance?.id);
  return worker?.isLate === true ? initialResult(type) : worker?.result;
}

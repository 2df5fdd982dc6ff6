import { isEnabled } from "../kubernetes/engine-gates.ts";
import { initialResult } from "../probe/worker.ts";
import { decideRestart, effectivePolicy } from "../restart/decision.ts";
import { has } from "./changes.ts";
import { isSuccess, shouldStart } from "./status.ts";
import { type Cell, hasActiveRegular, type Instance, knownState, latest, type World } from "./world.ts";

export interface Kill {
  readonly cell: Cell;
  /** The probe that failed; undefined: the container is to be replaced by another one. */
  readonly probe: "liveness" | "startup" | undefined;
  readonly message: string;
}

/** What one pass is to do, in the order kills, starts; or end the whole pod. */
export interface Actions {
  readonly killPod: boolean;
  readonly kills: readonly Kill[];
  readonly starts: readonly Cell[];
}

const nothing: Actions = { killPod: false, kills: [], starts: [] };

/** Models pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions (v1.37.1). */
export function computeActions(world: World): Actions {
  if (!world.sandboxReady) return sandboxActions(world);
  const init = initActions(world);
  if (init.killPod || !init.initialized) return init;
  const regular = regularActions(world);
  const nothingLeft = regular.kept === 0 && regular.starts.length === 0;
  if (nothingLeft) return { killPod: true, kills: [], starts: [] };
  if (init === noInit) return { killPod: false, kills: regular.kills, starts: regular.starts };
  return { killPod: false, kills: [...init.kills, ...regular.kills], starts: [...init.starts, ...regular.starts] };
}

/** What to start in a new sandbox: the first init container, or all regular ones that are not done for good. */
function sandboxActions(world: World): Actions {
  const { pod, input, cells } = world;
  // Rules and policies of the containers are not asked here.
  if (world.sandboxes > 0 && pod.restartPolicy === "Never" && cells.some((cell) => cell.instances.length > 0))
    return nothing;
  const regular = cells.filter((cell) => cell.spec.kind === "regular");
  const starts = regular.filter((cell) => {
    const instance = latest(cell);
    const isDone = stateOf(world, instance) === "exited" && instance?.exitCode === 0;
    return !isDone || effectivePolicy(cell.spec, pod, input.assumptions.node) !== "OnFailure";
  });
  if (starts.length === 0 && regular.some((cell) => cell.instances.length > 0)) return nothing;
  const first = cells.find((cell) => cell.spec.kind !== "regular");
  return { ...nothing, starts: first === undefined ? starts : [first] };
}

/** Instances to remove one after the other when all containers restart: victims first, initiators last. Models kuberuntime_manager.go getContainersToReset (v1.37.1). */
export function resetOrder(world: World): readonly Cell[] {
  const regular = world.cells.filter((cell) => cell.spec.kind === "regular");
  const init = world.cells.filter((cell) => cell.spec.kind !== "regular");
  const initiates = (cell: Cell): boolean => asksForReset(world, cell);
  const victim = (cell: Cell): boolean => !initiates(cell);
  return [
    ...regular.filter(victim),
    ...init.filter(victim),
    ...regular.filter(initiates),
    ...init.filter(initiates),
  ].filter((cell) => cell.instances.length > 0);
}

/** Whether the container's exit matches a rule that restarts all containers. */
export function asksForReset(world: World, cell: Cell): boolean {
  const instance = latest(cell);
  const node = world.input.assumptions.node;
  if (instance === undefined || knownState(world, instance) !== "exited") return false;
  if (!isEnabled(node, "RestartAllContainersOnContainerExits")) return false;
  return decideRestart(cell.spec, world.pod, node, instance.exitCode).decision === "restart-all";
}

interface InitActions extends Actions {
  readonly initialized: boolean;
}

const noInit: InitActions = { killPod: false, kills: [], starts: [], initialized: true };

interface InitWalk {
  readonly kills: Kill[];
  readonly starts: Cell[];
  initialized: boolean;
  passed: boolean;
  killPod: boolean;
}

/** Walks the init containers and sidecars from last to first. Models computeInitContainerActions (v1.37.1). */
function initActions(world: World): InitActions {
  if (world.pod.initContainers.length === 0) return noInit;
  const cells = world.cells.filter((cell) => cell.spec.kind !== "regular");
  const initialized = isInitialized(world);
  const walk: InitWalk = { kills: [], starts: [], initialized, passed: initialized, killPod: false };
  for (let index = cells.length - 1; index >= 0 && !walk.killPod; index -= 1) {
    const cell = cells[index];
    if (cell !== undefined) visitInit(world, walk, cell, cells[index + 1]);
  }
  const first = cells[0];
  if (!walk.initialized && !walk.passed && first !== undefined) walk.starts.push(first);
  const inOrder = cells.filter((cell) => walk.starts.includes(cell));
  return { ...walk, starts: walk.killPod ? [] : inOrder };
}

/**
 * What a pass takes for the sign that the init containers are done. Up to 1.36 a crashed container is none, so that it waits
 * for the sidecars beside it.
 */
function isInitialized(world: World): boolean {
  const { node } = world.input.assumptions;
  if (has(node, "dead containers count as initialized")) return hasActiveRegular(world);
  const regular = world.cells.filter((cell) => cell.spec.kind === "regular");
  return has(node, "only live containers count as initialized")
    ? regular.some((cell) => isAlive(world, cell))
    : regular.some((cell) => cell.instances.length > 0);
}

function isAlive(world: World, cell: Cell): boolean {
  const state = stateOf(world, latest(cell));
  return state === "created" || state === "running";
}

function stateOf(world: World, instance: Instance | undefined): Instance["state"] | undefined {
  return instance === undefined ? undefined : knownState(world, instance);
}

function visitInit(world: World, walk: InitWalk, cell: Cell, next: Cell | undefined): void {
  const instance = latest(cell);
  const isSidecar = cell.spec.kind === "sidecar";
  if (instance === undefined) {
    if (isSidecar && walk.passed) walk.starts.push(cell);
    return;
  }
  if (isSidecar || !walk.passed) {
    const state = knownState(world, instance);
    if (state === "created") walk.starts.push(cell);
    else if (state === "running") visitRunning(world, walk, cell, next);
    else visitExited(world, walk, cell, next);
  }
  walk.passed = true;
}

function visitRunning(world: World, walk: InitWalk, cell: Cell, next: Cell | undefined): void {
  if (cell.spec.kind !== "sidecar") return;
  const startup = cell.spec.probes.startup === undefined ? "success" : resultOf(cell, "startup");
  if (startup === "failure") {
    walk.kills.push({ cell, probe: "startup", message: `Init container ${cell.spec.name} failed startup probe` });
    walk.starts.push(cell);
    return;
  }
  if (startup !== "success") return;
  if (next === undefined) walk.initialized = true;
  else if (!walk.passed) walk.starts.push(next);
  const name = `Init container ${cell.spec.name}`;
  if (isOutdated(cell) && has(world.input.assumptions.node, "sidecar definition counts"))
    walk.kills.push({ cell, probe: undefined, message: `${name} definition changed` });
  else if (resultOf(cell, "liveness") === "failure")
    walk.kills.push({ cell, probe: "liveness", message: `${name} failed liveness probe` });
  else return;
  walk.starts.push(cell);
}

/** The pod names another image than the one that runs. */
function isOutdated(cell: Cell): boolean {
  return latest(cell)?.image !== cell.image;
}

function visitExited(world: World, walk: InitWalk, cell: Cell, next: Cell | undefined): void {
  const instance = latest(cell);
  if (cell.spec.kind === "sidecar") walk.starts.push(cell);
  else if (instance !== undefined && isSuccess(instance)) {
    if (next === undefined) walk.initialized = true;
    else walk.starts.push(next);
  } else if (shouldStart(world, cell)) walk.starts.push(cell);
  else walk.killPod = true;
}

interface RegularActions {
  readonly kills: readonly Kill[];
  readonly starts: readonly Cell[];
  readonly kept: number;
}

function regularActions(world: World): RegularActions {
  const kills: Kill[] = [];
  const starts: Cell[] = [];
  let kept = 0;
  for (const cell of world.cells) {
    if (cell.spec.kind !== "regular") continue;
    if (stateOf(world, latest(cell)) !== "running") {
      if (shouldStart(world, cell)) starts.push(cell);
      continue;
    }
    if (isOutdated(cell)) {
      kills.push({
        cell,
        probe: undefined,
        message: `Container ${cell.spec.name} definition changed, will be restarted`,
      });
      starts.push(cell);
      continue;
    }
    const probe = failedProbe(cell);
    if (probe === undefined) {
      kept += 1;
      continue;
    }
    // Rules are not asked here: only the policy says whether the replacement starts in the same pass.
    const restarts = effectivePolicy(cell.spec, world.pod, world.input.assumptions.node) !== "Never";
    const suffix = restarts ? ", will be restarted" : "";
    kills.push({ cell, probe, message: `Container ${cell.spec.name} failed ${probe} probe${suffix}` });
    if (restarts) starts.push(cell);
  }
  return { kills, starts, kept };
}

function failedProbe(cell: Cell): "liveness" | "startup" | undefined {
  if (resultOf(cell, "liveness") === "failure") return "liveness";
  return resultOf(cell, "startup") === "failure" ? "startup" : undefined;
}

/** The cached result for the container that runs now; undefined when its worker has not seen it. */
function resultOf(cell: Cell, type: "startup" | "liveness"): string | undefined {
  const instance = latest(cell);
  const worker = cell.workers.find((each) => each.type === type && each.instance === instance?.id);
  return worker?.isLate === true ? initialResult(type) : worker?.result;
}

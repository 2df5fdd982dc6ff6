import { isEnabled } from "../kubernetes/feature-gates.ts";
import { decideRestart, effectivePolicy } from "../restart/decision.ts";
import { isSuccess, shouldStart } from "./status.ts";
import { type Cell, type Instance, latest, type World } from "./world.ts";

export interface Kill {
  readonly cell: Cell;
  readonly probe: "liveness" | "startup";
  readonly message: string;
}

/** What one pass is to do, in the order kills, starts; or end the whole pod. */
export interface Actions {
  readonly killPod: boolean;
  readonly kills: readonly Kill[];
  readonly starts: readonly Cell[];
}

/** Models pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions (v1.36) for a pod whose sandbox is fine or not yet made. */
export function computeActions(world: World): Actions {
  const init = initActions(world);
  if (init.killPod || !init.initialized) return init;
  const regular = regularActions(world);
  const nothingLeft = regular.kept === 0 && regular.starts.length === 0;
  if (nothingLeft) return { killPod: true, kills: [], starts: [] };
  return { killPod: false, kills: [...init.kills, ...regular.kills], starts: [...init.starts, ...regular.starts] };
}

/** Instances to remove one after the other when all containers restart: victims first, initiators last. Models the reset list of v1.36. */
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
  if (instance?.state !== "exited" || !isEnabled(node, "RestartAllContainersOnContainerExits")) return false;
  return decideRestart(cell.spec, world.pod, node, instance.exitCode).decision === "restart-all";
}

interface InitActions extends Actions {
  readonly initialized: boolean;
}

interface InitWalk {
  readonly kills: Kill[];
  readonly starts: Cell[];
  initialized: boolean;
  passed: boolean;
  killPod: boolean;
}

/** Walks the init containers and sidecars from last to first. Models computeInitContainerActions (v1.36). */
function initActions(world: World): InitActions {
  const cells = world.cells.filter((cell) => cell.spec.kind !== "regular");
  const regular = world.cells.filter((cell) => cell.spec.kind === "regular");
  const initialized = cells.length === 0 || regular.some((cell) => isAlive(latest(cell)));
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

function isAlive(instance: Instance | undefined): boolean {
  return instance !== undefined && instance.state !== "exited";
}

function visitInit(world: World, walk: InitWalk, cell: Cell, next: Cell | undefined): void {
  const instance = latest(cell);
  const isSidecar = cell.spec.kind === "sidecar";
  if (instance === undefined) {
    if (isSidecar && walk.passed) walk.starts.push(cell);
    return;
  }
  if (isSidecar || !walk.passed) {
    if (instance.state === "created") walk.starts.push(cell);
    else if (instance.state === "running") visitRunning(walk, cell, next);
    else visitExited(world, walk, cell, next);
  }
  walk.passed = true;
}

function visitRunning(walk: InitWalk, cell: Cell, next: Cell | undefined): void {
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
  if (resultOf(cell, "liveness") !== "failure") return;
  walk.kills.push({ cell, probe: "liveness", message: `Init container ${cell.spec.name} failed liveness probe` });
  walk.starts.push(cell);
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
    if (latest(cell)?.state !== "running") {
      if (shouldStart(world, cell)) starts.push(cell);
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
  return cell.workers.find((worker) => worker.type === type && worker.instance === instance?.id)?.result;
}

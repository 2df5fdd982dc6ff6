import type { Pod } from "../../kubernetes/pod.ts";
import { atLeast, type KubernetesVersion } from "../../kubernetes/versions.ts";
import { isTrue } from "../timeline/pod-conditions.ts";
import type { ContainerStatus, PodStatus } from "../timeline/timeline.ts";

/** The columns of `kubectl get pod`. */
export interface KubectlColumns {
  readonly ready: string;
  readonly status: string;
  readonly restarts: string;
  readonly age: string;
}

interface PrintedPod {
  readonly pod: Pod;
  readonly kubernetes: KubernetesVersion;
  /** Default: 0, the start of the run. */
  readonly createdMs?: number;
}

/** What `kubectl get pod` prints for a status at a time. Models pkg/printers/internalversion/printers.go printPod (v1.37.1). */
export function kubectlColumns(status: PodStatus, printed: PrintedPod, nowMs: number): KubectlColumns {
  const { pod } = printed;
  const total = pod.containers.length + pod.initContainers.filter((init) => init.kind === "sidecar").length;
  const init = printInit(status, pod);
  const showsRegular = init.reason === undefined || isTrue(status.conditions, "Initialized");
  const regular = showsRegular ? printRegular(status, init, printed) : undefined;
  const shown = regular ?? { ...init.all, reason: init.reason ?? status.phase, ready: init.ready };
  return {
    ready: `${shown.ready}/${total}`,
    status: terminatingText(status, printed.kubernetes) ?? shown.reason,
    restarts: restartsText(shown, nowMs),
    age: humanDuration(nowMs - (printed.createdMs ?? 0)),
  };
}

interface Restarts {
  readonly count: number;
  readonly lastMs: number | undefined;
}

interface PrintedInit {
  readonly reason: string | undefined;
  readonly ready: number;
  readonly all: Restarts;
  readonly sidecars: Restarts;
}

function printInit(status: PodStatus, pod: Pod): PrintedInit {
  let all: Restarts = { count: 0, lastMs: undefined };
  let sidecars = all;
  let ready = 0;
  for (const [index, container] of status.initContainerStatuses.entries()) {
    const isSidecar = pod.initContainers[index]?.kind === "sidecar";
    all = addRestarts(all, container);
    if (isSidecar) sidecars = addRestarts(sidecars, container);
    const { state } = container;
    if (state.is === "terminated" && state.exitCode === 0) continue;
    if (isSidecar && container.started) {
      if (container.ready) ready += 1;
      continue;
    }
    return {
      reason: `Init:${initReason(container, index, status.initContainerStatuses.length)}`,
      ready,
      all,
      sidecars,
    };
  }
  return { reason: undefined, ready, all, sidecars };
}

function initReason({ state }: ContainerStatus, index: number, total: number): string {
  if (state.is === "terminated") return state.reason === "" ? `ExitCode:${state.exitCode}` : state.reason;
  if (state.is === "waiting" && state.reason !== undefined && state.reason !== "PodInitializing") return state.reason;
  return `${index}/${total}`;
}

interface Printed extends Restarts {
  readonly reason: string;
  readonly ready: number;
}

function printRegular(status: PodStatus, init: PrintedInit, printed: PrintedPod): Printed {
  let restarts = init.sidecars;
  let ready = init.ready;
  let reason: string = status.reason ?? status.phase;
  let hasRunning = false;
  let errorReason: string | undefined;
  for (const container of status.containerStatuses.toReversed()) {
    const { state } = container;
    restarts = addRestarts(restarts, container);
    if (state.is === "waiting" && state.reason !== undefined) reason = state.reason;
    else if (state.is === "terminated") reason = state.reason === "" ? `ExitCode:${state.exitCode}` : state.reason;
    else if (state.is === "running" && container.ready) {
      hasRunning = true;
      ready += 1;
    }
    if (state.is === "terminated" && state.exitCode !== 0) errorReason = state.reason;
  }
  if (reason === "Completed") reason = completedText(status, printed, { hasRunning, errorReason });
  return { ...restarts, reason, ready };
}

interface Seen {
  readonly hasRunning: boolean;
  readonly errorReason: string | undefined;
}

/** A completed first container must not hide that others run or failed; 1.35 learned the second. */
function completedText(status: PodStatus, { kubernetes }: PrintedPod, { hasRunning, errorReason }: Seen): string {
  if (hasRunning && isTrue(status.conditions, "Ready")) return "Running";
  if (atLeast(kubernetes, "1.35") && errorReason !== undefined) return errorReason;
  return hasRunning ? "NotReady" : "Completed";
}

function terminatingText(status: PodStatus, kubernetes: KubernetesVersion): string | undefined {
  if (status.deletingSeconds === undefined) return undefined;
  const isOver = status.phase === "Succeeded" || status.phase === "Failed";
  return isOver && atLeast(kubernetes, "1.31") ? undefined : "Terminating";
}

function addRestarts(sum: Restarts, container: ContainerStatus): Restarts {
  const finishedMs = container.lastState?.finishedAtMs;
  const lastMs = finishedMs === undefined ? sum.lastMs : Math.max(sum.lastMs ?? finishedMs, finishedMs);
  return { count: sum.count + container.restartCount, lastMs };
}

function restartsText({ count, lastMs }: Restarts, nowMs: number): string {
  return count === 0 || lastMs === undefined ? `${count}` : `${count} (${humanDuration(nowMs - lastMs)} ago)`;
}

/** A duration in kubectl's short form. Models k8s.io/apimachinery/pkg/util/duration HumanDuration (v1.37.1). */
export function humanDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 0) return seconds >= -1 ? "0s" : "<invalid>";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return withRest(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return withRest(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  return hours < 192 ? withRest(Math.floor(hours / 24), "d", hours % 24, "h") : `${Math.floor(hours / 24)}d`;
}

function withRest(amount: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${amount}${unit}` : `${amount}${unit}${rest}${restUnit}`;
}

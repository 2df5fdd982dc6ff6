import { formatRecorded } from "../../basics/span-words.ts";
import { restartingAllReason } from "../../simulation/status/phase.ts";
import { isHookError, stopOfRun } from "../describe.ts";
import { lastPart } from "../last-part.ts";
import type { KubeletModel } from "../objects/kubelet-model.ts";
import type { ObservedContainer, ObservedEnd } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import { isStartFailure, type ObservedRun } from "../objects/runs.ts";
import { runsOf } from "../windows/next-try.ts";

/** Why a run ended: what helps depends on it. */
type EndKind = "liveness" | "startup" | "oom" | "start" | "hook" | "reset" | "stop" | "lost" | "completion" | "crash";

export interface LastEnd {
  readonly run: ObservedRun;
  readonly kind: EndKind;
  /** `OOM-killed after 8s`, `exit code 3 after 10s`. */
  readonly text: string;
}

/** How the last run of a container ended that is over; undefined if none is known. */
export function lastEnd(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): LastEnd | undefined {
  const run = runsOf(look, container).runs.findLast(({ end }) => end !== undefined);
  return run && endOf(model, look, container, run);
}

function endOf(
  model: KubeletModel,
  look: PodSnapshot,
  container: ObservedContainer,
  run: ObservedRun,
): LastEnd | undefined {
  const { end } = run;
  if (end === undefined) return undefined;
  const after = lengthText(run);
  const stop = stopOfRun(model, look, { container, run });
  const likely = stop?.isGuess === true ? "probably " : "";
  if (end.reason === restartingAllReason) return { run, kind: "reset", text: "restarted with all containers" };
  if (isLost(end)) return { run, kind: "lost", text: "lost when its node or container runtime restarted" };
  if (stop?.by === "liveness") return { run, kind: "liveness", text: `${likely}killed by liveness${after}` };
  if (stop?.by === "startup") return { run, kind: "startup", text: `${likely}killed by the startup probe${after}` };
  if (end.reason === "OOMKilled") return { run, kind: "oom", text: `OOM-killed${after}` };
  if (isStartFailure(end)) return { run, kind: "start", text: `failed start${toldText(end.message)}` };
  // A hook fails with its program, too: the status does not say which came first.
  if (isHookError(container)) {
    const code = stop?.by === "other" ? "" : `, exit code ${end.exitCode}`;
    return { run, kind: "hook", text: `its postStart hook failed${after}${code}` };
  }
  if (stop?.by === "other") return { run, kind: "stop", text: `stopped${after}, exit code ${end.exitCode}` };
  const kind = end.exitCode === 0 ? "completion" : "crash";
  const signal = signals[end.exitCode];
  const text =
    signal === undefined ? `exit code ${end.exitCode}${after}` : `${signal}${after}, exit code ${end.exitCode}`;
  return { run, kind, text };
}

/** What ends a program with these codes, which are 128 and the number of the signal. */
const signals: Readonly<Record<number, string>> = {
  134: "SIGABRT",
  137: "SIGKILL",
  139: "SIGSEGV",
  143: "SIGTERM",
};

/**
 * A run of which the runtime knows no end. Models containerd internal/cri/server/restart.go unknownContainerStatus (v2.1), and
 * pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses, ContainerStatusUnknown (v1.37.1)
 */
function isLost({ reason, exitCode }: ObservedEnd): boolean {
  return reason === "ContainerStatusUnknown" || (reason === "Unknown" && exitCode === 255);
}

/** The API cuts times to whole seconds. */
function lengthText({ lengthMs }: ObservedRun): string {
  if (lengthMs === undefined) return "";
  return lengthMs.nominalMs < 500 ? " right after its start" : ` after ${formatRecorded(lengthMs.nominalMs)}`;
}

function toldText(message: string | undefined): string {
  return message === undefined || message.trim() === "" ? "" : `: ${lastPart(message)}`;
}

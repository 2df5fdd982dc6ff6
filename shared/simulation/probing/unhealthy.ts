import { capitalized } from "../../basics/capitalized.ts";
import type { Probe } from "../../kubernetes/pod.ts";
import { type AttemptAnswer, hasUndeclaredPortName } from "../../probe/answer.ts";
import { has } from "../world/changes.ts";
import { emitEvent } from "../world/record.ts";
import type { PodContainer, RunningWorker, World } from "../world/world.ts";

/** The event of an attempt that did not succeed. Models pkg/kubelet/prober/prober.go probe (v1.37.1). */
export function emitUnhealthy(
  world: World,
  container: PodContainer,
  worker: RunningWorker,
  answer: AttemptAnswer,
): void {
  const name = capitalized(worker.type);
  const state = has(world.input.assumptions.node, "errored probe names the state")
    ? ` and resulted in ${erroredState(container, worker.probe)} state`
    : "";
  const message =
    answer.result === "error"
      ? `${name} probe errored${state}`
      : `${name} probe failed${answer.result === "timeout" ? `: ${timeoutText(worker.probe)}` : ""}`;
  emitEvent(world, container, "Warning", "Unhealthy", message);
}

/** A response that breaks off is a failure with an error; what could not be asked is unknown. Models pkg/probe/http/http.go DoHTTPProbe (v1.37.1). */
function erroredState({ spec }: PodContainer, { handler }: Probe): "failure" | "unknown" {
  return handler?.type === "httpGet" && !hasUndeclaredPortName(handler, spec) ? "failure" : "unknown";
}

/** What the handlers say when no answer comes in time; the addresses, which no manifest knows, are left out. */
function timeoutText({ handler, timeoutSeconds }: Probe): string {
  if (handler?.type === "exec")
    return `command timed out: "${handler.command.join(" ")}" timed out after ${timeoutSeconds}s`;
  if (handler?.type === "grpc") return `timeout: health rpc did not complete within ${timeoutSeconds}s`;
  return handler?.type === "tcpSocket"
    ? "i/o timeout"
    : "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
}

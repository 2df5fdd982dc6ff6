import { type AttemptAnswer, answerProbe } from "../../probe/answer.ts";
import { has } from "../world/changes.ts";
import type { Instance, PodContainer, RunningWorker, World } from "../world/world.ts";

/** An attempt: the worker, and the container that it probes. */
export interface Asking {
  readonly container: PodContainer;
  readonly worker: RunningWorker;
  readonly instance: Instance;
}

/** What an attempt at this moment comes to. */
export function answerNow(world: World, { container, worker, instance }: Asking, nowMs: number): AttemptAnswer {
  if (isCanceled(world, worker)) return { result: "error", tookMs: 0 };
  // Models pkg/probe/grpc/grpc.go Probe (v1.37.1, v1.38.0-beta.0).
  const dials = has(world.input.assumptions.node, "refused gRPC fails immediately") ? "once" : "until it connects";
  if (instance.state === "running") {
    const answer = answerProbe(
      instance.behavior,
      container.spec,
      worker.type,
      worker.probe,
      nowMs - instance.startedAtMs,
      dials,
    );
    return comesTooLate(world, container, worker, answer) ? { result: "timeout", tookMs: answer.tookMs } : answer;
  }
  const { handler, timeoutSeconds } = worker.probe;
  return {
    result: handler?.type === "exec" ? "error" : "failure",
    tookMs: handler?.type === "grpc" && dials !== "once" ? timeoutSeconds * 1000 : 0,
  };
}

/** An answer in the very instant of the timeout may come before or after it. */
function comesTooLate(
  { loops, queue }: World,
  container: PodContainer,
  worker: RunningWorker,
  { tookMs }: AttemptAnswer,
): boolean {
  if (loops.ideal || tookMs !== worker.probe.timeoutSeconds * 1000) return false;
  const about = { container: container.spec.name, probe: worker.type };
  return loops.chance.draw({ kind: "tie", nowMs: queue.nowMs, earliestMs: 0, latestMs: 1, ...about }) === 1;
}

/** From 1.35 to 1.36 commands are run in the context of the pass, which a deletion cancels. Models prober_manager.go AddPod (v1.36.4). */
export function isCanceled({ deletion }: World, { probe }: RunningWorker): boolean {
  return deletion.cancelsProbes && probe.handler?.type === "exec";
}

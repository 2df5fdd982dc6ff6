import type { PodPlace } from "../../../shared/protocol/request.ts";
import type { RolloutPayload } from "../../../shared/protocol/rollout.ts";
import type { Context } from "../feature.ts";
import { podsOfFile, wantedPod } from "../pod-reference.ts";
import { analysed, runnablePods } from "../subjects.ts";
import { workloadFor } from "../workloads/workloads.ts";
import { podPayload } from "./pod-payload.ts";

/** Everything that the page of a rollout needs to play a workload; null: the file holds no such workload. */
export function rolloutPayload(context: Context, { uri, reference, position }: PodPlace): RolloutPayload | null {
  const pod = wantedPod(context, podsOfFile(context), { reference, position });
  const runnable = pod && runnablePods(analysed(context, pod.placed));
  const analysedPod = runnable?.find(({ located }) => located === pod?.located);
  const found = analysedPod && workloadFor(context, analysedPod);
  if (found === undefined) return null;
  const payload = podPayload(context, { uri, reference, position });
  if (payload === null) return null;
  const { name, spec, nodes, services, budgets, trafficDelayMs } = found.workload;
  // What the page says of the pod alone it works out for itself.
  const { answer: _, ...rest } = payload;
  return {
    pod: rest,
    workload: {
      name,
      spec,
      nodes: [...nodes],
      services,
      budgets,
      ...(trafficDelayMs !== undefined && { trafficDelayMs }),
    },
  };
}

import type { PathLocation } from "../../../shared/protocol/pod/pod.ts";
import type { RolloutPayload, UnplayedRollout } from "../../../shared/protocol/pod/rollout.ts";
import type { PodPlace } from "../../../shared/protocol/request.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import { applicationOf, whyUnplayed } from "../../analysis/workloads.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import type { Context } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";
import { podsOfFile, wantedPod } from "../core/pod-reference.ts";
import { analyzed, runnablePods } from "../core/subjects.ts";
import { objectPath, workloadFor } from "../workloads/workloads.ts";
import { podPayload } from "./pod-payload.ts";

/** Of a workload's spec, what decides about its rollouts. */
const decidingFields = ["strategy", "updateStrategy", "replicas", "minReadySeconds", "progressDeadlineSeconds"];

/** Everything that the page of a rollout needs to play a workload, or why it is not played; null: the file holds no such workload. */
export function rolloutPayload(
  context: Context,
  { uri, reference, position }: PodPlace,
): RolloutPayload | UnplayedRollout | null {
  const pod = wantedPod(context, podsOfFile(context), { reference, position });
  const runnable = pod && runnablePods(analyzed(context, pod.placed));
  const analyzedPod = runnable?.find(({ located }) => located === pod?.located);
  const found = analyzedPod && workloadFor(context, analyzedPod);
  if (pod === undefined || analyzedPod === undefined) return null;
  if (found === undefined) {
    const unplayed = whyUnplayed(analyzedPod, applicationOf(context.manifest));
    return unplayed === undefined ? null : { unplayed };
  }
  const payload = podPayload(context, { uri, reference, position });
  if (payload === null) return null;
  const { name, spec, nodes, services, budgets, trafficDelayMs, waiter } = found.workload;
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
      ...(waiter !== undefined && { waiter }),
      fields: fieldsOf(context, pod.placed, analyzedPod),
    },
  };
}

/** Where they stand, as far as they are written. */
function fieldsOf(context: Context, placed: PlacedDocument, pod: RunnablePod): PathLocation[] {
  const root = objectPath(pod);
  if (root === undefined) return [];
  return decidingFields.flatMap((field) => {
    const path = [...root, "spec", field];
    if (nodeAt(placed.document, path) === undefined) return [];
    const range = rangeInFile(context, placed, rangeOf(placed.document, path, "key"));
    return [{ path: ["spec", field], range }];
  });
}

import type { ActSighting, PodAct } from "../model.ts";
import type { AuditEvent } from "./audit-event.ts";
import { type LoggedPod, uidOf } from "./logged-pod.ts";

/** A request that deleted all pods of a namespace, or those with some labels: `kubectl delete pods --all`. */
export interface Collection {
  readonly namespace: string | undefined;
  readonly event: Pick<AuditEvent, "at" | "user">;
  readonly place: ActSighting["place"];
}

/** Requests that are kept. */
export const collectionsMax = 1000;

/**
 * Which of them deleted a pod. The request does not name its pods, so nothing is said unless the kubelet removed the pod after it, nobody else had it
 * deleted, and there is only one such request.
 */
export function collectionOf(pod: LoggedPod, collections: readonly Collection[]): readonly ActSighting[] {
  const { name, namespace, acts } = pod;
  const removed = acts.find(({ act }) => act.is === "removed");
  if (removed === undefined || acts.some(({ act }) => act.is === "deleted" || act.is === "evicted")) return [];
  const fromMs = Math.min(removed.at.earliestMs, ...acts.map(({ at }) => at.earliestMs), ...pod.looks.flatMap(takenMs));
  const fitting = collections.filter(
    ({ namespace: ofRequest, event: { at } }) =>
      (ofRequest ?? namespace) === namespace && at.latestMs >= fromMs && at.earliestMs <= removed.at.latestMs,
  );
  const [only, ...others] = fitting;
  if (only === undefined || others.length > 0) return [];
  const { user, at } = only.event;
  const act: PodAct = { is: "deleted", user, text: "deleted, with other pods of its namespace," };
  return [{ place: only.place, name, namespace, uid: uidOf(pod), at, act }];
}

function takenMs({ taken }: LoggedPod["looks"][number]): readonly number[] {
  return taken === undefined ? [] : [taken.earliestMs];
}

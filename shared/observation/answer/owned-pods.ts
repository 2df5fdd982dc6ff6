import { plainLine } from "../../basics/plain-line.ts";
import type { ObservedPod } from "../objects/pod-object.ts";
import { messageNote } from "./clock.ts";
import type { ObservedNow } from "./model.ts";
import { rankOf } from "./pod-answer.ts";
import type { WorkloadCase } from "./workload-status.ts";

/** A pod that stands beside its workload, with what its status says. */
export interface OwnedPod {
  readonly pod: Pick<ObservedPod, "name" | "namespace" | "owners" | "templateHash">;
  readonly now: ObservedNow;
}

interface Owner {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** Whether a workload has made a pod. A Deployment makes ReplicaSets, whose names end with the hash of the template. */
export function isOwnedBy({ namespace, owners, templateHash }: OwnedPod["pod"], owner: Owner): boolean {
  const controller = owners.find(({ isController }) => isController);
  if (controller === undefined || namespace !== owner.namespace) return false;
  if (controller.kind === owner.kind) return controller.name === owner.name;
  if (owner.kind !== "Deployment" || controller.kind !== "ReplicaSet") return false;
  const hash = templateHash ?? controller.name.split("-").at(-1) ?? "";
  return controller.name === `${owner.name}-${hash}`;
}

/** What is the case with a workload, by the worst of its pods where it is not as it should be: that one says why, and what helps. */
export function withWorstPod(found: WorkloadCase, kind: string, pods: readonly OwnedPod[]): WorkloadCase {
  if (found.outlook === "healthy" || found.is === "completed") return found;
  const [worst] = pods
    .filter(({ now }) => isTroubled(now, kind))
    .toSorted((one, other) => rankOf(one.now) - rankOf(other.now));
  if (worst === undefined) return found;
  const { pod, now } = worst;
  const name = plainLine(pod.name);
  const whole = `${found.headline}; pod ${name} ${now.headline}`;
  const isShort = whole.length <= headlineMax;
  return {
    ...found,
    outlook: found.outlook ?? (found.keepsServing === true ? "loses-ready" : now.outlook),
    headline: isShort ? whole : `${found.headline}; pod ${name} ${now.brief ?? now.headline}`,
    fix: now.fix ?? found.fix,
    besides: [
      ...(isShort || now.brief === undefined ? [] : [{ label: "Pod", text: now.headline }]),
      ...messageNote(now),
    ],
  };
}

/** Two lines of a terminal: a longer headline leaves the times of the pod to a row. */
const headlineMax = 160;

/** What is left of an eviction or a deletion is replaced, and says nothing of the others. Of a Job, a pod that failed says why. */
function isTroubled({ is, outlook }: ObservedNow, kind: string): boolean {
  if (is === "completed" || is === "deleting" || (is === "failed" && kind !== "Job")) return false;
  return outlook !== undefined && outlook !== "healthy";
}

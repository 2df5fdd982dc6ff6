import { nextOfPod, podWords, restartsOf } from "../../shared/observation/index.ts";
import type { PodAppearance, PodRow } from "../../shared/protocol/cluster.ts";
import type { LivePod } from "./live-pods.ts";

/** A live pod as a list shows it. */
export function rowOf(live: LivePod): PodRow {
  const { uid, look, workloads } = live;
  const { pod } = look;
  const kubelet = live.kubelet();
  const workload = workloads.at(-1);
  return {
    uid,
    namespace: pod.namespace,
    name: pod.name,
    ...(workload !== undefined && { workload }),
    state: kubelet === undefined ? ["has no runnable containers"] : podWords(kubelet, look),
    restarts: restartsOf(pod),
    look: appearanceOf(live),
  };
}

function appearanceOf(live: LivePod): PodAppearance {
  const { pod } = live.look;
  const kubelet = live.kubelet();
  if (pod.phase === "Succeeded") return "done";
  if (pod.phase === "Failed") return "failing";
  const next = kubelet && nextOfPod(kubelet, live.look);
  if (next !== undefined) return next.next.is === "reset" ? "waiting" : "failing";
  const ready = pod.conditions.find(({ type }) => type === "Ready");
  return ready?.status === "True" ? "ready" : "unready";
}

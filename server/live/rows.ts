import { plainLine } from "../../shared/basics/plain-line.ts";
import {
  failedSince,
  lastRestart,
  nextOfPod,
  podWords,
  restartsOf,
  shortPodWords,
  type TimedText,
} from "../../shared/observation/index.ts";
import type { PodAppearance, PodRow } from "../../shared/protocol/cluster.ts";
import type { LivePod } from "./live-pod.ts";
import { placeLines } from "./place-lines.ts";

/** A live pod as a list shows it. */
export function rowOf(live: LivePod): PodRow {
  const { uid, look, workloads } = live;
  const { pod } = look;
  const kubelet = live.kubelet();
  const workload = workloads.at(-1);
  const restartedMs = lastRestart(look);
  const failedMs = failedSince(look);
  return {
    uid,
    namespace: pod.namespace,
    name: pod.name,
    ...(workload !== undefined && { workload }),
    state: plain(kubelet === undefined ? ["has no runnable containers"] : podWords(kubelet, look)),
    short: plain(kubelet === undefined ? ["no runnable containers"] : shortPodWords(kubelet, look)),
    restarts: restartsOf(pod),
    ...(restartedMs !== undefined && { restartedMs }),
    ...(failedMs !== undefined && { failedMs }),
    look: appearanceOf(live),
    about: placeLines(live),
    containers: pod.containers.map(({ name, restartCount }) => ({ name, restarts: restartCount })),
  };
}

/** What the cluster says stands on one line. */
export function plain(text: TimedText): TimedText {
  return text.map((part) => (typeof part === "string" ? visiblePart(part) : part));
}

/** Blanks at its ends are between parts. */
function visiblePart(text: string): string {
  const line = plainLine(text);
  if (line === "") return text === "" ? "" : " ";
  return `${text.startsWith(" ") ? " " : ""}${line}${text.endsWith(" ") ? " " : ""}`;
}

/** How it is doing, for an icon. */
export function appearanceOf(live: LivePod): PodAppearance {
  const { pod } = live.look;
  const kubelet = live.kubelet();
  if (pod.phase === "Succeeded") return "done";
  if (pod.phase === "Failed") return "failing";
  const next = kubelet && nextOfPod(kubelet, live.look);
  if (next !== undefined) return next.next.is === "reset" ? "waiting" : "failing";
  const ready = pod.conditions.find(({ type }) => type === "Ready");
  return ready?.status === "True" ? "ready" : "unready";
}

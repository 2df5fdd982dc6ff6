import * as z from "zod/mini";
import { formatDuration } from "../../../shared/basics/durations.ts";
import type { ShutdownGrace } from "../../../shared/kubernetes/node.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { isWritten } from "../support/places.ts";

/**
 * When the node shuts down, the kubelet gives a pod the time that its KubeletConfiguration has for the pod's priority, even if `terminationGracePeriodSeconds` is longer.
 * Most pods get `shutdownGracePeriod` without `shutdownGracePeriodCriticalPods`; with `shutdownGracePeriodByPodPriority`, the group of the pod's priority counts.
 * The container then gets SIGKILL before its own grace period ends, and the pod is Failed.
 * The rule needs the KubeletConfiguration of the node in the settings, and a grace period in the manifest that is not the default of 30 seconds.
 *
 * ## Example
 *
 * With `{kubeletConfiguration: nodes/shutdown.yaml}` in the project file, and there `shutdownGracePeriod: 30s` and `shutdownGracePeriodCriticalPods: 10s`:
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   terminationGracePeriodSeconds: 60
 *   containers:
 *   - name: app
 *     image: registry.example/app
 * ```
 *
 * ## How to fix
 *
 * Let the program stop within the time that the node gives, or set a longer `shutdownGracePeriod` on the node.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   terminationGracePeriodSeconds: 20
 *   containers:
 *   - name: app
 *     image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/nodeshutdown/nodeshutdown_manager.go`, `groupByPriority` and `killPods`.
 */
export const graceExceedsNodeShutdown: DocumentRule = {
  id: "grace-exceeds-node-shutdown",
  title: "The grace period is longer than a shutdown of the node leaves",
  level: "info",
  origin: "simulation",
  checkDocument: (document) => document.pods.flatMap((pod) => check(document, pod)),
};

const field = "terminationGracePeriodSeconds";
/** Objects that were saved from a cluster have it, though nobody chose it. */
const defaultSeconds = 30;

function check({ document }: AnalyzedDocument, { located, pod, settings }: AnalyzedPod): readonly DocumentHit[] {
  const { nodeShutdown = [], name } = settings.assumptions.node.kubeletConfiguration;
  const path = [...located.prefix, field];
  if (pod === undefined || nodeShutdown.length === 0 || !isWritten(document, path)) return [];
  if (pod.terminationGracePeriodSeconds === defaultSeconds) return [];
  const group = groupOf(nodeShutdown, located.spec);
  if (group === undefined || pod.terminationGracePeriodSeconds <= group.seconds) return [];
  const grace = formatDuration(pod.terminationGracePeriodSeconds * 1000);
  const left = group.seconds === 0 ? "no time" : formatDuration(group.seconds * 1000);
  return [
    {
      path,
      on: "key",
      item: located.item,
      message: `The grace period is ${grace}, but when the node shuts down, the pod gets ${left}: ${name ?? "its KubeletConfiguration"} has no more for its priority. Set a longer shutdownGracePeriod on the node, or stop sooner.`,
    },
  ];
}

const specSchema = z.object({ priority: z.optional(z.number()), priorityClassName: z.optional(z.string()) });
const systemClasses: ReadonlyMap<string, number> = new Map([
  ["system-cluster-critical", 2_000_000_000],
  ["system-node-critical", 2_000_001_000],
]);

/** Models pkg/kubelet/nodeshutdown/nodeshutdown_manager.go groupByPriority (v1.37.1). Undefined if the priority is that of a class which only the cluster knows. */
function groupOf(groups: readonly ShutdownGrace[], spec: unknown): ShutdownGrace | undefined {
  const { priority, priorityClassName } = specSchema.safeParse(spec).data ?? {};
  const known = priority ?? (priorityClassName === undefined ? 0 : systemClasses.get(priorityClassName));
  if (known === undefined) return undefined;
  return groups.findLast((group) => group.priority <= known) ?? groups[0];
}

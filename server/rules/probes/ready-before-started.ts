import { formatDuration } from "../../../shared/basics/durations.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeAbsent } from "../support/certain.ts";
import { runsOf } from "../support/story.ts";

/** A start that is shorter loses few requests. */
const noticeableMs = 5000;

/**
 * A container without a readiness probe and without a startup probe is Ready as soon as it runs, before its program can serve.
 * Services send traffic to it immediately, and a rollout stops an old pod for each new one, although none of them has started: `maxUnavailable: 0` does not help.
 * Where no Service of the file or its folder selects the pods, the finding is an information about the rollout.
 * The rule needs a scenario that says how long the start takes: `starts in 40s`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: web  # cadence: starts in 40s
 *         image: registry.example/web
 * ```
 *
 * ## How to fix
 *
 * Add a readiness probe that succeeds only once the program serves.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: web  # cadence: starts in 40s
 *         image: registry.example/web
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 *           periodSeconds: 5
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/prober_manager.go`, `UpdatePodStatus`: a running container without a readiness probe is ready once it has started, which only a startup probe delays.
 */
export const readyBeforeStarted: ContainerRule = {
  id: "ready-before-started",
  title: "A pod is Ready before its program has started",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

/** Kinds whose rollouts wait for Ready. */
const replacing: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "DaemonSet"]);

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod } = subject;
  if (container.kind !== "regular" || !replacing.has(pod.located.kind)) return [];
  if (!isProbeAbsent(subject, "readiness") || !isProbeAbsent(subject, "startup")) return [];
  const startMs = Math.max(0, ...runsOf(subject).map(({ startsInMs }) => startsInMs));
  if (startMs < noticeableMs) return [];
  const early = `Nothing checks whether ${container.name} has started: the pod is Ready ${formatDuration(startMs)} before`;
  const advice = "Add a readinessProbe.";
  return [
    {
      path: [...container.path, "name"],
      on: "value",
      message: `${early}, Services send traffic to it, and a rollout stops the old pods meanwhile. ${advice}`,
      withoutService: `${early}, and a rollout stops the old pods meanwhile. ${advice}`,
    },
  ];
}

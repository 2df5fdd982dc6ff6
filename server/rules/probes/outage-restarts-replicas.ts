import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { spanBetween } from "../../../shared/forecast/runs/chain.ts";
import type { AnswerWindow } from "../../../shared/scenario/model.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { manyReplicas } from "../support/replicas.ts";
import { entriesOf, probeStops, runsOf, timelineOf, windowsOf } from "../support/story.ts";

/**
 * A liveness probe that checks a shared dependency (a database, a queue, another service) fails in all replicas at the same time.
 * If the outage lasts longer than liveness allows, all replicas restart together, although a restart does not help.
 * The rule needs a scenario with an outage that ends by itself: `fails liveness after 10m for 5m`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 3
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app  # cadence: fails liveness after 10m for 5m
 *         image: registry.example/app
 *         livenessProbe:
 *           httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## How to fix
 *
 * Check only this process. Readiness may check dependencies.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 3
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app  # cadence: runs
 *         image: registry.example/app
 *         livenessProbe:
 *           httpGet: {path: /alive, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `computePodActions`: a liveness failure kills the container, whatever its cause.
 */
export const outageRestartsReplicas: ContainerRule = {
  id: "outage-restarts-replicas",
  title: "During a passing outage liveness restarts all replicas together",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod } = subject;
  const replicas = manyReplicas(pod);
  const outage = outageOf(subject);
  if (replicas === undefined || outage?.forMs === undefined || !isProbeCertain(subject, "liveness")) return [];
  const timeline = timelineOf(subject);
  const stopped = timeline && probeStops(timeline, container, "liveness")[0];
  if (timeline === undefined || stopped === undefined) return [];
  const started = entriesOf(timeline, container, "container-started").find(({ run }) => run === stopped.run);
  const since = started && spanBetween(timeline, started, stopped);
  if (since === undefined || since.nominalMs < outage.afterMs) return [];
  return [
    {
      path: [...container.path, "livenessProbe"],
      on: "key",
      message:
        `The failure that begins after ${formatDuration(outage.afterMs)} passes by itself after ${formatDuration(outage.forMs)}, but liveness kills the container at ${formatSpan(stopped.at)}. ` +
        `If ${replicas} check the same dependency, all of them restart. Check only this process, or set a larger failureThreshold.`,
    },
  ];
}

function outageOf(subject: ContainerSubject): AnswerWindow | undefined {
  if (subject.container.probes.liveness === undefined) return undefined;
  return runsOf(subject)
    .flatMap((run) => windowsOf(run, "liveness"))
    .find(({ answer, forMs }) => forMs !== undefined && (answer === "fails" || answer === "hangs"));
}

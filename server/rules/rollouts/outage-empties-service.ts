import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { manyReplicas } from "../support/replicas.ts";
import { entriesOf, runsOf, timelineOf, windowsOf } from "../support/story.ts";

/**
 * A readiness probe that checks a shared dependency fails in all replicas at the same time.
 * The Service then has no endpoints left and clients get refused connections. With endpoints, the replicas could answer some requests, or return a useful error.
 * The rule needs a scenario with an outage that ends by itself: `fails readiness after 10m for 5m`.
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
 *       - name: app  # cadence: fails readiness after 10m for 5m
 *         image: registry.example/app
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 * ```
 *
 * ## How to fix
 *
 * Check only this replica, if it can do anything useful without its dependencies.
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
 *         readinessProbe:
 *           httpGet: {path: /ready-alone, port: 8080}
 * ```
 *
 * ## Source
 *
 * The endpoint slice controller removes a pod as soon as its condition Ready is False.
 */
export const outageEmptiesService: ContainerRule = {
  id: "outage-empties-service",
  title: "During a passing outage all replicas get no traffic",
  level: "info",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod } = subject;
  const replicas = manyReplicas(pod);
  if (replicas === undefined || container.probes.readiness === undefined || !isProbeCertain(subject, "readiness"))
    return [];
  const outage = runsOf(subject)
    .flatMap((run) => windowsOf(run, "readiness"))
    .find(({ answer, forMs }) => forMs !== undefined && (answer === "fails" || answer === "hangs"));
  const timeline = outage && timelineOf(subject);
  if (timeline === undefined || outage?.forMs === undefined) return [];
  const unready = entriesOf(timeline, container, "probe-result").find(
    ({ data, tMs }) => data.probe === "readiness" && data.status === "failure" && tMs >= outage.afterMs,
  );
  const isStopped = timeline.counts.probeKills > 0;
  if (unready === undefined || isStopped) return [];
  return [
    {
      path: [...container.path, "readinessProbe"],
      on: "key",
      message:
        `Readiness fails for ${formatDuration(outage.forMs)}. If ${replicas} check the same dependency, all of them get no traffic after ${formatSpan(unready.at)}. ` +
        "Check only what this replica does itself.",
    },
  ];
}

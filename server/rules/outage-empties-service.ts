import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { manyReplicas } from "./replicas.ts";
import { entriesOf, runsOf, timelineOf, windowsOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * A readiness probe that asks something which all replicas share fails for all of them at once.
 * The service then has no endpoint left: clients get refused connections, where the replicas could have answered part of the requests, or with an error that says why.
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
 * ## What to write instead
 *
 * A question about this replica alone, if it can answer anything without what it depends on.
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
 * The endpoint slice controller takes a pod out as soon as its condition Ready is False.
 */
export const outageEmptiesService: ContainerRule = {
  id: "outage-empties-service",
  title: "A passing outage makes all replicas leave their services together",
  level: "info",
  origin: "simulation",
  since: "1.28",
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
        `While this fails for ${formatDuration(outage.forMs)}, ${replicas} leave their services at ${formatSpan(unready.at)}, if they ask for the same: nobody answers. ` +
        "Ask whether this replica alone can answer.",
    },
  ];
}

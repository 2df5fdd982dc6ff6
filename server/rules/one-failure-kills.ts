import { formatSpan } from "../../shared/forecast/words.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { probeStops, runsOf, timelineOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";
import { whatIf, withProbeField } from "./what-if.ts";

/** What the API server fills in. */
const usual = 3;

/**
 * With `failureThreshold: 1` a single late or lost answer of liveness stops a healthy container.
 * The rule plays the scenario with the default of 3: when nothing is stopped then, the failure would have passed by itself.
 * It needs a scenario with such a moment: `answers liveness in 3s after 10m for 15s`, `fails liveness after 10m for 5s`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: fails liveness after 10m for 15s
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 1
 * ```
 *
 * ## What to write instead
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: fails liveness after 10m for 15s
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 3
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`: the result counts when it was the same `failureThreshold` times in a row.
 */
export const oneFailureKills: ContainerRule = {
  id: "one-failure-kills",
  title: "One failed attempt of liveness stops a container that is well again",
  level: "warning",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  if (container.probes.liveness?.failureThreshold !== 1 || runsOf(subject).length === 0) return [];
  if (!isProbeCertain(subject, "liveness")) return [];
  const timeline = timelineOf(subject);
  const stopped = timeline && probeStops(timeline, container, "liveness")[0];
  if (stopped === undefined) return [];
  const patient = whatIf(subject, withProbeField("livenessProbe", "failureThreshold", usual))?.pod.timeline;
  if (patient === undefined || probeStops(patient, container, "liveness").length > 0) return [];
  const path = [...container.path, "livenessProbe"];
  return [
    {
      path: [...path, "failureThreshold"],
      on: "value",
      message: `One failed attempt stops the container at ${formatSpan(stopped.at)}; with ${usual} in a row it goes on, because it recovers by itself. Write "failureThreshold: ${usual}".`,
      fix: {
        kind: "set-field",
        title: `Write failureThreshold: ${usual}`,
        path,
        field: "failureThreshold",
        value: usual,
      },
    },
  ];
}

import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { probeStops, runsOf, timelineOf } from "../support/story.ts";
import { whatIf, withProbeField } from "../support/what-if.ts";

/** What the API server fills in. */
const usual = 3;

/**
 * With `failureThreshold: 1` a single late or lost response to liveness kills a healthy container.
 * The rule repeats the simulation with the default of 3. If nothing is killed then, the container would have recovered by itself.
 * The rule needs a scenario with such a moment: `answers liveness in 3s after 10m for 15s`, `fails liveness after 10m for 5s`.
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
 * ## How to fix
 *
 * Set `failureThreshold` to 3, the default.
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
 * `pkg/kubelet/prober/worker.go`, `doProbe`: a result counts after `failureThreshold` equal results in a row.
 */
export const oneFailureKills: ContainerRule = {
  id: "one-failure-kills",
  title: "One failed liveness probe kills a container that would have recovered",
  level: "warning",
  origin: "simulation",
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
      message: `One failed probe kills the container at ${formatSpan(stopped.at)}, although it recovers by itself. Set failureThreshold to ${usual}: it then keeps running.`,
      fix: {
        kind: "set-field",
        title: `Set failureThreshold to ${usual}`,
        path,
        field: "failureThreshold",
        value: usual,
      },
    },
  ];
}

import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import { probeField } from "../../shared/kubernetes/pod.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { slowStartOf, startupProbeAdvice, startupProbeFix, thresholdAdvice, thresholdFix } from "./slow-start.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * Probes tick in a rhythm that began before the container did, so the first attempt comes anywhere within a period.
 * The time that a start may take is therefore not `failureThreshold` times `periodSeconds`: in the unlucky phase it is one period less.
 * A start that falls in between succeeds on one node and is stopped on the next.
 * The rule needs to know how long a start takes: say it in a scenario comment.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 55s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 6
 * ```
 *
 * ## What to write instead
 *
 * One more attempt, so that the budget holds in every phase; better as many as a start needs at half its speed.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 55s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 12
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `run`: the ticker starts with the worker, when the pod's images are still being pulled.
 */
export const startNeedsLuck: ContainerRule = {
  id: "start-needs-luck",
  title: "The start is complete in time only in a lucky phase of the probe",
  level: "warning",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const start = slowStartOf(subject);
  if (start?.outcome !== "luck") return [];
  const fix = start.probe === "startup" ? thresholdFix(subject, start) : startupProbeFix(subject, start);
  const advice = start.probe === "startup" ? thresholdAdvice(fix) : startupProbeAdvice(start);
  return [
    {
      path: [...subject.container.path, probeField(start.probe)],
      on: "key",
      message:
        `The start takes ${formatDuration(start.startsInMs)}; ${start.probe === "startup" ? "the startup probe" : "liveness"} gives up after ${formatSpan(start.budget)}, ` +
        `depending on the phase of its ticks: some starts are stopped. ${advice}`,
      ...(fix && { fix }),
    },
  ];
}

import { formatDuration } from "../../../shared/basics/durations.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { runsOf } from "../support/story.ts";

/** A shorter wait is hardly noticed. */
const noticeableMs = 15_000;

/**
 * `initialDelaySeconds` of a readiness probe is the least time until the pod is Ready, however early its program serves: no attempt is made before.
 * Each pod of a rollout waits for it, and so does each restart. Without a delay the kubelet probes from the start, and a readiness probe that fails meanwhile costs nothing.
 * The rule needs a scenario that says how long the start takes: `starts in 8s`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: api}
 * spec:
 *   selector: {matchLabels: {app: api}}
 *   template:
 *     metadata: {labels: {app: api}}
 *     spec:
 *       containers:
 *       - name: api  # cadence: starts in 8s
 *         image: registry.example/api
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 *           initialDelaySeconds: 45
 * ```
 *
 * ## How to fix
 *
 * Remove the delay. A shorter period finds the end of the start sooner.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: api}
 * spec:
 *   selector: {matchLabels: {app: api}}
 *   template:
 *     metadata: {labels: {app: api}}
 *     spec:
 *       containers:
 *       - name: api  # cadence: starts in 8s
 *         image: registry.example/api
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 *           periodSeconds: 5
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`: no attempt until the container has run for `initialDelaySeconds`.
 */
export const readinessDelayOutlastsStart: ContainerRule = {
  id: "readiness-delay-outlasts-start",
  title: "A pod is Ready long after its program has started, because readiness waits",
  level: "info",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { readiness } = container.probes;
  const [first] = runsOf(subject);
  if (readiness === undefined || first === undefined || first.startsInMs === 0) return [];
  const delayMs = readiness.initialDelaySeconds * 1000;
  const lostMs = delayMs - Math.max(...runsOf(subject).map(({ startsInMs }) => startsInMs));
  if (lostMs < noticeableMs || !isProbeCertain(subject, "readiness")) return [];
  const path = [...container.path, "readinessProbe"];
  const field = "initialDelaySeconds";
  return [
    {
      path: [...path, field],
      on: "value",
      message:
        `${container.name} starts in ${formatDuration(first.startsInMs)}, but nothing probes it before ${formatDuration(delayMs)}: each start is Ready at least ${formatDuration(lostMs)} later than it could be. ` +
        "Remove the delay: attempts that fail before do no harm.",
      fix: { kind: "set-field", title: `Set ${field} to 0`, path, field, value: 0 },
    },
  ];
}

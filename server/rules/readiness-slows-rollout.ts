import { formatSpan } from "../../shared/forecast/words.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";
import { whatIf, withProbeField } from "./what-if.ts";

/** Waiting this much longer than with one success is worth a word. */
const noticeableMs = 30_000;

/**
 * A readiness probe with a `successThreshold` above 1 must succeed that often in a row, one period apart, before the container gets its first request.
 * That holds for every start, so a rolling update waits that long for each pod that it replaces.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       periodSeconds: 30
 *       successThreshold: 3
 * ```
 *
 * ## What to write instead
 *
 * A short period: the container must answer as often, in less time.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       periodSeconds: 5
 *       successThreshold: 3
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`: a result counts when it was the same `successThreshold` times in a row.
 */
export const readinessSlowsRollout: ContainerRule = {
  id: "readiness-slows-rollout",
  title: "Several successes, a long period apart, keep a container that answers out of its services",
  level: "hint",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { readiness } = subject.container.probes;
  if (readiness === undefined || readiness.successThreshold < 2 || !isProbeCertain(subject, "readiness")) return [];
  const ready = whatIf(subject, (container) => container)?.pod.timeToReady;
  const once = whatIf(subject, withProbeField("readinessProbe", "successThreshold", 1))?.pod.timeToReady;
  if (ready === undefined || once === undefined || ready.nominalMs - once.nominalMs < noticeableMs) return [];
  return [
    {
      path: [...subject.container.path, "readinessProbe", "successThreshold"],
      on: "value",
      message:
        `${readiness.successThreshold} successes must follow each other: a container that answers at once is ready after ${formatSpan(ready)}, with one success after ${formatSpan(once)}. ` +
        "Every pod of a rollout waits that long. Write a shorter period.",
    },
  ];
}

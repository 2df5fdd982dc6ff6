import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { readyIf, withProbeField } from "../support/what-if.ts";

/** Waiting this much longer than with one success is worth a word. */
const noticeableMs = 30_000;

/**
 * A readiness probe with a `successThreshold` above 1 must succeed that many times in a row, one period apart, before the container gets traffic.
 * That applies to every start, so a rolling update waits that long for each pod it replaces.
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
 * ## How to fix
 *
 * Set a short period. The container must succeed as often, but in less time.
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
 * `pkg/kubelet/prober/worker.go`, `doProbe`: a result counts after `successThreshold` equal results in a row.
 */
export const readinessSlowsRollout: ContainerRule = {
  id: "readiness-slows-rollout",
  title: "Several successes, a long period apart, keep traffic from a healthy container",
  level: "hint",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { readiness } = subject.container.probes;
  if (readiness === undefined || readiness.successThreshold < 2 || !isProbeCertain(subject, "readiness")) return [];
  const ready = subject.pod.forecast()?.timeToReady;
  if (ready === undefined) return [];
  const once = readyIf(subject, withProbeField("readinessProbe", "successThreshold", 1));
  if (once === undefined || ready.nominalMs - once.nominalMs < noticeableMs) return [];
  return [
    {
      path: [...subject.container.path, "readinessProbe", "successThreshold"],
      on: "value",
      message:
        `With ${readiness.successThreshold} successes in a row, a healthy container is ready after ${formatSpan(ready)} instead of ${formatSpan(once)}. ` +
        "Every pod of a rollout waits that long. Set a shorter periodSeconds.",
    },
  ];
}

import { formatSpan } from "../../shared/forecast/words.ts";
import type { Probe } from "../../shared/kubernetes/pod.ts";
import { isProbeAbsent, isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";

/** Requests that go nowhere for this long are worth a word. */
const noticeableMs = 90_000;

/**
 * A container that hangs stays in its services until readiness has failed `failureThreshold` times, one period apart.
 * Until then it gets its share of the requests and answers none of them.
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
 *       periodSeconds: 60
 * ```
 *
 * ## What to write instead
 *
 * A shorter period: readiness costs little, and a container that recovers is back as quickly.
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
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`.
 */
export const deadPodKeepsTraffic: ContainerRule = {
  id: "dead-pod-keeps-traffic",
  title: "A container that hangs gets requests for a long time",
  level: "hint",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { readiness } = container.probes;
  if (readiness === undefined || !canBeLong(readiness) || !isProbeCertain(subject, "readiness")) return [];
  if (
    container.probes.liveness === undefined ? !isProbeAbsent(subject, "liveness") : !isProbeCertain(subject, "liveness")
  )
    return [];
  const { unreadyAfter: unready, hangToSigterm: stopped } = subject.forecast() ?? {};
  if (unready === undefined || unready.latestMs < noticeableMs) return [];
  // Where liveness acts before, another rule speaks, or nothing is left to say.
  if (stopped !== undefined && stopped.latestMs < noticeableMs) return [];
  return [
    {
      path: [...container.path, "readinessProbe"],
      on: "key",
      message:
        `A container that hangs is still sent requests for ${formatSpan(unready)}: readiness must fail ${timesOf(subject)} first. ` +
        'Write a smaller "periodSeconds".',
    },
  ];
}

/** Spares the engine the question where the answer is no. */
function canBeLong({ periodSeconds, timeoutSeconds, failureThreshold }: Probe): boolean {
  return Math.max(periodSeconds, timeoutSeconds) * (failureThreshold + 1) * 1000 >= noticeableMs;
}

function timesOf({ container }: ContainerSubject): string {
  const times = container.probes.readiness?.failureThreshold ?? 1;
  return times === 1 ? "once" : `${times} times in a row`;
}

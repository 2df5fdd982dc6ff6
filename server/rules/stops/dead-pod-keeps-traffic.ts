import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { Probe } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeAbsent, isProbeCertain } from "../support/certain.ts";

/** Requests that go nowhere for this long are worth a word. */
const noticeableMs = 90_000;

/**
 * A container that hangs keeps getting traffic until readiness has failed `failureThreshold` times, one period apart.
 * Until then it gets its share of the requests and answers none.
 * The rule looks at pods that a Service selects, in the same file, folder, or Kustomize base.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web, labels: {app: web}}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       periodSeconds: 60
 * ---
 * apiVersion: v1
 * kind: Service
 * metadata: {name: web}
 * spec:
 *   selector: {app: web}
 *   ports: [{port: 80, targetPort: 8080}]
 * ```
 *
 * ## How to fix
 *
 * Set a shorter `periodSeconds`. Readiness probes are cheap, and a container that recovers gets traffic again sooner, too.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web, labels: {app: web}}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       periodSeconds: 5
 * ---
 * apiVersion: v1
 * kind: Service
 * metadata: {name: web}
 * spec:
 *   selector: {app: web}
 *   ports: [{port: 80, targetPort: 8080}]
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`.
 */
export const deadPodKeepsTraffic: ContainerRule = {
  id: "dead-pod-keeps-traffic",
  title: "A container that hangs keeps getting traffic for a long time",
  level: "hint",
  origin: "simulation",
  needsService: true,
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
  // Where liveness kills the container earlier, another rule reports it, or there is nothing to report.
  if (stopped !== undefined && stopped.latestMs < noticeableMs) return [];
  return [
    {
      path: [...container.path, "readinessProbe"],
      on: "key",
      message:
        `A container that hangs keeps getting traffic for ${formatSpan(unready)}, because readiness must fail ${timesOf(subject)}. ` +
        adviceFor(readiness),
    },
  ];
}

/** Saves a simulation where the answer is no. */
function canBeLong({ periodSeconds, timeoutSeconds, failureThreshold }: Probe): boolean {
  return Math.max(periodSeconds, timeoutSeconds) * (failureThreshold + 1) * 1000 >= noticeableMs;
}

/** What makes it long: many attempts in short order, or few that are far apart. */
function adviceFor({ periodSeconds, failureThreshold }: Probe): string {
  const isOften = periodSeconds <= 10 && failureThreshold > 3;
  return isOften ? "Set a smaller failureThreshold." : "Set a shorter periodSeconds.";
}

function timesOf({ container }: ContainerSubject): string {
  const times = container.probes.readiness?.failureThreshold ?? 1;
  return times === 1 ? "once" : `${times} times in a row`;
}

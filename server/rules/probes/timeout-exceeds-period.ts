import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { usualFrom } from "../../../shared/basics/usual-numbers.ts";
import { type Probe, type ProbeType, probeField } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";

/**
 * The kubelet waits for the result of one attempt before it makes the next.
 * If the container hangs, each attempt takes the whole `timeoutSeconds`. If that is longer than `periodSeconds`, attempts run back to back and the period has no effect.
 * A hang is then detected after `failureThreshold` times the timeout, later than the period suggests.
 * Where that is less than 10s later, or with the numbers that kubeadm gives the control plane and many charts copy, it is information.
 * So is a readiness probe with the numbers of its liveness probe, which is warned about.
 * Startup probes are not reported: frequent attempts and long timeouts do no harm during startup.
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
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       periodSeconds: 10
 *       timeoutSeconds: 15
 * ```
 *
 * ## How to fix
 *
 * Set a period that is at least as long as the timeout. Hangs are detected about as soon as before.
 * With a shorter timeout hangs are detected earlier, but a slow response counts as a failure.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       periodSeconds: 15
 *       timeoutSeconds: 15
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `run` and `doProbe`: one goroutine per probe, whose ticker keeps one tick while an attempt runs.
 */
export const timeoutExceedsPeriod: ContainerRule = {
  id: "timeout-exceeds-period",
  title:
    "A probe's timeout is longer than its period, so attempts at a container that hangs come later than the period says",
  level: "warning",
  origin: "simulation",
  checkContainer: (subject) => [...check(subject, "liveness"), ...check(subject, "readiness")],
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const probe = subject.container.probes[type];
  if (probe === undefined || probe.timeoutSeconds <= probe.periodSeconds || !isProbeCertain(subject, type)) return [];
  const path = [...subject.container.path, probeField(type)];
  const advice = `Set periodSeconds to ${usualFrom(probe.timeoutSeconds)}, or set a shorter timeoutSeconds.`;
  return [
    {
      path: [...path, "timeoutSeconds"],
      on: "value",
      message: `${whatHappens(subject, type, probe)} ${advice}`,
      fix: fixOf(path, probe),
      ...((isLittle(probe) || isAsOfKubeadm(probe) || isAsLiveness(subject, type, probe)) && {
        severity: "info" as const,
      }),
    },
  ];
}

/** A hang that is noticed less than this later than the period says is worth no warning: the timeout of 3s at a period of 2s that many charts copy. */
const lateSeconds = 10;

function isLittle({ timeoutSeconds, periodSeconds, failureThreshold }: Probe): boolean {
  return failureThreshold * (timeoutSeconds - periodSeconds) < lateSeconds;
}

/** Whoever wrote the same two numbers in both probes is warned once. */
function isAsLiveness({ container }: ContainerSubject, type: ProbeType, probe: Probe): boolean {
  const { liveness } = container.probes;
  if (type !== "readiness" || liveness === undefined) return false;
  const isSame = liveness.timeoutSeconds === probe.timeoutSeconds && liveness.periodSeconds === probe.periodSeconds;
  return isSame && !isLittle(liveness) && !isAsOfKubeadm(liveness);
}

/** The probes of kubeadm's static pods, whose webhooks and API servers others copy: what upstream ships so is meant so. */
// Models cmd/kubeadm/app/util/staticpod/utils.go LivenessProbe and ReadinessProbe (v1.37.1)
function isAsOfKubeadm({ timeoutSeconds, periodSeconds, failureThreshold }: Probe): boolean {
  if (timeoutSeconds !== 15) return false;
  return (periodSeconds === 10 && failureThreshold === 8) || (periodSeconds === 1 && failureThreshold === 3);
}

function whatHappens({ forecast }: ContainerSubject, type: ProbeType, probe: Probe): string {
  const timeout = formatDuration(probe.timeoutSeconds * 1000);
  const period = formatDuration(probe.periodSeconds * 1000);
  const attempts = `An attempt that times out takes ${timeout}, longer than periodSeconds (${period}), so attempts run back to back`;
  const noticed = type === "liveness" ? forecast()?.hangToSigterm : forecast()?.unreadyAfter;
  const outcome = type === "liveness" ? "leads to SIGTERM" : "leads to no traffic";
  return noticed === undefined ? `${attempts}.` : `${attempts}. A hang ${outcome} after ${formatSpan(noticed)}.`;
}

/** A longer period rather than a shorter timeout, because it cannot turn a slow response into a failure. */
function fixOf(path: ContainerHit["path"], { timeoutSeconds }: Probe): FieldFix {
  const value = usualFrom(timeoutSeconds);
  return { kind: "set-field", title: `Set periodSeconds to ${value}`, path, field: "periodSeconds", value };
}

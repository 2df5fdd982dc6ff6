import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import { type Probe, type ProbeType, probeField } from "../../shared/kubernetes/pod.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * The kubelet waits for the answer of one attempt before it makes the next.
 * When nothing answers, each attempt takes the whole `timeoutSeconds`; if that is longer than `periodSeconds`, attempts run back to back and the period means nothing.
 * A hang is then noticed after `failureThreshold` times the timeout, later than the period suggests.
 * Startup probes are not reported: asking often and waiting long does no harm while a container starts.
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
 * ## What to write instead
 *
 * A period that is at least as long as the timeout: a hang is noticed about as soon as before, and the numbers mean what they say.
 * A shorter timeout notices a hang earlier, but then a slow answer counts as a failure.
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
  title: "A probe's timeout is longer than its period, so the period means nothing",
  level: "warning",
  origin: "simulation",
  since: "1.28",
  checkContainer: (subject) => [...check(subject, "liveness"), ...check(subject, "readiness")],
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const probe = subject.container.probes[type];
  if (probe === undefined || probe.timeoutSeconds <= probe.periodSeconds || !isProbeCertain(subject, type)) return [];
  const path = [...subject.container.path, probeField(type)];
  const advice = `Write "periodSeconds: ${probe.timeoutSeconds}" or a shorter timeout.`;
  return [
    {
      path: [...path, "timeoutSeconds"],
      on: "value",
      message: `${whatHappens(subject, type, probe)} ${advice}`,
      fix: fixOf(path, probe),
    },
  ];
}

function whatHappens({ forecast }: ContainerSubject, type: ProbeType, probe: Probe): string {
  const timeout = formatDuration(probe.timeoutSeconds * 1000);
  const period = formatDuration(probe.periodSeconds * 1000);
  const attempts = `An attempt without an answer takes ${timeout}, longer than the period of ${period}, so attempts run back to back`;
  const noticed = type === "liveness" ? forecast()?.hangToSigterm : forecast()?.unreadyAfter;
  const outcome = type === "liveness" ? "ends in SIGTERM" : "makes the container unready";
  return noticed === undefined ? `${attempts}.` : `${attempts}: a hang ${outcome} after ${formatSpan(noticed)}.`;
}

/** The longer period and not the shorter timeout: it cannot turn a slow answer into a failure. */
function fixOf(path: ContainerHit["path"], { timeoutSeconds }: Probe): FieldFix {
  return {
    kind: "set-field",
    title: `Write periodSeconds: ${timeoutSeconds}`,
    path,
    field: "periodSeconds",
    value: timeoutSeconds,
  };
}

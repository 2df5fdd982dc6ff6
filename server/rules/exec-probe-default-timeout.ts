import { formatSpan } from "../../shared/forecast/words.ts";
import { type ProbeType, probeField } from "../../shared/kubernetes/pod.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";
import { isFields, valueAt } from "./values.ts";

/**
 * A probe without `timeoutSeconds` waits one second.
 * That is long for an HTTP handler and short for a command: a shell, an interpreter or a client must start first, and under a CPU limit or on a busy node that alone can take longer.
 * An attempt that takes longer counts as a failure, so a healthy container is stopped.
 * Only liveness and startup probes are reported: they are the ones that stop containers.
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
 *       exec: {command: [pg_isready, -U, postgres]}
 * ```
 *
 * ## What to write instead
 *
 * A timeout that the command keeps on a busy node too, or the second, written down, if it was meant.
 * The quick fix writes down what holds now; it changes nothing but that the next reader sees it.
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
 *       exec: {command: [pg_isready, -U, postgres]}
 *       timeoutSeconds: 5
 * ```
 *
 * ## Source
 *
 * `pkg/apis/core/v1/defaults.go`, `SetDefaults_Probe`: `timeoutSeconds` becomes 1.
 * `pkg/kubelet/prober/prober.go`, `runProbe`, gives it to the runtime.
 */
export const execProbeDefaultTimeout: ContainerRule = {
  id: "exec-probe-default-timeout",
  title: "A command that can stop the container has only the default timeout of one second",
  level: "info",
  origin: "advice",
  since: "1.28",
  checkContainer: (subject) => [...check(subject, "liveness"), ...check(subject, "startup")],
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const probe = subject.container.probes[type];
  if (probe?.handler?.type !== "exec" || hasTimeout(subject, type) || !isProbeCertain(subject, type)) return [];
  const path = [...subject.container.path, probeField(type)];
  const span = type === "liveness" ? subject.forecast()?.hangToSigterm : undefined;
  const stopped = span === undefined ? "is stopped" : `gets SIGTERM after ${formatSpan(span)}`;
  return [
    {
      path: [...path, "exec"],
      on: "key",
      message:
        `This command has only the default second: when it takes longer ${times(probe.failureThreshold)}, a healthy container ${stopped}. ` +
        'Write a "timeoutSeconds" that holds on a busy node, too.',
      fix: {
        kind: "set-field",
        title: "Write down timeoutSeconds: 1, which holds now",
        path,
        field: "timeoutSeconds",
        value: 1,
        lossFree: true,
      },
    },
  ];
}

/** The default and the same number in writing are one in the admitted pod. */
function hasTimeout({ pod, container }: ContainerSubject, type: ProbeType): boolean {
  const probe = valueAt(pod.located.spec, [...container.path, probeField(type)]);
  const seconds = isFields(probe) ? probe["timeoutSeconds"] : undefined;
  return seconds !== undefined && seconds !== null && seconds !== 0;
}

function times(failureThreshold: number): string {
  return failureThreshold === 1 ? "once" : `${failureThreshold} times in a row`;
}

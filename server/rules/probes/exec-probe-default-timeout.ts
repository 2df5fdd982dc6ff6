import { formatSpan } from "../../../shared/basics/span-words.ts";
import { isFields, valueAt } from "../../../shared/basics/values.ts";
import { type ProbeType, probeField } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { outslept } from "../support/never-succeeds.ts";

/**
 * A probe without `timeoutSeconds` times out after one second.
 * That is long for an HTTP handler and short for a command: a shell, an interpreter or a client must start first. Under a CPU limit or on a busy node that alone can take longer.
 * An attempt that takes longer counts as a failure, so the kubelet kills a healthy container.
 * The rule reports liveness and startup probes only, because only they kill containers.
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
 * ## How to fix
 *
 * Set a timeout that the command meets on a busy node, too.
 * If one second is what you want, the quick fix makes the default explicit. It changes nothing else.
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
  title: "A command that can get the container killed has only the default timeout of 1s",
  level: "info",
  origin: "advice",
  checkContainer: (subject) => [...check(subject, "liveness"), ...check(subject, "startup")],
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const probe = subject.container.probes[type];
  if (probe?.handler?.type !== "exec" || hasTimeout(subject, type) || !isProbeCertain(subject, type)) return [];
  // Its command is known to take longer, which is more than advice.
  if (outslept(subject, type) !== undefined) return [];
  const path = [...subject.container.path, probeField(type)];
  const span = type === "liveness" ? subject.forecast()?.hangToSigterm : undefined;
  const killed = span === undefined ? "" : ` after ${formatSpan(span)}`;
  return [
    {
      path: [...path, "exec"],
      on: "key",
      message:
        `This command has the default timeout of 1s. If it takes longer ${times(probe.failureThreshold)}, the kubelet kills a healthy container${killed}. ` +
        "Set timeoutSeconds to what the command needs on a busy node.",
      fix: {
        kind: "set-field",
        title: "Make the default timeoutSeconds: 1 explicit",
        path,
        field: "timeoutSeconds",
        value: 1,
      },
    },
  ];
}

/** A written 1 and the default are equal in the admitted pod. */
function hasTimeout({ pod, container }: ContainerSubject, type: ProbeType): boolean {
  const probe = valueAt(pod.located.spec, [...container.path, probeField(type)]);
  const seconds = isFields(probe) ? probe["timeoutSeconds"] : undefined;
  return seconds !== undefined && seconds !== null && seconds !== 0;
}

function times(failureThreshold: number): string {
  return failureThreshold === 1 ? "once" : `${failureThreshold} times in a row`;
}

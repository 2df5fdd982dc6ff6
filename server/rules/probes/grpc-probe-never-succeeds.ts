import { formatDuration } from "../../../shared/basics/durations.ts";
import { type ProbeType, probeField } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { outcomeOfNoSuccess } from "../support/never-succeeds.ts";
import { probesInScenario } from "../support/story.ts";

/**
 * A gRPC probe uses plain text only. It always fails on a port that requires TLS, and where the health service is not registered.
 * The rule needs a scenario or an observation in which the probe always fails: `fails liveness`, `hangs readiness`, without a time.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: hangs readiness
 *     image: registry.example/app
 *     readinessProbe:
 *       grpc: {port: 8443}
 * ```
 *
 * ## How to fix
 *
 * Serve the health service on a port without TLS, or use a command that supports TLS, such as `grpc_health_probe -tls`.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: runs
 *     image: registry.example/app
 *     readinessProbe:
 *       grpc: {port: 8081}
 * ```
 *
 * ## Source
 *
 * `pkg/probe/grpc/grpc.go`, `Probe`: insecure credentials, with no way to set others.
 */
export const grpcProbeNeverSucceeds: ContainerRule = {
  id: "grpc-probe-never-succeeds",
  title: "A gRPC probe never succeeds, for example on a port that requires TLS",
  level: "warning",
  origin: "simulation",
  checkContainer: (subject) => probesInScenario(subject).flatMap((type) => check(subject, type)),
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const { container } = subject;
  const probe = container.probes[type];
  const outcome = probe?.handler?.type === "grpc" ? outcomeOfNoSuccess(subject, type) : undefined;
  if (probe === undefined || outcome === undefined) return [];
  const cost = formatDuration(probe.timeoutSeconds * 1000);
  const message = `This probe never succeeds in the scenario, so ${outcome}. gRPC probes do not support TLS, and each failed attempt takes up to ${cost}. Probe a port without TLS.`;
  return [{ path: [...container.path, probeField(type)], on: "key", message }];
}

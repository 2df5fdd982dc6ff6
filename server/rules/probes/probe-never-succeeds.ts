import { outsleptAdvice } from "../../../shared/forecast/answer/commands.ts";
import { type ProbeType, probeField, probeTypes } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { outcomeOfNoSuccess, outslept } from "../support/never-succeeds.ts";

/**
 * A probe whose port nobody listens on, or whose path does not exist, fails every time.
 * Such a readiness probe never makes the container ready. Such a liveness or startup probe kills it after every start: a crash loop of a healthy program.
 * The rule needs a scenario or an observation that says so: `fails liveness`, `hangs readiness`, without a time.
 * It needs none for a command that sleeps longer than `timeoutSeconds`, which is 1 by default: each attempt times out.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: fails liveness
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 9090}
 * ```
 *
 * ## How to fix
 *
 * Set the port and path that the program serves.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: runs
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/probe/http/http.go`, `DoHTTPProbe`: a refused connection or a status of 400 or higher is a failure.
 */
export const probeNeverSucceeds: ContainerRule = {
  id: "probe-never-succeeds",
  title: "A probe never succeeds, although the container is healthy",
  level: "warning",
  origin: "simulation",
  checkContainer: (subject) => probeTypes.flatMap((type) => check(subject, type)),
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const { container } = subject;
  const handler = container.probes[type]?.handler;
  if (handler === undefined || handler.type === "grpc") return [];
  const outcome = outcomeOfNoSuccess(subject, type);
  if (outcome === undefined) return [];
  const path = [...container.path, probeField(type)];
  const sleeps = outslept(subject, type);
  if (sleeps !== undefined) return [{ path, on: "key", message: `${sleeps}. So ${outcome}. ${outsleptAdvice}` }];
  const advice = handler.type === "exec" ? "Check its command." : "Check its port and path.";
  const message = `This probe never succeeds in the scenario, so ${outcome}. ${advice}`;
  return [{ path, on: "key", message }];
}

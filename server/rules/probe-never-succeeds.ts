import { type ProbeType, probeField, probeTypes } from "../../shared/kubernetes/pod.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { outcomeOfNoSuccess } from "./never-succeeds.ts";
import { runsOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * A probe that asks a port on which nobody listens, or a path that does not exist, is refused every time.
 * A readiness probe then never lets the container be ready; a liveness or startup probe stops it after every start: a crash loop of a healthy program.
 * The rule needs a scenario that says so, or an observation: `fails liveness`, `hangs readiness`, without a time.
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
 * ## What to write instead
 *
 * The port and path that the program really answers.
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
 * `pkg/probe/http/http.go`, `DoHTTPProbe`: a connection that is refused, or a status from 400 on, is a failure.
 */
export const probeNeverSucceeds: ContainerRule = {
  id: "probe-never-succeeds",
  title: "A probe never succeeds, though the container is well",
  level: "warning",
  origin: "simulation",
  since: "1.28",
  checkContainer: (subject) => (runsOf(subject).length === 0 ? [] : probeTypes.flatMap((type) => check(subject, type))),
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const { container } = subject;
  const handler = container.probes[type]?.handler;
  if (handler === undefined || handler.type === "grpc") return [];
  const outcome = outcomeOfNoSuccess(subject, type);
  if (outcome === undefined) return [];
  const advice =
    handler.type === "exec" ? "Check the command." : "Check the port and the path: does the container listen there?";
  const message = `The scenario says that this probe never succeeds: ${outcome}. ${advice}`;
  return [{ path: [...container.path, probeField(type)], on: "key", message }];
}

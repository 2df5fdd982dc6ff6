import { type ProbeType, probeField } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { entriesOf, isWholeRun, probesInScenario, runsOf, timelineOf, windowsOf } from "../support/story.ts";

/**
 * An attempt that cannot run at all, for example because the command is not in the image, is neither a success nor a failure. The kubelet discards it.
 * Such a liveness probe never kills the container, such a readiness probe never makes it ready, and such a startup probe never ends.
 * The rule needs a scenario or an observation that says so: `breaks liveness`, without a time.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: breaks liveness
 *     image: registry.example/app
 *     livenessProbe:
 *       exec: {command: [curl, -f, localhost/healthz]}
 *       timeoutSeconds: 5
 * ```
 *
 * ## How to fix
 *
 * Use a check that needs nothing from the image.
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
 *       httpGet: {path: /healthz, port: 80}
 *       timeoutSeconds: 5
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`: "Prober error, throw away the result".
 * Whether a runtime reports a missing command as an error or as exit code 126 or 127, which is a failure, depends on runtime and version (kubernetes#106682).
 */
export const probeCannotRun: ContainerRule = {
  id: "probe-cannot-run",
  title: "A probe cannot run, and its attempts count as nothing",
  level: "warning",
  origin: "simulation",
  checkContainer: (subject) => probesInScenario(subject).flatMap((type) => check(subject, type)),
};

const outcomes: Readonly<Record<ProbeType, string>> = {
  startup: "the startup probe never ends, and the container is never ready",
  liveness: "liveness never kills the container, whatever happens",
  readiness: "the container is never ready",
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const { container } = subject;
  const handler = container.probes[type]?.handler;
  const last = runsOf(subject).at(-1);
  if (handler === undefined || last === undefined || !isProbeCertain(subject, type)) return [];
  if (!windowsOf(last, type).some((window) => window.answer === "breaks" && isWholeRun(window))) return [];
  const timeline = timelineOf(subject);
  if (timeline === undefined) return [];
  const isOfProbe = (kind: "probe-attempt" | "probe-result") =>
    entriesOf(timeline, container, kind).filter(({ data }) => data.probe === type);
  const counts = isOfProbe("probe-result").some(({ data }) => data.answer !== undefined);
  if (counts || isOfProbe("probe-attempt").length === 0) return [];
  const advice =
    handler.type === "exec" ? "Use httpGet, tcpSocket or grpc, or add the command to the image." : "Check its target.";
  const message = `This probe cannot run, which counts neither as success nor as failure: ${outcomes[type]}. ${advice}`;
  return [{ path: [...container.path, probeField(type)], on: "key", message }];
}

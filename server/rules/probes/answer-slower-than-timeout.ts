import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { startToSigtermOf } from "../../../shared/forecast/container/limits.ts";
import { type ProbeType, probeField } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { entriesOf, probeStops, probesInScenario, runsOf, timelineOf, windowsOf } from "../support/story.ts";
import { whatIf, withProbeField } from "../support/what-if.ts";

/**
 * A response that takes longer than `timeoutSeconds` counts as a failure. The default is one second.
 * A container that is slow under load then looks like one that hangs: liveness kills it, and the load on the others grows.
 * The rule needs a scenario that gives the response time: `answers liveness in 2s`, `answers in 3s after 10m for 5m`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: answers liveness in 2s after 10m
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## How to fix
 *
 * Set `timeoutSeconds` above the slowest response of a healthy container.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: answers liveness in 2s after 10m
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       timeoutSeconds: 5
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/prober.go`, `runProbe`: each handler gets the timeout, and a late response is a failure.
 */
export const answerSlowerThanTimeout: ContainerRule = {
  id: "answer-slower-than-timeout",
  title: "A healthy container responds later than the probe's timeout",
  level: "warning",
  origin: "simulation",
  checkContainer: (subject) => probesInScenario(subject).flatMap((type) => check(subject, type)),
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const { container } = subject;
  const probe = container.probes[type];
  if (probe === undefined || !isProbeCertain(subject, type)) return [];
  const latencyMs = slowestAnswer(subject, type);
  if (latencyMs <= probe.timeoutSeconds * 1000) return [];
  const outcome = outcomeOf(subject, type);
  if (outcome === undefined) return [];
  const fix = fixOf(subject, type, latencyMs);
  const advice =
    fix === undefined ? "Set a longer timeoutSeconds." : `Set timeoutSeconds to ${String(fix.value)} or more.`;
  const path = [...container.path, probeField(type)];
  return [
    {
      path,
      on: "key",
      message: `Responses take ${formatDuration(latencyMs)}, but the probe times out after ${formatDuration(probe.timeoutSeconds * 1000)}: ${outcome}. ${advice}`,
      ...(fix && { fix }),
    },
  ];
}

function slowestAnswer(subject: ContainerSubject, type: ProbeType): number {
  const slow = runsOf(subject).flatMap((run) => windowsOf(run, type).map(({ latencyMs }) => latencyMs ?? 0));
  return Math.max(0, ...slow);
}

/** What follows from the attempts that time out. */
function outcomeOf(subject: ContainerSubject, type: ProbeType): string | undefined {
  const timeline = timelineOf(subject);
  if (timeline === undefined) return undefined;
  const isLate = entriesOf(timeline, subject.container, "probe-attempt").some(
    ({ data }) => data.probe === type && data.answer === "timeout",
  );
  if (!isLate) return undefined;
  const [stopped] = type === "readiness" ? [] : probeStops(timeline, subject.container, type);
  if (stopped !== undefined)
    return `the kubelet kills the container ${killTime(subject) ?? `at ${formatSpan(stopped.at)}`}`;
  const unready = entriesOf(timeline, subject.container, "probe-result").find(
    ({ data }) => data.probe === type && data.status === "failure",
  );
  if (type === "readiness" && unready !== undefined)
    return `the container gets no traffic after ${formatSpan(unready.at)}`;
  return subject.pod.forecast()?.timeToReady === undefined ? "the container is never ready" : undefined;
}

/** The same limit as in the forecast, where all runs of the container are alike. */
function killTime(subject: ContainerSubject): string | undefined {
  const { pod, container } = subject;
  const [run, ...others] = runsOf(subject);
  if (pod.pod === undefined || run === undefined || others.length > 0) return undefined;
  const span = startToSigtermOf({ pod: pod.pod, assumptions: pod.settings.assumptions, container, run });
  return span && `${formatSpan(span)} after each start`;
}

/** At most the period: with a longer timeout attempts would run back to back. */
function fixOf(subject: ContainerSubject, type: ProbeType, latencyMs: number): FieldFix | undefined {
  const value = Math.ceil(latencyMs / 1000) + 1;
  const field = probeField(type);
  if (value > (subject.container.probes[type]?.periodSeconds ?? 0)) return undefined;
  const timeline = whatIf(subject, withProbeField(field, "timeoutSeconds", value))?.pod.timeline;
  const isLate = timeline?.entries.some(
    ({ container, data }) => container === subject.container.name && data.probe === type && data.answer === "timeout",
  );
  if (isLate !== false) return undefined;
  const path = [...subject.container.path, field];
  return { kind: "set-field", title: `Set timeoutSeconds to ${value}`, path, field: "timeoutSeconds", value };
}

import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { secondStartStopped } from "../../../shared/forecast/container/second-start.ts";
import type { Container } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { runsOf } from "../support/story.ts";
import { whatIfPod, withProbeField } from "../support/what-if.ts";

/**
 * In Kubernetes 1.35 to 1.37, a container that liveness has killed counts as started after its restart, until the next tick of its startup probe.
 * Liveness probes it from the first moment. If liveness gives up before the startup probe runs, it kills the container during its second start.
 * A container that hung once is then killed again and again, although its first start was fine.
 * A scenario (`starts in 40s`) gives the start time. Without one, the rule assumes the longest start that the startup probe allows.
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
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       periodSeconds: 30
 *       failureThreshold: 10
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       periodSeconds: 10
 *       failureThreshold: 1
 * ```
 *
 * ## How to fix
 *
 * Set a startup probe period that is shorter than the time liveness needs to give up, or a larger `failureThreshold` for liveness.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       periodSeconds: 5
 *       failureThreshold: 60
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       periodSeconds: 10
 *       failureThreshold: 2
 * ```
 *
 * ## Source
 *
 * Observed on v1.37.1, in 4 of 4 runs; not on v1.34.4. v1.38.0-beta.0 keeps `started` for the same container only.
 * `pkg/kubelet/prober/prober_manager.go`, `UpdatePodStatus`: without a result of its own a container keeps the `started` of the status before.
 */
export const startupUnprotectedRestart: ContainerRule = {
  id: "startup-unprotected-restart",
  title: "After a kill by liveness the startup probe does not protect the next start",
  level: "warning",
  origin: "simulation",
  since: "1.35",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  if (!canBeFaster(container) || !isProbeCertain(subject, "startup") || !isProbeCertain(subject, "liveness")) return [];
  const toldMs = Math.max(0, ...runsOf(subject).map((run) => run.startsInMs));
  const startsInMs = toldMs > 0 ? toldMs : (subject.forecast()?.startupBudget?.earliestMs ?? 0);
  if (startsInMs === 0) return [];
  const { pod, settings } = subject.pod;
  const stopped = secondStartStopped(pod, settings.assumptions, container, startsInMs);
  if (stopped === undefined) return [];
  const fix = fixOf(subject, startsInMs);
  const advice = fix === undefined ? "" : `, or set failureThreshold of liveness to ${String(fix.value)}`;
  return [
    {
      path: [...container.path, "livenessProbe"],
      on: "key",
      message:
        `After liveness has killed the container once, it can kill the next start after ${formatSpan(stopped)}, before the startup probe runs. A start of ${formatDuration(startsInMs)} then never succeeds. ` +
        `Set a shorter periodSeconds for the startup probe${advice}.`,
      ...(fix && { fix }),
    },
  ];
}

/** Saves a simulation where the startup probe always runs before liveness can give up. */
function canBeFaster({ probes: { startup, liveness } }: Container): boolean {
  if (startup === undefined || liveness === undefined) return false;
  return liveness.periodSeconds * (liveness.failureThreshold - 1) < startup.periodSeconds;
}

function fixOf(subject: ContainerSubject, startsInMs: number): FieldFix | undefined {
  const now = subject.container.probes.liveness?.failureThreshold ?? 1;
  for (let value = now + 1; value <= now + 10; value += 1) {
    const changed = whatIfPod(subject, withProbeField("livenessProbe", "failureThreshold", value));
    if (changed === undefined) return undefined;
    const { assumptions } = subject.pod.settings;
    if (secondStartStopped(changed.pod, assumptions, changed.container, startsInMs) !== undefined) continue;
    const path = [...subject.container.path, "livenessProbe"];
    const title = `Set failureThreshold of liveness to ${value}`;
    return { kind: "set-field", title, path, field: "failureThreshold", value };
  }
  return undefined;
}

import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { entriesOf, runsOf, timelineOf } from "../support/story.ts";

/** Who writes a longer period than the default has a reason to: the command costs something. */
const usualPeriodSeconds = 10;

/**
 * While a container is not ready, the kubelet runs its readiness probe each time it syncs the pod, not only every `periodSeconds`. It syncs at every start, end or probe result of any container in the pod.
 * A command therefore runs twice within milliseconds after each start, and again when the container becomes unready.
 * Commands that are expensive or have side effects, such as writing or counting, must be able to handle that.
 * The rule reports containers with a scenario whose probe period is longer than the usual ten seconds.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 5s
 *     image: registry.example/app
 *     readinessProbe:
 *       exec: {command: [check-and-repair]}
 *       periodSeconds: 60
 *       timeoutSeconds: 20
 * ```
 *
 * ## How to fix
 *
 * Use a check that is cheap and has no side effects. Let the container itself do work that must happen once a minute.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 5s
 *     image: registry.example/app
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       periodSeconds: 60
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/prober_manager.go`, `UpdatePodStatus`: a container that is not ready is probed immediately, whatever its ticks; kubernetes#118815.
 * Since 1.29 the ticks restart after such an attempt; before that the next one could follow within seconds.
 */
export const readinessCommandOutOfTurn: ContainerRule = {
  id: "readiness-command-out-of-turn",
  title: "A readiness command also runs between its ticks",
  level: "hint",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { readiness } = container.probes;
  if (readiness?.handler?.type !== "exec" || readiness.periodSeconds <= usualPeriodSeconds) return [];
  if (runsOf(subject).length === 0 || !isProbeCertain(subject, "readiness")) return [];
  const timeline = timelineOf(subject);
  if (timeline === undefined) return [];
  const periodMs = readiness.periodSeconds * 1000;
  const attempts = entriesOf(timeline, container, "probe-attempt").filter(({ data }) => data.probe === "readiness");
  // A regular attempt may come some milliseconds early; one out of turn comes clearly earlier.
  const early = attempts.flatMap((attempt, index) => {
    const before = attempts[index - 1];
    if (before === undefined || before.run !== attempt.run) return [];
    return attempt.tMs - before.tMs < periodMs / 2 ? [attempt] : [];
  });
  const [first] = early;
  if (first === undefined) return [];
  const often = early.length === 1 ? "once early," : `${early.length} times early, first`;
  return [
    {
      path: [...container.path, "readinessProbe", "periodSeconds"],
      on: "value",
      message:
        `While the container is not ready, this command runs more often than every ${formatDuration(periodMs)}: in this scenario ${often} at ${formatSpan(first.at)}. ` +
        "Use a command without side effects that can run at any time.",
    },
  ];
}

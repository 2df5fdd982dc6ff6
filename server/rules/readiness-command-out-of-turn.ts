import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { entriesOf, runsOf, timelineOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";

/** Who writes a longer period than the default has a reason to: the command costs something. */
const usualPeriodSeconds = 10;

/**
 * `periodSeconds` is no promise that nothing is asked in between: while a container is not ready, the kubelet asks readiness each time that it looks at the pod, which is at every start, end or probe result of any of its containers.
 * A command is therefore run twice within milliseconds after each start, and again when the container leaves its services.
 * One that is expensive, or that has effects of its own such as writing or counting, must stand that.
 * The rule speaks where a scenario is played for the container and the period of the command is longer than the usual ten seconds.
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
 * ## What to write instead
 *
 * A question that changes nothing and costs little; work that must be done once a minute is done by the container itself.
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
 * `pkg/kubelet/prober/prober_manager.go`, `UpdatePodStatus`: a container that is not ready is asked at once, whatever its ticks; kubernetes#118815.
 * Since 1.29 the ticks begin anew with such an attempt; before that the next one could follow within seconds.
 */
export const readinessCommandOutOfTurn: ContainerRule = {
  id: "readiness-command-out-of-turn",
  title: "A readiness command runs between its ticks, too",
  level: "hint",
  origin: "simulation",
  since: "1.28",
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
  // An attempt at a tick may come some milliseconds before the period is over; one out of turn comes clearly earlier.
  const early = attempts.flatMap((attempt, index) => {
    const before = attempts[index - 1];
    if (before === undefined || before.run !== attempt.run) return [];
    return attempt.tMs - before.tMs < periodMs / 2 ? [attempt] : [];
  });
  const [first] = early;
  if (first === undefined) return [];
  const often = early.length === 1 ? "once" : `${early.length} times, first`;
  return [
    {
      path: [...container.path, "readinessProbe", "periodSeconds"],
      on: "value",
      message:
        `While the container is not ready, this command runs out of turn, too, and not only every ${formatDuration(periodMs)}: in this scenario ${often} at ${formatSpan(first.at)}. ` +
        "Write a command that changes nothing and may run at any time.",
    },
  ];
}

import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import { probeField } from "../../shared/kubernetes/pod.ts";
import type { Run } from "../../shared/scenario/model.ts";
import { isProbeAbsent, isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import {
  type SlowStart,
  slower,
  startupProbeAdvice,
  startupProbeFix,
  thresholdAdvice,
  thresholdFix,
} from "./slow-start.ts";
import { runsOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * A start that fits into its budget on an idle machine takes longer under a CPU limit, on a cold node, or when many pods start at once.
 * The rule plays the start of the scenario at half its speed: when a probe stops it then, there is no reserve.
 * It needs a scenario that says how long a start takes: `starts in 40s`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 40s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 6
 * ```
 *
 * ## What to write instead
 *
 * A budget for the slow day: it costs nothing, because the probe ends as soon as the container answers.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 40s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 12
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`.
 */
export const startWithoutReserve: ContainerRule = {
  id: "start-without-reserve",
  title: "The start is in time only while nothing slows it down",
  level: "hint",
  origin: "advice",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const toldMs = Math.max(
    0,
    ...runsOf(subject)
      .filter(isComplete)
      .map((run) => run.startsInMs),
  );
  if (toldMs === 0) return [];
  const { startupBudget: budget, startupBudgetProbe: probe } = subject.forecast() ?? {};
  // A start that has no time at all is told by others.
  if (budget === undefined || probe === undefined || toldMs > budget.earliestMs || toldMs * slower <= budget.earliestMs)
    return [];
  if (!isProbeCertain(subject, probe) || (probe === "liveness" && !isProbeAbsent(subject, "startup"))) return [];
  const start: SlowStart = { startsInMs: toldMs, probe, budget, outcome: "luck" };
  const fix = probe === "startup" ? thresholdFix(subject, start) : startupProbeFix(subject, start);
  const advice = probe === "startup" ? thresholdAdvice(fix) : startupProbeAdvice(start);
  return [
    {
      path: [...subject.container.path, probeField(probe)],
      on: "key",
      message: `The start takes ${formatDuration(toldMs)} and has ${formatSpan(budget)}: at half the speed, as under a CPU limit or beside many other starts, it is stopped. ${advice}`,
      ...(fix && { fix }),
    },
  ];
}

/** A run that ends during its start says nothing of how long a start takes. */
function isComplete({ end, startsInMs }: Run): boolean {
  return end === undefined || end.afterMs > startsInMs;
}

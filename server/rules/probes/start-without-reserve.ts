import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { probeField } from "../../../shared/kubernetes/pod.ts";
import { closeShare, isMuch } from "../../../shared/learn/margins.ts";
import type { Run } from "../../../shared/scenario/model.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeAbsent, isProbeCertain } from "../support/certain.ts";
import { measuredNote } from "../support/measured.ts";
import {
  type SlowStart,
  slower,
  startupProbeAdvice,
  startupProbeFix,
  thresholdAdvice,
  thresholdFix,
} from "../support/slow-start.ts";
import { runsOf } from "../support/story.ts";

/**
 * A start that is fast enough on an idle machine takes longer under a CPU limit, on a cold node, or while many pods start.
 * The rule simulates the start at half speed. If a probe then kills the container, the startup budget has no reserve.
 * The rule needs a scenario that gives the start time: `starts in 40s`. It is silent where that was measured in 50 starts of 10 pods within a week, unless the slowest took more than 80% of the time.
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
 * ## How to fix
 *
 * Allow a slow start. It costs nothing, because the startup probe ends as soon as the container responds.
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
  title: "The container starts in time only if nothing slows it down",
  level: "hint",
  origin: "advice",
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
  // Other rules report a start without enough time.
  if (budget === undefined || probe === undefined || toldMs > budget.earliestMs || toldMs * slower <= budget.earliestMs)
    return [];
  // Many measured starts show what slow ones take.
  const note = measuredNote(subject);
  if (note?.isWhole === true && isMuch(note) && toldMs <= closeShare * budget.earliestMs) return [];
  if (!isProbeCertain(subject, probe) || (probe === "liveness" && !isProbeAbsent(subject, "startup"))) return [];
  const start: SlowStart = { startsInMs: toldMs, probe, budget, outcome: "luck" };
  const fix = probe === "startup" ? thresholdFix(subject, start) : startupProbeFix(subject, start);
  const advice = probe === "startup" ? thresholdAdvice(fix) : startupProbeAdvice({ startsInMs: slower * toldMs });
  return [
    {
      path: [...subject.container.path, probeField(probe)],
      on: "key",
      message: `Startup takes ${formatDuration(toldMs)}, and the container must start within ${formatSpan(budget)}. At half speed, for example under a CPU limit, it fails. ${advice}`,
      ...(fix && { fix }),
    },
  ];
}

/** A run that ends during its start does not show how long a start takes. */
function isComplete({ end, startsInMs }: Run): boolean {
  return end === undefined || end.afterMs > startsInMs;
}

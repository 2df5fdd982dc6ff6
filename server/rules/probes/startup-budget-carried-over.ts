import { formatSpan } from "../../../shared/basics/span-words.ts";
import { spanBetween } from "../../../shared/forecast/runs/chain.ts";
import type { TimelineEntry } from "../../../shared/simulation/timeline/timeline.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { entriesOf, probeStops, runsOf, timelineOf } from "../support/story.ts";
import { whatIf, withProbeField } from "../support/what-if.ts";

/**
 * If a container crashes during its start, the failures that the startup probe has counted remain. The next run has only the rest of the budget.
 * The kubelet then kills it, although that start would have been fast enough.
 * The rule needs a scenario with a crash during a start: `starts in 100s, crashes after 90s, then starts in 50s`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 100s, crashes after 90s, then starts in 50s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 13
 * ```
 *
 * ## How to fix
 *
 * Set a `failureThreshold` that leaves time for a failed start.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 100s, crashes after 90s, then starts in 50s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 30
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`: `resultRun` is reset to 0 only when the probe itself has decided; kubernetes#53530.
 */
export const startupBudgetCarriedOver: ContainerRule = {
  id: "startup-budget-carried-over",
  title: "A crash during the start uses up time of the next start",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  if (runsOf(subject).length < 2 || container.probes.startup === undefined || !isProbeCertain(subject, "startup"))
    return [];
  const budget = subject.forecast()?.startupBudget;
  const timeline = timelineOf(subject);
  if (budget === undefined || timeline === undefined) return [];
  const starts = entriesOf(timeline, container, "container-started");
  const early = probeStops(timeline, container, "startup").flatMap((stopped) => {
    const started = starts.find(({ run }) => run === stopped.run);
    const after = started && spanBetween(timeline, started, stopped);
    return after !== undefined && after.latestMs < budget.earliestMs && crashedBefore(timeline.entries, stopped)
      ? [after]
      : [];
  });
  const [after] = early;
  if (after === undefined) return [];
  const fix = fixOf(subject, container.probes.startup.failureThreshold);
  const advice =
    fix === undefined ? "Set a larger failureThreshold." : `Set failureThreshold to ${String(fix.value)} or more.`;
  return [
    {
      path: [...container.path, "startupProbe"],
      on: "key",
      message: `Failures from a start that crashed still count, so the next start fails after ${formatSpan(after)} instead of ${formatSpan(budget)}. ${advice}`,
      ...(fix && { fix }),
    },
  ];
}

/** True if the previous run ended by itself. */
function crashedBefore(entries: readonly TimelineEntry[], { container, run }: TimelineEntry): boolean {
  const before = entries.filter((entry) => entry.container === container && entry.run === (run ?? 1) - 1);
  return (
    before.some(({ kind }) => kind === "container-exited") && !before.some(({ kind }) => kind === "container-stopping")
  );
}

function fixOf(subject: ContainerSubject, now: number): FieldFix | undefined {
  for (let value = now + 1; value <= 3 * now; value += 1) {
    const timeline = whatIf(subject, withProbeField("startupProbe", "failureThreshold", value))?.pod.timeline;
    if (timeline === undefined) return undefined;
    if (probeStops(timeline, subject.container, "startup").length > 0) continue;
    const path = [...subject.container.path, "startupProbe"];
    return { kind: "set-field", title: `Set failureThreshold to ${value}`, path, field: "failureThreshold", value };
  }
  return undefined;
}

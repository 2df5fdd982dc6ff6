import { spanBetween } from "../../shared/forecast/chain.ts";
import { formatSpan } from "../../shared/forecast/words.ts";
import type { TimelineEntry } from "../../shared/simulation/timeline.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "./model.ts";
import { entriesOf, probeStops, runsOf, timelineOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";
import { whatIf, withProbeField } from "./what-if.ts";

/**
 * The failures that a startup probe has counted are not forgotten when the container crashes by itself: the next run has only what is left of the budget.
 * A container that crashes during its start is then stopped the next time, though that start would have been fast enough.
 * The rule needs a scenario in which it crashes during a start: `starts in 100s, crashes after 90s, then starts in 50s`.
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
 * ## What to write instead
 *
 * A `failureThreshold` with room for a start that failed.
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
 * `pkg/kubelet/prober/worker.go`, `doProbe`: `resultRun` is set to 0 only when the probe itself has decided; kubernetes#53530.
 */
export const startupBudgetCarriedOver: ContainerRule = {
  id: "startup-budget-carried-over",
  title: "A crash during the start eats up the time of the next start",
  level: "warning",
  origin: "simulation",
  since: "1.28",
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
    fix === undefined
      ? 'Write a larger "failureThreshold".'
      : `Write "failureThreshold: ${String(fix.value)}" or more.`;
  return [
    {
      path: [...container.path, "startupProbe"],
      on: "key",
      message: `The failures of a start that crashed still count: the next start is stopped after ${formatSpan(after)}, though it should have ${formatSpan(budget)}. ${advice}`,
      ...(fix && { fix }),
    },
  ];
}

/** The run before ended by itself. */
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
    return { kind: "set-field", title: `Write failureThreshold: ${value}`, path, field: "failureThreshold", value };
  }
  return undefined;
}

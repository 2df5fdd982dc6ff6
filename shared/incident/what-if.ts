import { counted } from "../basics/counted.ts";
import { plainLine } from "../basics/plain-line.ts";
import type { Span } from "../basics/span.ts";
import { formatAtLeast, formatAtMost, formatSpan } from "../basics/span-words.ts";
import { hangToSigtermOf, startToSigtermOf, startupBudgetOf } from "../forecast/container/limits.ts";
import { isEnabled } from "../kubernetes/gates/feature-gates.ts";
import { allContainers, type Container, type DefaultedPod, type Probe, type ProbeType } from "../kubernetes/pod.ts";
import { specOf } from "../observation/objects/kubelet-model.ts";
import type { ContainerScript, Run, Scenario } from "../scenario/model.ts";
import { plainRun, scriptOf } from "../scenario/script.ts";
import type { TimelineEntry } from "../simulation/timeline/timeline.ts";
import type { KnownRuns } from "./known-runs.ts";
import type { WhatIf } from "./model.ts";
import { type IncidentInput, playAll, type Replay } from "./replay.ts";

/** What would have made an incident shorter, by playing it again with other fields; or why nothing is said. */
interface WhatIfs {
  readonly whatIf: readonly WhatIf[];
  /** A sentence, if the replay does not explain the incident. */
  readonly refused: string | undefined;
}

const none: WhatIfs = { whatIf: [], refused: undefined };
const explainedShare = 0.9;

/** Each change is played as often as the incident itself; its numbers are those of the engine. */
export function whatIfsOf(replay: Replay | undefined, known: readonly KnownRuns[]): WhatIfs {
  const restarted = known.filter(({ subject }) => subject.container.restartCount > 0);
  if (replay === undefined || restarted.length === 0) return none;
  const { judged, inside } = replay.fit;
  if (inside < explainedShare * judged)
    return refusedBy(`the replay explains ${inside} of ${judged} known starts and ends`);
  const other = restarted.map((each) => otherRestarts(replay, each)).find((text) => text !== undefined);
  if (other !== undefined) return refusedBy(other);
  return { whatIf: restarted.flatMap((each) => changesOf(replay, each)), refused: undefined };
}

function refusedBy(why: string): WhatIfs {
  return { whatIf: [], refused: `Other fields were not played: ${why}.` };
}

/** The replay has to come to as many restarts in the same time; runs that nobody saw may have been of another kind. */
function otherRestarts(replay: Replay, { subject }: KnownRuns): string | undefined {
  const { name, restartCount } = subject.container;
  if (!replay.isFromStart) return undefined;
  const { min, max } = restartsIn(replay, name, replay.observedMs);
  if (min - restartsApart <= restartCount && restartCount <= max + restartsApart) return undefined;
  return `the replay comes to ${counted(min === max ? min : `${min}–${max}`, "restart")} of ${plainLine(name)}, and there were ${restartCount}`;
}

/** The moment of the look lies somewhere between two restarts. */
const restartsApart = 1;

function changesOf(replay: Replay, known: KnownRuns): readonly WhatIf[] {
  const { subject, runs, unseen } = known;
  const spec = specOf(subject.model, subject.container.name);
  const last = runs.findLast(({ cause }) => cause !== undefined)?.cause ?? unseen?.cause;
  if (spec === undefined || last === undefined) return [];
  const script = scriptOf(replay.scenario, spec);
  const about = { replay, known, spec, script };
  if (last.by === "startup") return [laterKill(about, "startup")].flatMap((each) => each ?? []);
  if (last.by === "liveness")
    return [isSlowStart(about) ? ownStartup(about) : laterKill(about, "liveness")].flatMap((each) => each ?? []);
  return last.by === "program" ? [shorterBackOff(about)].flatMap((each) => each ?? []) : [];
}

interface About {
  readonly replay: Replay;
  readonly known: KnownRuns;
  readonly spec: Container;
  /** What the container did. */
  readonly script: ContainerScript;
}

/** The run that the probe of this type ended. */
function killedRun({ script }: About, type: ProbeType): Run | undefined {
  return script.runs.findLast(({ answers }) =>
    answers.some(({ target }) => target?.kind === "probe" && target.type === type),
  );
}

/** It was killed before it can have responded once: whether it hung or was still starting, nobody knows. */
function isSlowStart(about: About): boolean {
  const { liveness, startup } = about.spec.probes;
  const [window] = killedRun(about, "liveness")?.answers ?? [];
  if (liveness === undefined || startup !== undefined || window === undefined) return false;
  return window.afterMs < 1000 * (liveness.initialDelaySeconds + liveness.periodSeconds);
}

const timesMore = 3;

/** Three times the failures before the kill. */
function laterKill(about: About, type: "startup" | "liveness"): WhatIf | undefined {
  const probe = about.spec.probes[type];
  if (probe === undefined) return undefined;
  const failureThreshold = timesMore * probe.failureThreshold;
  const pod = withProbe(about, type, { ...probe, failureThreshold });
  const change = `failureThreshold ${failureThreshold} in the ${type} probe`;
  return type === "startup" ? longerStart(about, pod, change) : longerHang(about, pod, { change, probe });
}

const startupThreshold = 30;

/** A startup probe that asks as the liveness probe does. */
function ownStartup(about: About): WhatIf | undefined {
  const { liveness } = about.spec.probes;
  if (liveness === undefined) return undefined;
  const failureThreshold = Math.max(startupThreshold, timesMore * liveness.failureThreshold);
  const probe = { ...liveness, failureThreshold, successThreshold: 1, initialDelaySeconds: 0 };
  const change = `a startup probe like the liveness probe, with failureThreshold ${failureThreshold}`;
  return longerStart(about, withProbe(about, "startup", probe), change);
}

/** How long a run that a probe ended needs to start is not known: it helps if that is within the new budget. */
function longerStart(about: About, pod: DefaultedPod, change: string): WhatIf | undefined {
  const { replay, spec } = about;
  const { assumptions } = replay;
  const changed = containerOf(pod, spec.name);
  const budget = changed && startupBudgetOf({ pod, assumptions, container: changed });
  const killed = killedRun(about, "startup") ?? killedRun(about, "liveness");
  if (changed === undefined || budget === undefined || killed === undefined) return undefined;
  const startsInMs = budget.span.earliestMs;
  const effect = effectOn(about, pod, { ...plainRun, startsInMs, stop: killed.stop });
  const run: Run = { ...plainRun, answers: neverResponds };
  const now = startToSigtermOf({ pod: replay.pod, assumptions, container: spec, run });
  const then = startToSigtermOf({ pod, assumptions, container: changed, run });
  if (effect === undefined || now === undefined || then === undefined) return undefined;
  const condition = `if ${plainLine(spec.name)} starts within ${formatAtLeast(startsInMs)}`;
  return {
    ...effect,
    change,
    condition,
    costs: `a start that never succeeds gets SIGTERM after ${insteadOf(then, now)}`,
  };
}

const neverResponds: Run["answers"] = [
  { answer: "fails", latencyMs: undefined, target: undefined, afterMs: 0, forMs: undefined },
];

interface Later {
  readonly change: string;
  readonly probe: Probe;
}

/** It had responded before. It helps if it responds again before the kill. */
function longerHang(about: About, pod: DefaultedPod, { change, probe }: Later): WhatIf | undefined {
  const { replay, spec } = about;
  const { assumptions } = replay;
  const changed = containerOf(pod, spec.name);
  const killed = killedRun(about, "liveness");
  if (changed === undefined || killed === undefined) return undefined;
  const run = { ...plainRun, startsInMs: killed.startsInMs };
  const now = hangToSigtermOf({ pod: replay.pod, assumptions, container: spec, run });
  const then = hangToSigtermOf({ pod, assumptions, container: changed, run });
  if (now === undefined || then === undefined) return undefined;
  // The attempt that would be the last one is already answered.
  const forMs = then.earliestMs - 1000 * probe.timeoutSeconds;
  const answers = killed.answers.map((window) => ({ ...window, forMs }));
  const effect = effectOn(about, pod, { ...killed, answers });
  const condition = `if ${plainLine(spec.name)} responds again within ${formatAtLeast(forMs)}`;
  return effect && { ...effect, change, condition, costs: `hang to SIGTERM ${insteadOf(then, now)}` };
}

function insteadOf(then: Span, now: Span): string {
  return `${formatSpan(then)} instead of ${formatSpan(now)}`;
}

/** The restarts that are left when the program does this in each run. Undefined if it does not help in all runs of the engine. */
function effectOn({ replay, spec }: About, pod: DefaultedPod, run: Run): Pick<WhatIf, "avoids"> | undefined {
  const containers = { ...replay.scenario.containers, [spec.name]: { runs: [run], image: undefined } };
  const input = { ...replay, scenario: { ...replay.scenario, containers } };
  const before = restartsIn(input, spec.name, replay.observedMs);
  const after = restartsIn({ ...input, pod }, spec.name, replay.observedMs);
  if (after.max > 0 || before.min === 0) return undefined;
  const range = before.min === before.max ? `${before.min}` : `${before.min}–${before.max}`;
  return { avoids: `no restarts instead of ${range}` };
}

const shortMaximumMs = 60_000;
/** Less than this is not worth a setting of the node. */
const worthMs = 30_000;

/** A node with a shorter maximum back-off: it starts sooner once the cause is gone, and restarts more often as long as it is not. */
function shorterBackOff(about: About): WhatIf | undefined {
  const { replay, known, spec } = about;
  const last = known.runs.findLast(({ cause }) => cause?.by === "program");
  const { node } = replay.assumptions;
  const { featureGates, kubeletConfiguration } = node;
  if (last === undefined || (kubeletConfiguration.maxContainerRestartPeriodMs ?? longMaximumMs) <= shortMaximumMs)
    return undefined;
  const assumptions = {
    ...replay.assumptions,
    node: {
      ...node,
      featureGates: { ...featureGates, [gate]: true },
      kubeletConfiguration: { ...kubeletConfiguration, maxContainerRestartPeriodMs: shortMaximumMs },
    },
  };
  const before = waitAfter(replay, spec.name, last.run);
  const after = waitAfter({ ...replay, assumptions }, spec.name, last.run);
  if (before === undefined || after === undefined || before - after < worthMs) return undefined;
  const forever = { ...replay, scenario: failingForever(about) };
  const restarts = restartsIn(forever, spec.name, replay.untilMs);
  const more = restartsIn({ ...forever, assumptions }, spec.name, replay.untilMs);
  return {
    change: `maxContainerRestartPeriod 1m on the node${isEnabled(node, gate) ? "" : ` and its feature gate ${gate}`}`,
    avoids: `${plainLine(spec.name)} starts within ${formatAtMost(after)} after run ${last.run} instead of ${formatAtMost(before)}`,
    condition: "if the cause is gone by then",
    costs: `${counted(more.max, "restart")} instead of ${restarts.max} in ${formatAtMost(replay.untilMs)} as long as it is not`,
  };
}

const longMaximumMs = 300_000;
const gate = "KubeletCrashLoopBackOffMax";

/** The last run that failed, again and again. */
function failingForever({ replay: { scenario }, spec, script }: About): Scenario {
  const run = script.runs.findLast(({ end }) => end !== undefined) ?? plainRun;
  return {
    ...scenario,
    containers: { ...scenario.containers, [spec.name]: { ...script, runs: [{ ...run, times: 1 }] } },
  };
}

/** The longest wait after a run in all runs of the engine. Undefined if one of them does not come to it. */
function waitAfter(input: IncidentInput, container: string, run: number): number | undefined {
  const waits = playAll(input).map((entries) => {
    const at = (kind: TimelineEntry["kind"], number: number): number | undefined =>
      entries.find((entry) => entry.kind === kind && entry.container === container && (entry.run ?? 1) === number)?.tMs;
    const [end, start] = [at("container-exited", run), at("container-started", run + 1)];
    return end === undefined || start === undefined ? Number.POSITIVE_INFINITY : start - end;
  });
  const longest = Math.max(...waits);
  return Number.isFinite(longest) ? longest : undefined;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function restartsIn(input: IncidentInput, container: string, untilMs: number): Range {
  const counts = playAll({ ...input, untilMs }).map(
    (entries) =>
      entries.filter(
        (entry) => entry.kind === "container-started" && entry.container === container && (entry.run ?? 1) > 1,
      ).length,
  );
  return { min: Math.min(...counts), max: Math.max(...counts) };
}

function containerOf(pod: DefaultedPod, name: string): Container | undefined {
  return allContainers(pod).find((container) => container.name === name);
}

function withProbe({ replay: { pod }, spec }: About, type: ProbeType, probe: Probe): DefaultedPod {
  const changed = (container: Container): Container =>
    container.name === spec.name ? { ...container, probes: { ...container.probes, [type]: probe } } : container;
  return { ...pod, initContainers: pod.initContainers.map(changed), containers: pod.containers.map(changed) };
}

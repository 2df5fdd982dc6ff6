import { exactly, joinSpans, type Span } from "../../basics/span.ts";
import { type PlayableWorkload, serving } from "../../controllers/pods/play-workload.ts";
import { endpointRange } from "../../controllers/world/world.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers } from "../../kubernetes/pod.ts";
import type { ContainerScript, Scenario } from "../../scenario/model.ts";
import { runOf, scriptOf } from "../../scenario/script.ts";
import { simulate } from "../../simulation/index.ts";
import type { EntryKind, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { settlingMs } from "../runs/experiments.ts";
import type { ShutdownForecast } from "./model.ts";
import type { Replacement } from "./traffic.ts";

const seeds = [1, 2, 3];
const startMs = 60_000;

/** Deletes a pod that runs well, in exact time and with jitter. */
export function forecastShutdown(
  { pod, scenario }: Pick<PlayableWorkload, "pod" | "scenario">,
  assumptions: Assumptions,
): ShutdownForecast {
  const settleMs = allContainers(pod).reduce((sum, container) => sum + settlingMs(container), startMs);
  const served = serving(scenario);
  const untilMs = settleMs + pod.terminationGracePeriodSeconds * 1000 + 120_000;
  const play = (timing: "ideal" | "kubelet", seed: number, played: Scenario): readonly TimelineEntry[] => {
    const events = [{ kind: "pod-deleted", atMs: settleMs, graceMs: undefined } as const];
    const input = { pod, assumptions: { ...assumptions, timing, imagePull: undefined } as const, seed, untilMs };
    return simulate({ ...input, scenario: { ...played, events }, recording: "entries" }).entries;
  };
  const timings = assumptions.timing === "ideal" ? [] : seeds.map((seed) => ["kubelet", seed] as const);
  const all = [["ideal", 1] as const, ...timings];
  const runs = all.map(([timing, seed]) => play(timing, seed, served));
  const deaf = all.map(([timing, seed]) => play(timing, seed, deafTo(served, pod)));
  const spanOf = (kinds: EntryKind | readonly EntryKind[], which: "first" | "last", from = runs): Span | undefined =>
    from.reduce<Span | undefined>((span, entries) => {
      const after = entries.filter((entry) => [kinds].flat().includes(entry.kind) && entry.tMs >= settleMs);
      const entry = which === "first" ? after[0] : after.at(-1);
      if (entry === undefined) return span;
      const next = since(entry, settleMs);
      return span === undefined ? next : joinSpans(span, next);
    }, undefined);
  const [, latestMs] = endpointRange;
  const happens = (kind: EntryKind): boolean =>
    runs.some((entries) => entries.some((entry) => entry.kind === kind && entry.tMs >= settleMs));
  const isKilled = happens("container-killed");
  return {
    preStop: allContainers(pod).some(({ preStop }) => preStop !== undefined)
      ? spanOf(["pre-stop-done", "pre-stop-cut"], "last")
      : undefined,
    isPreStopCut: happens("pre-stop-cut"),
    sigterm: spanOf("container-stopping", "last") ?? spanOf("container-exited", "first"),
    sigkill: spanOf("container-killed", "last", isKilled ? runs : deaf),
    isKilled,
    gone: spanOf("pod-removed", "last"),
    endpointsNotReady: assumptions.timing === "ideal" ? exactly(0) : { nominalMs: 0, earliestMs: 0, latestMs },
    stopped: spanOf("container-exited", "last"),
  };
}

/**
 * How long requests are cut at most: a container that got SIGTERM takes no new ones. Undefined if nobody says how long requests come.
 * To the only pod of a Service they come until its replacement is ready, and that much longer; without a scenario nobody knows when that is.
 */
export function cutRequestsMs(
  { sigterm }: ShutdownForecast,
  trafficDelayMs: number | undefined,
  replacement?: Replacement,
): number | undefined {
  if (trafficDelayMs === undefined) return undefined;
  return Math.max(0, startMsOf(replacement) + trafficDelayMs - (sigterm?.earliestMs ?? 0));
}

/** How long the replacement of the only pod may take to become ready before requests are cut. */
export function spareForStartMs({ sigterm }: ShutdownForecast, trafficDelayMs: number): number {
  return Math.max(0, (sigterm?.earliestMs ?? 0) - trafficDelayMs);
}

/** For how long a preStop hook has to sleep so that no request is cut. Undefined if nobody knows how long a new pod takes to start. */
export function sleepSeconds(trafficDelayMs: number, replacement: Replacement | undefined): number | undefined {
  const neededMs = startMsOf(replacement) + trafficDelayMs;
  const isKnown = replacement === undefined || (replacement.isDescribed && Number.isFinite(neededMs));
  return isKnown ? Math.ceil(neededMs / 1000) : undefined;
}

function startMsOf(replacement: Replacement | undefined): number {
  if (replacement === undefined || !replacement.isDescribed) return 0;
  return replacement.ready?.bounds.latestMs ?? Number.POSITIVE_INFINITY;
}

function since({ tMs, at }: TimelineEntry, fromMs: number): Span {
  return {
    nominalMs: tMs - fromMs,
    earliestMs: Math.max(0, Math.min(tMs, at.earliestMs) - fromMs),
    latestMs: Math.max(tMs, at.latestMs) - fromMs,
  };
}

/** No container that serves ends by itself. */
function deafTo(scenario: Scenario, pod: PlayableWorkload["pod"]): Scenario {
  const containers = Object.fromEntries(
    allContainers(pod).map((container) => {
      const script = scriptOf(scenario, container);
      const run = { ...runOf(script, 0), stop: { kind: "ignores" } as const };
      const deaf: ContainerScript = { runs: [run], image: undefined };
      return [container.name, container.kind === "init" ? script : deaf];
    }),
  );
  return { ...scenario, containers };
}

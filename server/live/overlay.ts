import { plainLine } from "../../shared/basics/plain-line.ts";
import type { Span } from "../../shared/basics/span.ts";
import {
  contradictions,
  inferScenario,
  type KubeletModel,
  type ObservedContainer,
  type ObservedRun,
  type PodSnapshot,
  runsOf,
  stopOfRun,
  timeText,
} from "../../shared/observation/index.ts";
import type { Freshness } from "../../shared/protocol/cluster.ts";
import type { ObservedOverlay, OverlayContainer, OverlayRun } from "../../shared/protocol/pod/observed.ts";
import type { LivePod } from "./live-pod.ts";

/** As of when a pod was seen, and in which context. */
interface Sight {
  readonly context: string;
  readonly atMs: number;
  readonly freshness: Freshness;
}

/** What a live pod did, for the panel. Undefined if nobody knows when it began, or it has no container. */
export function overlayOf(
  { look, kubelet: factsOfPod, assumed }: LivePod,
  { context, atMs, freshness }: Sight,
): ObservedOverlay | undefined {
  const kubelet = factsOfPod();
  const begin = look.pod.startedAt ?? look.pod.createdAt;
  if (kubelet === undefined || begin === undefined) return undefined;
  const scenario = inferScenario(kubelet, look);
  const against = contradictions(kubelet, look, atMs).map(({ message }) => message);
  return {
    title: `${plainLine(look.pod.name)} of context ${plainLine(context)}, as of ${timeText(atMs)}`,
    untilMs: Math.max(0, atMs - begin.nominalMs),
    containers: look.pod.containers
      .filter(({ kind }) => kind !== "ephemeral")
      .map((container) => containerOf({ kubelet, look, begin }, container)),
    lines: scenario.lines,
    notes: [...staleNotes(freshness), ...scenario.notes, ...against, ...assumed().notes],
  };
}

/** When it was seen stands in the title. */
function staleNotes(freshness: Freshness): readonly string[] {
  return freshness.is === "live" ? [] : [`Out of date since ${timeText(freshness.sinceMs)}: ${freshness.reason}`];
}

interface Observation {
  readonly kubelet: KubeletModel;
  readonly look: PodSnapshot;
  readonly begin: Span;
}

function containerOf({ kubelet, look, begin }: Observation, container: ObservedContainer): OverlayContainer {
  const { runs, missing } = runsOf(look, container);
  const overlay = (run: ObservedRun): OverlayRun => {
    const { number, startedAt, end } = run;
    const by = stopOfRun(kubelet, look, { container, run })?.by;
    return {
      run: number + 1,
      ...(startedAt !== undefined && { startMs: sinceBegin(startedAt, begin) }),
      ...(end !== undefined && {
        end: {
          exitCode: end.exitCode,
          ...(end.finishedAt !== undefined && { atMs: sinceBegin(end.finishedAt, begin) }),
          ...(end.reason !== undefined && { reason: end.reason }),
          ...(by !== undefined && { by }),
        },
      }),
    };
  };
  return { name: container.name, missing: Math.max(0, missing), runs: runs.map(overlay) };
}

/** Both are known to a second only. */
function sinceBegin(time: Span, begin: Span): Span {
  return {
    nominalMs: time.nominalMs - begin.nominalMs,
    earliestMs: time.earliestMs - begin.latestMs,
    latestMs: time.latestMs - begin.earliestMs,
  };
}

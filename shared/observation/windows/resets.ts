import type { Span } from "../../basics/span.ts";
import { decideRestart } from "../../restart/decision.ts";
import { type KubeletModel, specOf } from "../objects/kubelet-model.ts";
import type { ObservedContainer } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import { type ObservedRun, runsOfLooks } from "../objects/runs.ts";

// Restarts of all containers of a pod, as its other containers show them. A container that waits for its back-off is started with
// them: nothing in its own status shows why.

/** From the start of one container to that of another after the same restart of all, at most, where no init container runs in between. */
const apartMs = 5000;

/** Its runs, of which those count as reset after which all containers were restarted before its back-off was over. */
export function withSiblingResets(
  look: PodSnapshot,
  { name }: ObservedContainer,
  runs: readonly ObservedRun[],
): readonly ObservedRun[] {
  const resets = look.pod.containers.filter((other) => other.name !== name).flatMap((other) => resetTimes(look, other));
  const pauses = runs.flatMap((run) => {
    const next = runs.find(({ number }) => number === run.number + 1);
    return next?.startedAt === undefined ? [] : { run, startedAt: next.startedAt };
  });
  const found = new Set(
    resets.flatMap((time) => {
      const pause = pauseOf(time, pauses);
      return pause === undefined ? [] : pause.run;
    }),
  );
  return runs.map((run) => (found.has(run) && !run.isReset ? { ...run, isReset: true } : run));
}

interface Pause {
  readonly run: ObservedRun;
  /** Of the next run. */
  readonly startedAt: Span;
}

/** The pause that a restart of all containers ended: the one whose start is nearest. A run of a second has two starts that are near. */
function pauseOf(time: Span, pauses: readonly Pause[]): Pause | undefined {
  const apart = ({ startedAt }: Pause): number => Math.abs(startedAt.nominalMs - time.nominalMs);
  const [nearest] = pauses.toSorted(
    (left, right) => apart(left) - apart(right) || Number(right.run.isReset) - Number(left.run.isReset),
  );
  const endedAt = nearest?.run.end?.finishedAt;
  if (nearest === undefined || endedAt === undefined) return undefined;
  const isBetween = time.latestMs >= endedAt.earliestMs && time.earliestMs <= nearest.startedAt.latestMs + apartMs;
  return isBetween ? nearest : undefined;
}

/** When a container was started with all others. */
function resetTimes(look: PodSnapshot, container: ObservedContainer): readonly Span[] {
  const { runs } = runsOfLooks(look.history, container);
  return runs.flatMap(({ isReset, number }) => {
    const next = isReset ? runs.find((run) => run.number === number + 1) : undefined;
    return next?.startedAt ?? [];
  });
}

/** A program that runs for the same time again may be this much faster: its times are known to a second. */
const marginMs = 3000;

/**
 * When the earliest restart of all containers can come, if one was seen before: in ms since 1970. What triggers it is taken to run as
 * long as it did. Undefined if none was seen, or nothing can trigger one.
 */
export function earliestReset(model: KubeletModel, look: PodSnapshot, { name }: ObservedContainer): number | undefined {
  const wasReset = look.pod.containers.some((container) =>
    runsOfLooks(look.history, container).runs.some(({ isReset }) => isReset),
  );
  if (!wasReset) return undefined;
  const times = look.pod.containers
    .filter((container) => container.name !== name)
    .flatMap((container) => triggerMs(model, look, container) ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Undefined if it has no rule that restarts all containers, or has come to its end. */
function triggerMs(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): number | undefined {
  const spec = specOf(model, container.name);
  if (!spec?.restartPolicyRules.some(({ action }) => action === "RestartAllContainers")) return undefined;
  const { state } = container;
  if (state.is === "terminated") {
    const { decision } = decideRestart(spec, model.pod, model.assumptions.node, state.exitCode);
    return decision === "restart-all" ? state.finishedAt?.earliestMs : undefined;
  }
  // It is started again some time, and may end at once.
  if (state.is === "waiting" || state.startedAt === undefined) return Number.NEGATIVE_INFINITY;
  const { runs } = runsOfLooks(look.history, container);
  const lengths = runs.flatMap((run) => {
    const next = runs.find(({ number }) => number === run.number + 1);
    if (!run.isReset || run.startedAt === undefined || next?.startedAt === undefined) return [];
    return next.startedAt.nominalMs - run.startedAt.nominalMs;
  });
  const shortestMs = Math.min(...lengths);
  return Number.isFinite(shortestMs) ? state.startedAt.earliestMs + shortestMs - marginMs : Number.NEGATIVE_INFINITY;
}

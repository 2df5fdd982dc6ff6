import type { Pieces } from "../../basics/pieces.ts";
import type { Span } from "../../basics/span.ts";
import type { WorkloadEvent } from "../../controllers/objects/input.ts";
import { oldRevision, type PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { formatEvent } from "../../scenario/language/format.ts";
import type { RolloutEvent } from "../../scenario/model.ts";
import type { EventsForecast } from "./model.ts";
import { alike, effortFor, inRuns, playOutcomes } from "./outcomes.ts";
import { forecastRolloutInPieces, playRolloutInPieces, podsOf } from "./rollout.ts";
import { eventsOf } from "./scenario-events.ts";

/** By then a pod that keeps another template than the last one keeps it. */
const leftMs = 120_000;

/** Plays all that a scenario lets happen to a workload: a second rollout, a way back, a fix that arrives. */
export function* forecastEventsInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  said: readonly RolloutEvent[],
): Pieces<EventsForecast> {
  const { rolloutMs, events } = eventsOf(workload, said);
  const rollout = yield* forecastRolloutInPieces(workload, assumptions, events);
  const isSaid = said.some(({ kind }) => kind === "rollout");
  const first = { kind: "rollout", atMs: rolloutMs } as const;
  const all = [...(isSaid ? [] : [first]), ...said].toSorted((left, right) => left.atMs - right.atMs);
  const lastChangeMs = Math.max(...events.flatMap(({ kind, atMs }) => (kind === "rollout" ? [atMs] : [])));
  const left =
    rollout.completes === undefined
      ? yield* leftOf(workload, assumptions, events)
      : { left: [], afterDeletionIn: undefined };
  return { ...rollout, ...left, said: all.map(formatEvent), lastChangeMs };
}

interface Left {
  readonly names: readonly string[];
  readonly afterDeletion: Span | undefined;
}

/** The pods that keep another template than the last one, and what comes of their deletion. */
function* leftOf(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  events: readonly WorkloadEvent[],
): Pieces<Pick<EventsForecast, "left" | "afterDeletionIn">> {
  const effort = { ...effortFor(podsOf(workload)), differing: 1 };
  const runs = yield* playOutcomes<Left>(assumptions, effort, {
    play: ({ assumptions: played, ...run }) => playLeft(workload, played, { ...run, events }),
    endAlike: alike(({ afterDeletion }) => afterDeletion),
  });
  const names = runs.find((run) => run.names.length > 0)?.names ?? [];
  return { left: names, afterDeletionIn: inRuns(runs, ({ afterDeletion }) => afterDeletion) };
}

function* playLeft(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  run: { readonly seed: number; readonly lives: number; readonly events: readonly WorkloadEvent[] },
): Pieces<Left> {
  const { events } = run;
  const { timeline, completes } = yield* playRolloutInPieces(workload, assumptions, run);
  const revision = events.findLast((event) => event.kind === "rollout")?.revision ?? oldRevision;
  const names = timeline.pods.filter((pod) => !pod.gone && pod.revision !== revision).map(({ name }) => name);
  if (completes !== undefined || names.length === 0) return { names: [], afterDeletion: undefined };
  const deleteMs = Math.max(...events.map(({ atMs }) => atMs)) + leftMs;
  const deletions = names.map((pod) => ({ kind: "delete-pod", atMs: deleteMs, pod }) as const);
  const helped = yield* playRolloutInPieces(workload, assumptions, { ...run, events: [...events, ...deletions] });
  return { names, afterDeletion: helped.completes && since(helped.completes, deleteMs) };
}

function since({ nominalMs, earliestMs, latestMs }: Span, fromMs: number): Span {
  const after = (ms: number): number => Math.max(0, ms - fromMs);
  return { nominalMs: after(nominalMs), earliestMs: after(earliestMs), latestMs: after(latestMs) };
}

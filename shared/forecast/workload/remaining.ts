import type { Span } from "../../basics/span.ts";
import { newRevision, type PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { effortFor, joined } from "./outcomes.ts";
import { type PlayedRollout, playRollout, podsOf } from "./rollout.ts";

const change = { kind: "rollout", atMs: 0, revision: newRevision } as const;

/**
 * How long a rollout goes on after so many new pods were created, counted from the creation of the last of them; with 0 from the change
 * of the template. Undefined if it does not complete. The rollout is played once, however often that is asked.
 */
export function remainingAfter(
  workload: PlayableWorkload,
  assumptions: Assumptions,
): (created: number) => Span | undefined {
  const { seeds, lives } = effortFor(podsOf(workload));
  const played = [
    playRollout(workload, { ...assumptions, timing: "ideal" }, { seed: 1, lives: 1, events: [change] }),
    ...Array.from({ length: assumptions.timing === "ideal" ? 0 : seeds }, (_, index) =>
      playRollout(workload, assumptions, { seed: index + 1, lives, events: [change] }),
    ),
  ].map(creationsOf);
  return (created) => {
    const spans = played.map((run) => remainingIn(run, created));
    return spans.every((span) => span !== undefined) ? joined(spans) : undefined;
  };
}

interface Creations {
  /** When each new pod was created. */
  readonly created: readonly Span[];
  readonly completes: Span | undefined;
}

function creationsOf({ timeline, completes }: PlayedRollout): Creations {
  const made = timeline.entries.filter(({ kind, data }) => kind === "pod-created" && data.revision === newRevision);
  return { created: made.map(({ tMs, at }) => ({ ...at, nominalMs: tMs })), completes };
}

function remainingIn({ created, completes }: Creations, count: number): Span | undefined {
  const from = created[count - 1] ?? { nominalMs: 0, earliestMs: 0, latestMs: 0 };
  if (completes === undefined) return undefined;
  const nominalMs = Math.max(0, completes.nominalMs - from.nominalMs);
  return {
    nominalMs,
    earliestMs: Math.max(0, Math.min(nominalMs, completes.earliestMs - from.earliestMs)),
    latestMs: Math.max(nominalMs, completes.latestMs - from.latestMs),
  };
}

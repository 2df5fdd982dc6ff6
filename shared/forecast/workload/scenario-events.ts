import type { WorkloadEvent } from "../../controllers/objects/input.ts";
import { nthRevision, oldRevision, type PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { RolloutEvent } from "../../scenario/model.ts";

/** What happens to a running workload, in order of time, and when its template changes first. */
interface PlayedEvents {
  readonly rolloutMs: number;
  readonly events: readonly WorkloadEvent[];
}

/**
 * The events of a scenario for a workload. The template changes at t = 0 where nothing else is said. What a workload of the kind
 * does not have, as the size of a DaemonSet, is left out.
 */
export function eventsOf(workload: PlayableWorkload, said: readonly RolloutEvent[]): PlayedEvents {
  const isSaid = said.some(({ kind }) => kind === "rollout");
  const all = [...(isSaid ? [] : [{ kind: "rollout", atMs: 0 } as const]), ...said].toSorted(
    (left, right) => left.atMs - right.atMs,
  );
  const rolloutMs = all.find(({ kind }) => kind === "rollout")?.atMs ?? 0;
  const progress: Progress = { revision: oldRevision, before: oldRevision, templates: 0, named: new Map() };
  return { rolloutMs, events: all.flatMap((event) => playedEvent(workload, event, progress)) };
}

/** How far the events have come. */
interface Progress {
  revision: string;
  /** The template to which `kubectl rollout undo` goes back. */
  before: string;
  /** New templates so far. */
  templates: number;
  /** Names in the scenario of nodes that are drained or lost by now, and the nodes that they stand for. */
  readonly named: Map<string, string>;
}

function playedEvent(
  { spec, nodes }: PlayableWorkload,
  event: RolloutEvent,
  progress: Progress,
): readonly WorkloadEvent[] {
  const { atMs } = event;
  switch (event.kind) {
    case "rollout":
      return changesTo(progress, nextRevision(progress), atMs);
    case "roll-back":
      return changesTo(progress, progress.before, atMs);
    case "scale":
      return spec.kind === "DaemonSet" ? [] : [{ kind: "change", atMs, spec: { replicas: event.replicas } }];
    case "pause":
    case "resume":
      return spec.kind === "Deployment" ? [{ kind: "change", atMs, spec: { paused: event.kind === "pause" } }] : [];
    case "named-pod-deleted":
      return [{ kind: "delete-pod", atMs, pod: event.pod, graceMs: event.graceMs }];
    case "node-drain": {
      const node = namedNode(nodes, event.node, progress);
      return node === undefined ? [] : [{ kind: "drain", atMs, node }];
    }
    case "node-loss":
      return [{ kind: "lose-node", atMs, node: event.node && namedNode(nodes, event.node, progress) }];
  }
}

/** After a way back the same version comes again; otherwise it is the next one. */
function nextRevision(progress: Progress): string {
  if (progress.revision !== oldRevision || progress.templates === 0) progress.templates += 1;
  return nthRevision(progress.templates);
}

/** The template that is there already is no change. */
function changesTo(progress: Progress, revision: string, atMs: number): readonly WorkloadEvent[] {
  if (progress.revision === revision) return [];
  progress.before = progress.revision;
  progress.revision = revision;
  return [{ kind: "rollout", atMs, revision }];
}

/** A name that no node has stands for the next one to which nothing has happened yet, and so does no name. */
function namedNode(nodes: readonly string[], name: string | undefined, { named }: Progress): string | undefined {
  const isNode = name !== undefined && nodes.includes(name);
  const taken = new Set(named.values());
  const node = isNode ? name : (named.get(name ?? "") ?? nodes.find((each) => !taken.has(each)));
  if (node !== undefined) named.set(name ?? `#${named.size}`, node);
  return node;
}

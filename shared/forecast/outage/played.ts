import type { DefaultedPod } from "../../kubernetes/pod.ts";
import { allContainers, type Container } from "../../kubernetes/pod.ts";
import { createSimulation } from "../../simulation/simulation.ts";
import type { WatchedEntry } from "../../simulation/timeline/timeline.ts";
import type { AnswerInput, FollowRun } from "../answer/runs.ts";
import type { Decider } from "./model.ts";

/** One run is cut behind so many entries, as a run of the answer is. */
const entriesAtMost = 60_000;

/** A run is looked at so often, in case that it goes on for nothing. */
const lookMs = 1000;

/** A change to ready or back. */
export interface Turn {
  readonly tMs: number;
  readonly isReady: boolean;
}

/** A start of a container, and what it waited for. */
export interface PlayedStart {
  readonly tMs: number;
  readonly run: number;
  readonly after: Decider | undefined;
}

export interface PlayedContainer {
  readonly starts: readonly PlayedStart[];
  readonly turns: readonly Turn[];
  /** Liveness has given up on it at these times. */
  readonly killsMs: readonly number[];
}

/** What one run shows of outages and of what comes after them. */
export interface OutageRun {
  readonly pod: readonly Turn[];
  readonly containers: ReadonlyMap<string, PlayedContainer>;
  readonly restarts: number;
  /** The ends of the outages of each dependency, in order. */
  readonly overMs: ReadonlyMap<string, readonly number[]>;
}

/** Runs that somebody else plays, seen one after the other. */
export function createFollower(pod: DefaultedPod): {
  readonly follow: FollowRun;
  readonly played: () => readonly OutageRun[];
} {
  const runs: Seen[] = [];
  const follow: FollowRun = () => {
    const seen = new Seen(pod);
    runs.push(seen);
    return (entry) => seen.see(entry);
  };
  return { follow, played: () => runs.map((seen) => seen.played()) };
}

/** Runs like those of an answer: seed by seed, each up to the horizon. */
export function playedRuns(
  { pod, assumptions, scenario, horizonMs, seed = 1 }: AnswerInput,
  runs: number,
  restartsAtMost = Number.POSITIVE_INFINITY,
): readonly OutageRun[] {
  return Array.from({ length: runs }, (_, run) => {
    const seen = new Seen(pod);
    const simulation = createSimulation({
      ...{ pod, assumptions, scenario, seed: seed + run, untilMs: horizonMs, entriesAtMost },
      recording: "counts",
      watch: (entry) => seen.see(entry),
    });
    for (let untilMs = 0; untilMs < horizonMs && seen.restarts <= restartsAtMost; ) {
      untilMs = Math.min(horizonMs, untilMs + lookMs);
      simulation.runUntil(untilMs);
    }
    return seen.played();
  });
}

interface Followed {
  readonly spec: Container;
  readonly starts: PlayedStart[];
  readonly turns: Turn[];
  readonly killsMs: number[];
  after: Decider | undefined;
}

class Seen {
  readonly #pod: Turn[] = [];
  readonly #containers: ReadonlyMap<string, Followed>;
  readonly #isAway = new Set<string>();
  readonly #overMs = new Map<string, number[]>();
  restarts = 0;

  constructor(pod: DefaultedPod) {
    this.#containers = new Map(
      allContainers(pod).map((spec) => [spec.name, { spec, starts: [], turns: [], killsMs: [], after: undefined }]),
    );
  }

  see(entry: WatchedEntry): void {
    const { kind, tMs, data, container: name } = entry;
    if (kind === "condition-changed" && data.condition === "Ready")
      this.#pod.push({ tMs, isReady: data.status === "True" });
    else if (kind === "pod-removed") this.#pod.push({ tMs, isReady: false });
    else if (kind === "note" && data.dependency !== undefined) this.#seeOutage(data.dependency, tMs);
    const followed = name === undefined ? undefined : this.#containers.get(name);
    if (followed !== undefined) this.#seeContainer(followed, entry);
  }

  played(): OutageRun {
    return { pod: this.#pod, containers: this.#containers, restarts: this.restarts, overMs: this.#overMs };
  }

  /** Outages of one dependency do not overlap in a run: the second note of a pair is its end. */
  #seeOutage(dependency: string, tMs: number): void {
    if (!this.#isAway.delete(dependency)) this.#isAway.add(dependency);
    else this.#overMs.set(dependency, [...(this.#overMs.get(dependency) ?? []), tMs]);
  }

  #seeContainer(followed: Followed, { kind, tMs, data, run = 1 }: WatchedEntry): void {
    const { spec, starts, turns } = followed;
    switch (kind) {
      case "back-off-started":
        followed.after = "back-off";
        return;
      case "image-pull-failed":
        followed.after = "image back-off";
        return;
      case "container-create-failed":
      case "container-start-failed":
        followed.after ??= "kubelet";
        return;
      case "container-started":
        starts.push({ tMs, run, after: followed.after });
        if (run > 1) this.restarts += 1;
        followed.after = undefined;
        turns.push({ tMs, isReady: isReadyAtStart(spec) });
        return;
      case "container-exited":
        turns.push({ tMs, isReady: spec.kind === "init" && data.exitCode === 0 });
        return;
      case "probe-result":
        if (data.probe === "liveness" && data.status === "failure") followed.killsMs.push(tMs);
        if (decidesReady(spec, data.probe)) turns.push({ tMs, isReady: data.status === "success" });
        return;
      default:
    }
  }
}

function isReadyAtStart({ kind, probes }: Container): boolean {
  return kind !== "init" && probes.readiness === undefined && probes.startup === undefined;
}

function decidesReady({ probes }: Container, probe: WatchedEntry["data"]["probe"]): boolean {
  return probe === "readiness" || (probe === "startup" && probes.readiness === undefined);
}

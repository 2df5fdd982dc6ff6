import type { Phase } from "../../scenario/model.ts";
import type { Span } from "../../simulation/index.ts";

/** What the API shows of a pod from a moment on, which counts from its creation. */
export interface PodChange {
  readonly tMs: number;
  /** When it could have come at all, on the same path of events. */
  readonly at: Span;
  readonly phase: Phase;
  readonly ready: boolean;
  /** When Ready changed by the kubelet's clock, where that is known to be earlier than the API showed it. */
  readonly readySinceMs?: number;
  readonly hasAddress: boolean;
  readonly restarts: number;
  /** The object leaves the API. */
  readonly gone: boolean;
}

/** Nothing comes before this age; who wants to know more asks again then. */
export interface Later {
  readonly laterMs: number;
}

/** One pod as it goes on. */
export interface PodFeed {
  readonly tie: number;
  /** The node, where it is known. */
  readonly node: string | undefined;
  /** The change of this number, counted from 0, for somebody who looks at the pod at this age; undefined if there is nothing more. */
  change(index: number, ageMs: number): PodChange | Later | undefined;
  /** The pod is deleted at this age: what the changes after that moment are, counted from 0. */
  afterDeletion(ageMs: number, graceMs: number | undefined): (index: number) => PodChange | undefined;
}

export interface NewPod {
  /** Counts the pods of the workload from 1. */
  readonly number: number;
  readonly owner: string;
  readonly revision: string;
  readonly ordinal: number | undefined;
  readonly node: string | undefined;
  readonly createdMs: number;
}

/** Makes the pods: by the engine, or as they were recorded. */
export type StartPod = (pod: NewPod) => PodFeed;

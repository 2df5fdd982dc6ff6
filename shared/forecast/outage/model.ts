import type { Spread } from "../answer/model.ts";

/** A time in which something is away or goes wrong, as a scenario says it. Times count from the kubelet's first sight of the pod. */
export interface OutageWindow {
  readonly kind: "dependency" | "image" | "container" | "kubelet" | "node";
  /** The dependency or the container; empty for the kubelet and the node. */
  readonly name: string;
  readonly fromMs: number;
  /** The latest end, where each run draws one. */
  readonly untilMs: number;
  /** Each run draws the end. */
  readonly isOpen: boolean;
}

/** Outages that overlap, by their ends. */
export type OutageGroup = readonly [OutageWindow, ...OutageWindow[]];

/** What most of the time after an outage is spent on. */
export type Decider = "back-off" | "image back-off" | "start" | "probe" | "kubelet";

/** What comes after an outage, over the runs in which it comes at all. */
export interface Recovery {
  /** From the end of the outage. Undefined if it comes in no run before the next outage or the horizon. */
  readonly laterMs: Spread | undefined;
  /** Runs in which it comes. */
  readonly runs: number;
}

export interface ContainerRecovery extends Recovery {
  readonly name: string;
  /** Undefined where nothing takes any time. */
  readonly decider: Decider | undefined;
}

/** What one outage costs a pod beyond its own length. */
export interface OutageCost {
  readonly outage: OutageWindow;
  /** Runs that were played. */
  readonly runs: number;
  /** Until the pod is ready and stays so for a minute at least. */
  readonly pod: Recovery;
  /** The same for each run in order, undefined where it does not come: replicas are runs side by side. */
  readonly podEachMs: readonly (number | undefined)[];
  /** Only those that the outage reaches. */
  readonly containers: readonly ContainerRecovery[];
  /** The change that helps most; undefined if none of those that were played helps. */
  readonly shorter: ShorterOutage | undefined;
}

/** One change of the manifest or the node, and what was played with it. */
export interface ShorterOutage {
  /** `maxContainerRestartPeriod: 30s on the node`. */
  readonly change: string;
  readonly pod: Recovery;
  /** Of the pod in the whole time, which a shorter back-off makes more. */
  readonly restarts: Spread;
}

import type { ProbeType } from "../../kubernetes/pod.ts";
import type { Spread } from "../answer/model.ts";

/** What comes of a crash where pods that are ready share the load of those that are not. Times count from the crash. */
export interface SpiralForecast {
  /** Pods of the workload. */
  readonly pods: number;
  /** The fewest pods that crash together and make others fail; if none do, all but one. */
  readonly crashed: number;
  /** Whether others fail. */
  readonly spreads: boolean;
  /** The others that a probe kills, and which one; undefined where none is killed. */
  readonly killed: { readonly pods: Spread; readonly container: string; readonly probe: ProbeType } | undefined;
  /** Fewest ready pods, over the runs. */
  readonly readyAtLeast: number;
  /** Until all pods are ready and stay so; undefined if in no run. */
  readonly recovers: { readonly afterMs: Spread; readonly runs: number } | undefined;
  /** How long was watched. */
  readonly watchedMs: number;
  readonly runs: number;
  /** The first change, of those that were played, with which nothing fails but the pods that crash: `livenessProbe.timeoutSeconds: 2 in web`. */
  readonly breaker: string | undefined;
  /** Ready pods over time in the first run, from the crash. */
  readonly ready: readonly { readonly tMs: number; readonly pods: number }[];
}

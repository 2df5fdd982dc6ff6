import type { Component } from "../../kubernetes/node.ts";
import type { BudgetSpec, DaemonSetSpec, DeploymentSpec, ServiceSpec, StatefulSetSpec, WorkloadSpec } from "./model.ts";
import type { StartPod } from "./pod-feed.ts";

/** What is changed of a workload's spec; the template apart, which is `rollout`. */
export type SpecChange = Partial<Omit<DeploymentSpec, "kind">> &
  Partial<Pick<StatefulSetSpec, "partition">> &
  Partial<Pick<DaemonSetSpec, "minReadySeconds">>;

/** Something that somebody does, at a virtual time. */
export type WorkloadEvent =
  | { readonly kind: "rollout"; readonly atMs: number; readonly revision: string; readonly spec?: SpecChange }
  | { readonly kind: "change"; readonly atMs: number; readonly spec: SpecChange }
  /** `pod`: its name, or its place in the order of creation from 0. */
  | {
      readonly kind: "delete-pod";
      readonly atMs: number;
      readonly pod: string | number;
      readonly graceMs?: number | undefined;
    }
  | { readonly kind: "evict"; readonly atMs: number; readonly pod: string | number }
  | { readonly kind: "drain"; readonly atMs: number; readonly node: string }
  /** Without a name, the node that has most of the pods then. */
  | { readonly kind: "lose-node"; readonly atMs: number; readonly node?: string | undefined };

/** Everything a run of a workload depends on. The same input gives the same timeline on every machine. */
export interface WorkloadInput {
  readonly name: string;
  readonly spec: WorkloadSpec;
  /** The revision of the template at the start. */
  readonly revision: string;
  /** Age of the pods at the start, where the workload runs already; undefined if somebody creates it at t = 0. */
  readonly runningMs?: number | undefined;
  readonly nodes: readonly string[];
  readonly services: readonly ServiceSpec[];
  readonly budgets: readonly BudgetSpec[];
  readonly events: readonly WorkloadEvent[];
  /** How long its pods stay on a node that cannot be reached; the default where the pod does not say. */
  readonly unreachableTolerationSeconds?: number | undefined;
  /** All its pods use a volume that is on one node at a time. */
  readonly hasExclusiveVolume?: boolean | undefined;
  /** Makes the pods of a run; each run begins anew with them. */
  readonly pods: () => StartPod;
  /** The controllers have its version and gates. */
  readonly apiServer: Component;
  readonly timing: "kubelet" | "ideal";
  readonly seed: number;
  /** Mean of what a controller takes to react, where it is not idle as in the measurements. */
  readonly reactionMeanMs?: number | undefined;
  /** How far into a second of the clock t = 0 is; by default by the seed, and 0 in ideal time, which cuts nothing off. */
  readonly clockPhaseMs?: number | undefined;
  readonly untilMs: number;
}

import { getsTraffic } from "../endpointslice/endpoint.ts";
import { isActive, isEnded } from "./availability.ts";
import type { WorkloadCounts, WorkloadPod } from "./model.ts";

type Totals = Omit<WorkloadCounts, "tMs">;

/** What a pod counts as: a bit for each total. */
const bits = { active: 1, running: 2, ready: 4, available: 8, updated: 16 } as const;

/** Totals over all pods, kept up to date pod by pod: a rollout of 10,000 changes 60,000 times. */
export class Tally {
  readonly #counted = new Map<number, number>();
  readonly #endpoints = new Map<string, string | undefined>();
  readonly #totals = { active: 0, running: 0, ready: 0, available: 0, updated: 0, endpoints: 0 };

  get totals(): Totals {
    return { ...this.#totals };
  }

  /** Counts a pod as it is now. `revision`: of the newest template. */
  count(pod: WorkloadPod, isAvailable: boolean, revision: string): void {
    const before = this.#counted.get(pod.number) ?? 0;
    const now = countsAs(pod, isAvailable, revision);
    if (now === before) return;
    this.#counted.set(pod.number, now);
    this.#add(now, 1);
    this.#add(before, -1);
  }

  /** The conditions of an endpoint that are true; undefined: it is in no slice. */
  endpoint(key: string): string | undefined {
    return this.#endpoints.get(key);
  }

  setEndpoint(key: string, endpoint: string | undefined): void {
    const before = this.#endpoints.get(key);
    this.#totals.endpoints += Number(getsTraffic(endpoint)) - Number(getsTraffic(before));
    this.#endpoints.set(key, endpoint);
  }

  #add(counted: number, by: 1 | -1): void {
    if ((counted & bits.active) !== 0) this.#totals.active += by;
    if ((counted & bits.running) !== 0) this.#totals.running += by;
    if ((counted & bits.ready) !== 0) this.#totals.ready += by;
    if ((counted & bits.available) !== 0) this.#totals.available += by;
    if ((counted & bits.updated) !== 0) this.#totals.updated += by;
  }
}

function countsAs(pod: WorkloadPod, isAvailable: boolean, revision: string): number {
  if (isEnded(pod)) return 0;
  if (!isActive(pod)) return bits.running;
  return (
    bits.active |
    bits.running |
    (pod.ready ? bits.ready : 0) |
    (isAvailable ? bits.available : 0) |
    (pod.revision === revision ? bits.updated : 0)
  );
}

import * as z from "zod/mini";
import type { Api } from "./api.ts";

const podsSchema = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()), creationTimestamp: z.string() }),
      status: z.object({
        conditions: z.optional(
          z.array(z.object({ type: z.string(), status: z.string(), lastTransitionTime: z.string() })),
        ),
      }),
    }),
  ),
});

/** A pod of a Deployment, as the API has it: in whole seconds. */
export interface PodStart {
  readonly name: string;
  /** Which template it is of. */
  readonly hash: string;
  readonly createdMs: number;
  readonly readyMs: number | undefined;
}

/** All pods of the namespace, in the order of their creation. */
export async function podStarts(api: Api, namespace: string): Promise<readonly PodStart[]> {
  const { items } = podsSchema.parse(await api.get(`/api/v1/namespaces/${namespace}/pods`));
  return items
    .map(({ metadata: { name, labels, creationTimestamp }, status: { conditions = [] } }) => {
      const ready = conditions.find(({ type, status }) => type === "Ready" && status === "True");
      return {
        name,
        hash: labels["pod-template-hash"] ?? "",
        createdMs: Date.parse(creationTimestamp),
        readyMs: ready && Date.parse(ready.lastTransitionTime),
      };
    })
    .toSorted((left, right) => left.createdMs - right.createdMs);
}

/** How long each of those that are ready took. */
export function startsMsOf(pods: readonly PodStart[]): readonly number[] {
  return pods.flatMap(({ createdMs, readyMs }) => (readyMs === undefined ? [] : [readyMs - createdMs]));
}

/** By how much a busy machine moved the end of a rollout that replaces one pod after the other. */
export interface Delays {
  /** What these pods took longer than the slowest, and sooner than the quickest, that was known before. */
  readonly longerMs: number;
  readonly shorterMs: number;
  /** Between a pod that is ready and what the controller then writes: the next pod, or the end. */
  readonly controllerMs: number;
}

/** @param pods those that the rollout still waited for, all of them ready by now */
export function delaysOf(pods: readonly PodStart[], knownMs: readonly number[], endMs: number): Delays {
  const starts = startsMsOf(pods);
  const written = [...pods.slice(1).map(({ createdMs }) => createdMs), endMs];
  return {
    longerMs: sum(starts.map((ms) => Math.max(0, ms - Math.max(...knownMs)))),
    shorterMs: sum(starts.map((ms) => Math.max(0, Math.min(...knownMs) - ms))),
    controllerMs: sum(pods.map(({ readyMs = 0 }, index) => Math.max(0, (written[index] ?? readyMs) - readyMs))),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

import * as z from "zod/mini";
import { counted } from "../../shared/basics/counted.ts";
import { plainLine } from "../../shared/basics/plain-line.ts";
import {
  contradictions,
  nextOfPod,
  nextTryWords,
  restartsAllOf,
  restartsAllText,
  restartsOf,
  type TimedText,
} from "../../shared/observation/index.ts";
import type { LiveRollout } from "../../shared/protocol/cluster.ts";
import type { LocatedPod } from "../manifest/text/model.ts";
import type { LivePod } from "./live-pod.ts";
import type { LivePods } from "./live-pods.ts";

const named = z.object({ metadata: z.object({ namespace: z.optional(z.string()), uid: z.optional(z.string()) }) });

/** The pods that the object of a manifest has in the connected cluster. A manifest of one pod that says its UID means that one. */
export function podsOfManifest(live: LivePods, { kind, name, owner }: LocatedPod): readonly LivePod[] {
  if (live.context === undefined || kind === "" || name === "") return [];
  const { data } = named.safeParse(owner);
  const pods = live.podsOf({ kind, name, namespace: data?.metadata.namespace });
  const uid = kind === "Pod" ? data?.metadata.uid : undefined;
  return uid === undefined ? pods : pods.filter((pod) => pod.uid === uid);
}

/** The rollout that the object of a manifest is in; undefined if there is none, or nothing is known of it. */
export function rolloutOfManifest(live: LivePods, { kind, name, owner }: LocatedPod): LiveRollout | undefined {
  if (live.context === undefined || kind === "" || name === "") return undefined;
  return live.rolloutOf({ kind, name, namespace: named.safeParse(owner).data?.metadata.namespace });
}

/** `3 pods · 5 restarts · all containers restarted up to 4 times, triggered by trainer`, and when the first of them is tried again, if one waits. */
export function podsText(pods: readonly LivePod[]): {
  readonly restarts: string;
  readonly next: TimedText | undefined;
} {
  const count = pods.reduce((sum, { look }) => sum + restartsOf(look.pod), 0);
  const restarts = counted(count, "restart");
  const next = firstTry(pods);
  const all = pods.flatMap(({ look, kubelet }) => {
    const known = kubelet();
    return (known && restartsAllOf(known, look)) ?? [];
  });
  const most = all.toSorted((one, other) => other.countMax - one.countMax)[0];
  const together = most === undefined ? "" : ` · ${plainLine(restartsAllText(most))}`;
  return {
    restarts: `${pods.length === 1 ? "" : `${counted(pods.length, "pod")} · `}${restarts}${together}`,
    next: next && nextTryWords(next),
  };
}

function firstTry(pods: readonly LivePod[]) {
  const tries = pods.flatMap(({ look, kubelet }) => {
    const known = kubelet();
    return (known && nextOfPod(known, look)?.next) ?? [];
  });
  const startMs = (next: (typeof tries)[number]): number =>
    "window" in next && next.window !== undefined ? next.window.earliestMs : Number.POSITIVE_INFINITY;
  return tries.sort((one, other) => startMs(one) - startMs(other))[0];
}

/** Pods that did what cannot be first, then those with the most restarts. */
export function worstFirst(pods: readonly LivePod[], nowMs: number): readonly LivePod[] {
  const rank = ({ look, kubelet }: LivePod): number => {
    const known = kubelet();
    const wrong = known === undefined ? 0 : contradictions(known, look, nowMs).length;
    return Math.min(wrong, 1) * 1e6 + restartsOf(look.pod);
  };
  return pods.toSorted((one, other) => rank(other) - rank(one));
}

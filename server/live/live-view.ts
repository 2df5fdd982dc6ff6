import { timeText } from "../../shared/observation/index.ts";
import type { Freshness } from "../../shared/protocol/cluster.ts";
import { LivePods } from "./live-pods.ts";

/** The pods of the cluster, and the clock by which windows are counted down. */
export interface LiveView {
  readonly pods: LivePods;
  /** The time by the clock of the cluster. */
  readonly nowMs: () => number;
  /** Something that counts down was shown: it is to be asked for again in a second. */
  readonly countsDown: () => void;
  /** The pods that a place of a file speaks of now. */
  readonly shows: (uri: string, ordinal: number, uids: readonly string[]) => void;
  /** The file is closed: it speaks of none. */
  readonly hides: (uri: string) => void;
}

/** Actions that the view triggers. */
interface LiveViewActions {
  readonly askAgain: () => void;
  readonly tellShown: (uids: readonly string[]) => void;
}

export function liveView(nowMs: () => number, actions?: LiveViewActions): LiveView {
  const pods = new LivePods();
  const shown = new Map<string, readonly string[]>();
  const tell = collected(100, () => actions?.tellShown([...new Set([...shown.values()].flat())]));
  return {
    pods,
    nowMs: () => nowMs() + pods.clockAheadMs,
    countsDown: collected(1000, () => actions?.askAgain()),
    shows(uri, ordinal, uids) {
      if (shown.size === 0 && uids.length === 0) return;
      const key = `${uri}#${ordinal}`;
      if ((shown.get(key) ?? []).join() === uids.join()) return;
      shown.set(key, uids);
      tell();
    },
    hides(uri) {
      const before = shown.size;
      for (const key of shown.keys()) if (key.startsWith(`${uri}#`)) shown.delete(key);
      if (shown.size < before) tell();
    },
  };
}

/** However often it is called, the action is done once after the delay. */
function collected(delayMs: number, action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      action();
    }, delayMs);
  };
}

/** Time as of which the pods are known, by the clock of the cluster: now, or when the connection was lost. */
export function seenAtMs({ pods, nowMs }: LiveView): number {
  const { freshness } = pods;
  return freshness.is === "live" ? nowMs() : freshness.sinceMs + pods.clockAheadMs;
}

/** `out of date since 2026-11-22 12:03:22 UTC`; empty: it is as the cluster has it. */
export function staleText(freshness: Freshness): string {
  return freshness.is === "live" ? "" : `out of date since ${timeText(freshness.sinceMs)}`;
}

import * as z from "zod/mini";
import { clockDistance, isFarOff } from "../core/words.ts";

// The API server's clock decides when it is now, and the clock of a node when its containers ended: where they differ, windows are wrong.

/** Both are in whole seconds, and a kubelet takes a moment to send what it has written. */
const toldMs = 5000;

const managedSchema = z.array(
  z.object({ manager: z.optional(z.string()), subresource: z.optional(z.string()), time: z.optional(z.string()) }),
);

interface Beating {
  readonly type: string;
  readonly lastHeartbeatTime?: string | undefined;
}

/**
 * How far the clock of a node is ahead of the API server's: the kubelet has written its last heartbeat by its own clock, and the API
 * server notes by its clock when that came. Undefined if they are about the same, or nobody knows.
 */
export function heartbeatAhead(managedFields: unknown, conditions: readonly Beating[]): number | undefined {
  const written = managedSchema
    .safeParse(managedFields)
    .data?.find(({ manager, subresource }) => manager === "kubelet" && subresource === "status");
  const beat = conditions.find(({ type }) => type === "Ready")?.lastHeartbeatTime;
  const aheadMs = Date.parse(beat ?? "") - Date.parse(written?.time ?? "");
  return Math.abs(aheadMs) >= toldMs ? aheadMs : undefined;
}

/** `isAtLeast`: nobody knows how much more it is. */
export function nodeClockText(name: string, aheadMs: number, isAtLeast: boolean): string {
  const side = aheadMs > 0 ? "ahead of" : "behind";
  const howFar = `${isAtLeast ? "at least " : ""}${clockDistance(aheadMs)}`;
  const when = aheadMs > 0 ? "earlier" : "later";
  const so = isFarOff(aheadMs)
    ? "Set it: until then restarts of its pods can't be predicted."
    : `Restarts of its pods come that much ${when} than predicted.`;
  return `The clock of node ${name} is ${howFar} ${side} the API server's. ${so}`;
}

/** Of pods that arrive: whether the times in them are yet to come. */
interface PodClocks {
  /** A sentence where the clock of its node is ahead, null where it is not any more, and undefined where there is nothing new. */
  see(nodeName: string, latestMs: number | undefined, nowMs: number): string | null | undefined;
}

export function createPodClocks(): PodClocks {
  /** The latest time in any pod of a node that was ahead. */
  const ahead = new Map<string, number>();
  return {
    see(nodeName, latestMs, nowMs) {
      if (latestMs === undefined) return undefined;
      const before = ahead.get(nodeName);
      if (latestMs - nowMs >= toldMs) {
        if (before !== undefined && before >= latestMs) return undefined;
        ahead.set(nodeName, latestMs);
        return nodeClockText(nodeName, latestMs - nowMs, true);
      }
      // Its clock was set: something newer has happened, and is not yet to come.
      if (before === undefined || latestMs < before) return undefined;
      ahead.delete(nodeName);
      return null;
    },
  };
}

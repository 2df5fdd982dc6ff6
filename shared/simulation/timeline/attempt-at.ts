import type { FaultPlace } from "../../scenario/language/inject.ts";
import type { TimelineEntry } from "./timeline.ts";

/** Where a container is at a moment: its attempt that has not ended, or the next one. Entries of that instant have happened. */
export function attemptAt(entries: readonly TimelineEntry[], container: string, tMs: number): FaultPlace {
  const turn = entries.findLast(
    (entry) => entry.tMs <= tMs && (isOutage(entry) || (entry.container === container && isTurn(entry))),
  );
  const last = entries.findLast((entry) => entry.tMs <= tMs && entry.container === container && isTurn(entry));
  const attempt = last?.attempt ?? 0;
  if (last?.kind === "container-started") return { attempt, sinceStartMs: tMs - last.tMs, tMs };
  // A kubelet that comes back creates a container anew that its process left unstarted.
  const isWaiting = last?.kind === "container-created" && turn === last;
  return { attempt: isWaiting ? attempt : attempt + 1, sinceStartMs: 0, tMs };
}

function isOutage({ kind }: TimelineEntry): boolean {
  return kind === "kubelet-stopped" || kind === "node-rebooted" || kind === "node-lost";
}

function isTurn({ kind }: TimelineEntry): boolean {
  return (
    kind === "container-created" ||
    kind === "container-create-failed" ||
    kind === "container-start-failed" ||
    kind === "container-started" ||
    kind === "container-exited"
  );
}

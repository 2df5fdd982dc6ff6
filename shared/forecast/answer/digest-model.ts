import type { Span } from "../../basics/span.ts";
import type { WaitEnds } from "../../controllers/waiters/follow.ts";
import type { ProbeType } from "../../kubernetes/pod.ts";
import type { ReadyStep } from "./model.ts";

/** What one run of a pod comes to up to the horizon. Times are ms since the kubelet first saw the pod. */
export interface RunDigest {
  /** The horizon, or where the run was cut because too much happened. */
  readonly watchedMs: number;
  readonly restarts: readonly RestartDigest[];
  readonly firstReadyMs: number | undefined;
  readonly bounds: RunBounds;
  /** Since when the pod is Ready at the end; undefined if it is not. */
  readonly readySinceMs: number | undefined;
  /** Since when it is not Ready any more at the end; undefined if it is, or never was. */
  readonly downSinceMs: number | undefined;
  readonly readyMs: number;
  /** When it is Ready, in order. */
  readonly readySpans: readonly ReadySpan[];
  /** Not Ready after it first was, while it lived. */
  readonly downMs: number;
  /** Between the end of a run and the next start, or the end of the pod. A back-off that lasts beyond the horizon counts whole. */
  readonly longestWaitMs: number;
  readonly end: PodEndDigest | undefined;
  /** What happens next beyond the horizon, as far as it was looked for; undefined if nothing does. */
  readonly next: NextDigest | undefined;
  /** The last container that ended by itself with a code other than 0 and was not restarted. */
  readonly lastFailure: CauseDigest | undefined;
  /** Containers by what keeps them from being ready. */
  readonly stuck: readonly StuckDigest[];
  /** How regular containers ended that do not come back, while the pod goes on. */
  readonly ended: readonly CauseDigest[];
  /** Entries that the run made. */
  readonly entries: number;
  readonly job?: JobDigest | undefined;
}

interface JobDigest {
  /** Pods, or restarts in one of them. */
  readonly tries: number;
  /** Pods that failed. */
  readonly failed: number;
  /** What becomes of those who wait for it. */
  readonly waits: WaitEnds;
  /** The share of the pods that it is to run at one time that are Ready. */
  readonly readySteps: readonly ReadyStep[];
  /** The container that keeps its pods from completing. */
  readonly blockedBy: string | undefined;
}

export interface ReadySpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** When it was possible at all, on the path that this run took. */
export interface RunBounds {
  readonly firstReady: Span | undefined;
  /** The first restarts of each container, at most `boundedRestarts`. */
  readonly restarts: ReadonlyMap<string, readonly Span[]>;
  readonly end: Span | undefined;
}

/** Bounds grow with each restart, so that those of later ones say nothing. */
export const boundedRestarts = 8;

export interface RestartDigest {
  readonly container: string;
  readonly tMs: number;
  /** From the end of the run before to this start. */
  readonly waitMs: number;
  /** The back-off that delayed it; 0: none did. */
  readonly backOffMs: number;
  readonly cause: CauseDigest;
}

/** Why a run of a container ended. `ranMs`: from its start. */
export type CauseDigest = {
  readonly container: string;
  readonly ranMs: number | undefined;
} /** `isStopped`: the kubelet stopped it, and no probe had failed. */ & (
  | { readonly kind: "exit"; readonly exitCode: number; readonly reason: string; readonly isStopped: boolean }
  | { readonly kind: "probe"; readonly probe: ProbeType; readonly hadAnswered: boolean }
  /** Its postStart hook failed, so that the kubelet killed it. */
  | { readonly kind: "hook" }
  /** `container` triggered a restart of all containers. */
  | { readonly kind: "restart-all"; readonly exitCode: number }
  | { readonly kind: "outside"; readonly what: "node-rebooted" | "node-lost" | "other" }
);

/** It went with its node, and nothing restarts it. */
export function isLoss(cause: CauseDigest | undefined): cause is CauseDigest {
  return cause?.kind === "outside" && cause.what === "node-lost";
}

/** From the creation of the pod to its end, as far as that was watched. */
export function lifeMs({ watchedMs, end }: Pick<RunDigest, "watchedMs" | "end">): number {
  return Math.min(watchedMs, end?.atMs ?? watchedMs);
}

/** How a Job ends, also beyond the horizon; of a pod by itself, up to the horizon. */
export function finalEnd({ end, next, job }: RunDigest): PodEndDigest | undefined {
  return end ?? (job === undefined || next?.what !== "end" ? undefined : next.end);
}

/** When it was not Ready after it first was. One that goes on at the end has no end yet. */
export function lossesOf({ readySpans, downSinceMs }: Pick<RunDigest, "readySpans" | "downSinceMs">): readonly Loss[] {
  const over = readySpans.slice(1).map(({ fromMs }, index) => ({ fromMs: readySpans[index]?.toMs ?? 0, toMs: fromMs }));
  return downSinceMs === undefined ? over : [...over, { fromMs: downSinceMs, toMs: undefined }];
}

interface Loss {
  readonly fromMs: number;
  readonly toMs: number | undefined;
}

/** Since when the pod has been ready for good; undefined if it is not ready at the end. */
export function settledMs({
  readySinceMs,
  restarts,
}: Pick<RunDigest, "readySinceMs" | "restarts">): number | undefined {
  return readySinceMs === undefined ? undefined : Math.max(readySinceMs, restarts.at(-1)?.tMs ?? 0);
}

export interface PodEndDigest {
  /** `Deleted`: the API server has no such pod any more. */
  readonly how: "Succeeded" | "Failed" | "Deleted" | "Rejected";
  readonly atMs: number;
  /** Why a Job failed or was deleted, or a pod failed: `BackoffLimitExceeded`, `Replaced`, `DeadlineExceeded`. */
  readonly reason?: string | undefined;
}

export interface NextDigest {
  readonly what: "restart" | "end";
  readonly atMs: number;
  readonly backOffMs: number;
  readonly end: PodEndDigest | undefined;
}

/** A container that is not done: it waits for its image or cannot be made, or it runs. */
export interface StuckDigest {
  readonly container: string;
  readonly at: "image" | "create" | "start" | "running";
  /** A probe has succeeded in its present run. */
  readonly hasAnswered: boolean;
  /** Its postStart hook has returned in its present run, if it has one. */
  readonly isHookDone: boolean;
  /** Its readiness probe has succeeded in its present run. */
  readonly isReady: boolean;
}

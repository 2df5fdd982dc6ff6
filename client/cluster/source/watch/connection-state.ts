import type { Freshness } from "../../../../shared/protocol/cluster.ts";
import type { ApiFailure } from "../api/answer.ts";
import type { ContextTarget } from "../kubeconfig/load.ts";
import { failureText, type RequestedResource } from "./failure-text.ts";
import type { InformerState } from "./informer-state.ts";
import { longPauseMs, needsPerson } from "./wait.ts";

/** What people see of a connection. */
export type ConnectionState =
  /** `reason`: why that takes so long, a sentence. */
  | { readonly is: "connecting"; readonly reason?: string | undefined }
  /** `missing`: what could not be read, in sentences, and what is assumed in its place. */
  | (LiveFreshness & { readonly podCount: number; readonly missing: readonly string[] })
  /** What is shown was true until `sinceMs` (since 1970). It is tried again by itself. `reason` is a sentence. */
  | StaleFreshness
  /** `reason` is a sentence that says what to do. It is tried again, more and more seldom. */
  | { readonly is: "failed"; readonly reason: string; readonly nextTryMs?: number | undefined }
  | { readonly is: "closed" };

type LiveFreshness = Extract<Freshness, { is: "live" }>;
type StaleFreshness = Extract<Freshness, { is: "stale" }>;

/** One collection that is followed. */
export interface Followed {
  readonly asked: RequestedResource;
  /** Undefined if its first list is not done. */
  state: InformerState | undefined;
  wasLive: boolean;
}

/** A connection that never worked is given so many tries before it counts as failed. */
const triesMax = 3;

/** An API server that says nothing, or that nobody may ask for long, has been waited for long enough. */
function triesFor(failure: ApiFailure): number {
  const isLong = failure.is === "refused" && (failure.retryAfterMs ?? 0) >= longPauseMs;
  return failure.is === "slow" || failure.is === "endless" || isLong ? 1 : triesMax;
}

interface Judged {
  readonly state: ConnectionState;
  /** Undefined if nothing was reported that could be stale. */
  readonly freshness: Freshness | undefined;
}

/** What to say of a connection whose informers of pods are in these states. */
export function judge(
  followed: readonly Followed[],
  target: ContextTarget,
  told: { readonly podCount: number; readonly missing: readonly string[] },
): Judged {
  const broken = followed.flatMap((each) => {
    const { state } = each;
    return state?.is === "broken" && !isLeftOut(each, followed) ? [{ ...each, state }] : [];
  });
  const first = broken.toSorted((one, other) => one.state.sinceMs - other.state.sinceMs)[0];
  const wasLive = followed.some((each) => each.wasLive);
  if (first === undefined) {
    const isReady = followed.every((each) => each.state !== undefined);
    const missing = [...leftOutTexts(followed, target), ...told.missing];
    if (!isReady) return { state: { is: "connecting" }, freshness: undefined };
    const live = liveFreshness(followed, target);
    return { state: { ...live, podCount: told.podCount, missing }, freshness: live };
  }
  const worst = broken.find(({ state }) => needsPerson(state.failure)) ?? first;
  const { failure, failures, nextTryMs } = worst.state;
  const why = {
    reason: failureText(failure, target, worst.asked),
    ...(nextTryMs !== undefined && { nextTryMs: Math.round(nextTryMs) }),
  };
  const stale: StaleFreshness = { is: "stale", sinceMs: first.state.sinceMs, ...why };
  if (needsPerson(failure) || (!wasLive && failures >= triesFor(failure)))
    return { state: { is: "failed", ...why }, freshness: wasLive || told.podCount > 0 ? stale : undefined };
  if (!wasLive) return { state: { is: "connecting" }, freshness: told.podCount > 0 ? stale : undefined };
  return { state: stale, freshness: stale };
}

/** Watches of a namespace may not work where those of others do. */
function liveFreshness(followed: readonly Followed[], target: ContextTarget): LiveFreshness {
  const listed = followed.flatMap(({ state, asked }) =>
    state?.is === "live" && state.lists !== undefined ? [{ ...state.lists, asked }] : [],
  );
  const slowest = listed.toSorted((one, other) => other.everyMs - one.everyMs)[0];
  if (slowest === undefined) return { is: "live" };
  const reason = failureText(slowest.failure, target, { ...slowest.asked, verb: "watch" });
  return { is: "live", lists: { everyMs: slowest.everyMs, reason } };
}

/** A namespace that may not be read spoils no other. */
function isLeftOut(each: Followed, followed: readonly Followed[]): boolean {
  return isForbidden(each) && followed.some((other) => !isForbidden(other));
}

function isForbidden({ state, wasLive }: Followed): boolean {
  return !wasLive && state?.is === "broken" && isForbiddance(state.failure);
}

export function isForbiddance(failure: ApiFailure): boolean {
  return failure.is === "refused" && failure.status === 403;
}

function leftOutTexts(followed: readonly Followed[], target: ContextTarget): readonly string[] {
  return followed.flatMap((each) =>
    each.state?.is === "broken" && isLeftOut(each, followed)
      ? [failureText(each.state.failure, target, each.asked)]
      : [],
  );
}

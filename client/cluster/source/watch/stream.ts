import type { ApiAnswer, ApiFailure } from "../api/answer.ts";
import type { Api, Query } from "../api/api.ts";
import type { ApiPath } from "../api/path.ts";
import type { TimeLimits } from "../core/timing.ts";
import { readWatchEvent } from "./objects.ts";

interface StreamRequest {
  readonly api: Api;
  readonly path: ApiPath;
  readonly query?: Query | undefined;
  readonly timing: TimeLimits;
  readonly signal: AbortSignal;
}

/** So many objects are given on together. */
const groupSize = 100;
/** More than a cluster can have: Kubernetes supports 150,000 pods. */
const objectsMax = 200_000;

/**
 * A list as one watch that begins with all objects and says when these are all: one request in place of many pages. The value is the
 * version to watch from. Models client-go tools/cache/reflector.go Reflector.watchList (v0.37.1).
 *
 * A server that does not know it refuses (before 1.27, or switched off), and one that does not compress it (before 1.37) would send ten
 * times as much as with pages: both are failures.
 */
export async function streamList(
  { api, path, query, timing, signal }: StreamRequest,
  onItems: (items: readonly unknown[]) => void | Promise<void>,
): Promise<ApiAnswer<string | undefined>> {
  const ending = new AbortController();
  let group: unknown[] = [];
  let count = 0;
  let version: string | undefined;
  let failure: ApiFailure | undefined;
  const stop = (why?: ApiFailure): void => {
    failure ??= why;
    ending.abort();
  };
  const flush = (): void | Promise<void> => {
    const items = group;
    group = [];
    return items.length === 0 ? undefined : onItems(items);
  };
  const asked = {
    watch: true,
    sendInitialEvents: true,
    resourceVersionMatch: "NotOlderThan",
    allowWatchBookmarks: true,
  };
  const limits = { openMs: timing.requestMs, idleMs: timing.silenceMs };
  const ended = await api.follow(
    { path, query: { ...query, ...asked }, ...limits, signal: AbortSignal.any([signal, ending.signal]) },
    (line) => {
      if (ending.signal.aborted) return undefined;
      const event = readWatchEvent(line);
      count += 1;
      if (count > objectsMax) stop({ is: "endless", what: "list" });
      else if (event?.is === "changed") group.push(event.object);
      else if (event?.is !== "bookmark") stop({ is: "unreadable" });
      else if (event.isEndOfList) {
        version = event.resourceVersion;
        stop();
      }
      return group.length >= groupSize ? flush() : undefined;
    },
    ({ isZipped }) => (isZipped ? undefined : stop({ is: "unreadable" })),
  );
  if (failure !== undefined || version === undefined)
    return { failure: failure ?? ("failure" in ended ? ended.failure : { is: "unreadable" }) };
  await flush();
  return { value: version };
}

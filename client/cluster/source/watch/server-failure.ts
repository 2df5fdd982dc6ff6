import type { ApiFailure } from "../api/answer.ts";
import type { Api, Query } from "../api/api.ts";
import type { ApiPath } from "../api/path.ts";
import type { TimeLimits } from "../core/timing.ts";
import type { Lists } from "./informer-state.ts";

interface Asked {
  readonly api: Api;
  readonly path: ApiPath;
  readonly query?: Query | undefined;
  readonly timing: TimeLimits;
  readonly lists: Lists | undefined;
}

/**
 * Where lists are relied on, the next one may be long in coming, and a watch that breaks off does not say whether it is the watch or the
 * server: one object is asked for. Undefined if that is answered, or nobody has to know.
 */
export async function serverFailure(
  { api, path, query, timing, lists }: Asked,
  failure: ApiFailure,
  signal: AbortSignal,
): Promise<ApiFailure | undefined> {
  if (lists === undefined || failure.is !== "unreachable") return undefined;
  const answer = await api.read({ path, query: { ...query, limit: 1 }, idleMs: timing.requestMs, signal });
  return "failure" in answer ? answer.failure : undefined;
}

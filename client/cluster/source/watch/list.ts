import type { ApiAnswer, ApiFailure } from "../api/answer.ts";
import type { Api, Query } from "../api/api.ts";
import type { ApiPath } from "../api/path.ts";
import { type ListPage, readPage } from "./objects.ts";

interface ListRequest {
  readonly path: ApiPath;
  readonly query?: Query | undefined;
  readonly accept?: string | undefined;
  readonly idleMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Where there is more than one page, all of it may be had in another way. Undefined: it may not. */
  readonly whole?: (() => Promise<ApiAnswer<string | undefined>>) | undefined;
}

const pageSize = 200;
/** More than a cluster can have: Kubernetes supports 150,000 pods, which are 750 pages. */
const pagesMax = 1000;

/** Lists in pages. Objects are given on as they come; the next page waits until they were taken. The value is the version to watch from. */
export async function listPages(
  api: Api,
  request: ListRequest,
  onItems: (items: readonly unknown[]) => void | Promise<void>,
): Promise<ApiAnswer<string | undefined>> {
  let token: string | undefined;
  let limit: number | undefined = pageSize;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await readOne(api, request, { limit, continue: token }, onItems);
    if ("failure" in page) {
      // The rest of the pages is not kept forever. What takes too long in pages is asked for at once, as client-go does.
      if (token === undefined || !isExpired(page.failure)) return page;
      token = undefined;
      limit = undefined;
      continue;
    }
    if (page.value.token === undefined) return { value: page.value.resourceVersion };
    const whole = pages === 0 ? await request.whole?.() : undefined;
    if (whole !== undefined && ("value" in whole || whole.failure.is === "ended")) return whole;
    if (page.value.token === token) break;
    token = page.value.token;
  }
  return { failure: { is: "endless", what: "list" } };
}

/** The version that was asked for is not kept any more. */
export function isExpired(failure: ApiFailure): boolean {
  return failure.is === "refused" && (failure.status === 410 || failure.reason === "Expired");
}

async function readOne(
  api: Api,
  { query, whole: _whole, ...request }: ListRequest,
  paging: Query,
  onItems: (items: readonly unknown[]) => void | Promise<void>,
): Promise<ApiAnswer<ListPage>> {
  let taken: unknown;
  const answer = await api.list({ ...request, query: { ...query, ...paging } }, (items) => {
    taken = onItems(items);
  });
  if ("failure" in answer) return answer;
  await taken;
  const page = readPage(answer.value);
  return page === undefined ? { failure: { is: "unreadable" } } : { value: page };
}

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
}

const pageSize = 200;
/** More than a cluster can have: Kubernetes supports 150,000 pods, which are 750 pages. */
const pagesMax = 1000;

/** Lists in pages, each of which is given on as it comes. The value is the version to watch from. */
export async function listPages(
  api: Api,
  request: ListRequest,
  onPage: (items: readonly unknown[]) => void,
): Promise<ApiAnswer<string | undefined>> {
  let token: string | undefined;
  let limit: number | undefined = pageSize;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await readOne(api, request, { limit, continue: token });
    if ("failure" in page) {
      // The rest of the pages is not kept forever. What takes too long in pages is asked for at once, as client-go does.
      if (token === undefined || !isExpired(page.failure)) return page;
      token = undefined;
      limit = undefined;
      continue;
    }
    onPage(page.value.items);
    if (page.value.token === undefined) return { value: page.value.resourceVersion };
    if (page.value.token === token) break;
    token = page.value.token;
  }
  return { failure: { is: "endless", what: "list" } };
}

/** The version that was asked for is not kept any more. */
export function isExpired(failure: ApiFailure): boolean {
  return failure.is === "refused" && (failure.status === 410 || failure.reason === "Expired");
}

async function readOne(api: Api, { query, ...request }: ListRequest, paging: Query): Promise<ApiAnswer<ListPage>> {
  const answer = await api.read({ ...request, query: { ...query, ...paging } });
  if ("failure" in answer) return answer;
  const page = readPage(answer.value);
  return page === undefined ? { failure: { is: "unreadable" } } : { value: page };
}

import * as z from "zod/mini";
import { type AccessOptions, createAccess } from "./access/access.ts";
import { type Api, createApi } from "./api/api.ts";
import { mayDo } from "./discovery/review.ts";
import type { ContextTarget, KubeconfigChoice } from "./kubeconfig/load.ts";
import { listAccept } from "./objects/metadata.ts";
import { isForbiddance } from "./watch/connection-state.ts";
import { failureText } from "./watch/failure-text.ts";
import { listPages } from "./watch/list.ts";

export interface NamespacesAnswer {
  readonly names: readonly string[];
  /** A sentence: why these may not be all. */
  readonly problem?: string | undefined;
}

/** The namespaces of a context's cluster, before there is a connection. Never rejects. */
export async function listNamespaces(
  choice: KubeconfigChoice & Pick<AccessOptions, "onPluginWords">,
): Promise<NamespacesAnswer> {
  const access = await createAccess(choice);
  if ("problem" in access) return { names: [], problem: access.problem };
  const answer = await listNamespaceNames(createApi(access.value), access.value.target);
  access.value.close();
  return answer;
}

const asked = { verb: "list", resource: "namespaces" } as const;
const listMs = 30_000;
const namedSchema = z.object({ metadata: z.object({ name: z.string() }) });

/** Where they may not be listed: the one of the context, and whether its pods may be. */
export async function listNamespaceNames(api: Api, target: ContextTarget): Promise<NamespacesAnswer> {
  const names: string[] = [];
  const listed = await listPages(
    api,
    { path: ["api", "v1", "namespaces"], accept: listAccept, idleMs: listMs },
    (items) => {
      for (const item of items) names.push(namedSchema.safeParse(item).data?.metadata.name ?? "");
    },
  );
  const sorted = names.filter((name) => name !== "").toSorted();
  if (!("failure" in listed)) return { names: sorted };
  if (!isForbiddance(listed.failure)) return { names: sorted, problem: failureText(listed.failure, target, asked) };
  const own = target.context.namespace || "default";
  const mayList = await mayDo(api, { verb: "list", resource: "pods", namespace: own });
  const end =
    mayList === false
      ? `Listing pods in ${own}, the namespace of context ${target.contextName}, is not allowed either. Enter another namespace.`
      : `You can use ${own}, the namespace of context ${target.contextName}, or enter others.`;
  return { names: [own], problem: `User ${target.context.user ?? ""} is not allowed to list namespaces. ${end}` };
}

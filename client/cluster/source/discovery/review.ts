import * as z from "zod/mini";
import type { Api } from "../api/api.ts";

/** What the API server may be asked about us. */
export type Right =
  | {
      readonly verb: "get" | "list" | "watch";
      readonly resource: string;
      readonly subresource?: string | undefined;
      readonly namespace?: string | undefined;
    }
  /** Outside of the API's objects: `/metrics`. */
  | { readonly path: string };

const path = ["apis", "authorization.k8s.io", "v1", "selfsubjectaccessreviews"];
const answerSchema = z.object({ status: z.object({ allowed: z.boolean() }) });

/** Whether we may; undefined if the API server does not say. It makes a review and keeps nothing of it. */
export async function mayDo(api: Api, right: Right): Promise<boolean | undefined> {
  const spec =
    "path" in right ? { nonResourceAttributes: { verb: "get", path: right.path } } : { resourceAttributes: right };
  const body = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec };
  const answer = await api.read({ path, body });
  return "value" in answer ? answerSchema.safeParse(answer.value).data?.status.allowed : undefined;
}

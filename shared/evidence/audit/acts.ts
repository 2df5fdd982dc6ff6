import type { PodAct } from "../model.ts";
import type { AuditEvent } from "./audit-event.ts";
import { fieldsOf, textOf } from "./merge-status.ts";

/** Components of the cluster: what they do follows from what others asked for. */
export function isSystem(user: string): boolean {
  return (
    user.startsWith("system:") &&
    !/^system:serviceaccount:(?!kube-system:)/.test(user) &&
    user !== "system:admin" &&
    user !== "system:anonymous"
  );
}

/** What a request did to a pod, or tried; undefined if that is nothing that anybody asks for. */
export function actOf({ verb, subresource, user, code, request }: AuditEvent): PodAct | undefined {
  const asked = `${verb} ${subresource ?? ""}`.trimEnd();
  if (asked === "create eviction" && code === tooManyRequests)
    return { is: "eviction-refused", user, text: "eviction refused, as budgets ask for" };
  if (code === 0 || code >= 300) return undefined;
  switch (asked) {
    case "create eviction":
      return { is: "evicted", user, text: "evicted" };
    case "create binding":
      return { is: "bound", user, text: bindingText(request) };
    case "create":
      return { is: "created", user, text: "created" };
    case "delete":
      return deletionBy(user);
    case "update":
    case "patch":
      return isSystem(user) ? undefined : { is: "changed", user, text: "changed" };
    case "update resize":
    case "patch resize":
      return isSystem(user) ? undefined : { is: "changed", user, text: "resized" };
    default:
      return undefined;
  }
}

function bindingText(request: AuditEvent["request"]): string {
  const node = textOf(fieldsOf(request?.["target"])?.["name"]);
  return node === undefined ? "bound to a node" : `bound to ${node}`;
}

/** A kubelet deletes the object of a pod whose containers have ended. */
function deletionBy(user: string): PodAct {
  return user.startsWith("system:node:")
    ? { is: "removed", user, text: "removed, after its containers ended," }
    : { is: "deleted", user, text: "deleted" };
}

const tooManyRequests = 429;

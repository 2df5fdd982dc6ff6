import type { ActSighting, PodAct, PodSighting } from "../model.ts";
import { isoText } from "../text/iso-text.ts";
import { isSystem } from "./acts.ts";
import type { AuditEvent, AuditFields } from "./audit-event.ts";
import { fieldsOf, listOf, mergedStatus, textOf } from "./merge-status.ts";
import { trimmedMetadata, trimmedSpec, trimmedStatus } from "./trimmed.ts";

/** What an audit log says of one life of a pod, so far. */
export interface LoggedPod {
  readonly name: string;
  readonly namespace: string;
  metadata: AuditFields;
  /** Undefined if no body had it. */
  spec: AuditFields | undefined;
  status: AuditFields;
  looks: PodSighting[];
  /** Of the newest look: a write that changes nothing of it is none. */
  shown: string;
  acts: ActSighting[];
  isGone: boolean;
}

/** Worth saying among many pods: it failed, or somebody had it stopped or changed. */
export function isEventful({ acts, status }: LoggedPod): boolean {
  const isAsked = acts.some(({ act }) => told.has(act.is) && !isSystem(act.user));
  const statuses = [...listOf(status["containerStatuses"]), ...listOf(status["initContainerStatuses"])];
  return isAsked || statuses.some((each) => Number(each["restartCount"] ?? 0) > 0 || hasFailed(each));
}

function hasFailed({ state }: AuditFields): boolean {
  const code = fieldsOf(fieldsOf(state)?.["terminated"])?.["exitCode"];
  return code !== undefined && code !== 0;
}

const told: ReadonlySet<PodAct["is"]> = new Set(["evicted", "eviction-refused", "deleted", "changed"]);

/** What an audit log does not say where it has no body of a pod: its spec. */
const unknownFields = ["probes", "restartPolicy", "terminationGracePeriodSeconds", "lifecycle", "restartPolicyRules"];

/** The pod as the API would have it, as far as it is known. Undefined spec: only the names and images of its containers are. */
export function objectOf({ metadata, spec, status }: LoggedPod): Pick<PodSighting, "object" | "unknown"> {
  return {
    object: { kind: "Pod", metadata, spec: spec ?? specOf(status), status },
    unknown: spec === undefined ? unknownFields : [],
  };
}

/** What looks at it differ in; undefined before any container has a status. */
export function shownOf({ metadata, status, isGone }: LoggedPod): string | undefined {
  const has = (list: string): boolean => listOf(status[list]).length > 0;
  if (!has("containerStatuses") && !has("initContainerStatuses")) return undefined;
  return JSON.stringify([status, metadata["deletionTimestamp"], isGone]);
}

/** Takes what a request and its answer say of a pod. */
export function update(pod: LoggedPod, event: AuditEvent, body: AuditFields | undefined): void {
  if (body !== undefined) {
    pod.metadata = { ...pod.metadata, ...trimmedMetadata(fieldsOf(body["metadata"])) };
    pod.spec = sameOr(pod.spec, trimmedSpec(fieldsOf(body["spec"]) ?? {}));
    pod.status = trimmedStatus(fieldsOf(body["status"]) ?? {});
  } else take(pod, event);
  if (event.verb === "delete" && event.subresource === undefined && event.user.startsWith("system:node:"))
    pod.isGone = true;
}

/** Equal specs are one object. */
function sameOr(before: AuditFields | undefined, next: AuditFields): AuditFields {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(next) ? before : next;
}

/** What a request says that has no answer beside it. */
function take(pod: LoggedPod, { verb, subresource, request, at }: AuditEvent): void {
  const status = fieldsOf(request?.["status"]);
  const spec = fieldsOf(request?.["spec"]);
  if (subresource === "status" && status !== undefined) {
    const uid = textIn(request, "uid");
    if (uid !== undefined) pod.metadata = { ...pod.metadata, uid };
    const next = trimmedStatus(status);
    pod.status = verb === "patch" ? mergedStatus(pod.status, next) : next;
  } else if (subresource === undefined && verb === "create" && spec !== undefined) {
    pod.metadata = { ...trimmedMetadata(fieldsOf(request?.["metadata"])), ...pod.metadata };
    pod.spec = trimmedSpec(spec);
  } else if (subresource === undefined && verb === "delete") {
    const seconds = request?.["gracePeriodSeconds"] ?? pod.spec?.["terminationGracePeriodSeconds"];
    if (typeof seconds !== "number") return;
    const deletionTimestamp = isoText(at.nominalMs + seconds * 1000);
    pod.metadata = { ...pod.metadata, deletionTimestamp, deletionGracePeriodSeconds: seconds };
  }
}

/** Names and images that a status has. */
function specOf(status: AuditFields): AuditFields {
  const list = (key: string): readonly AuditFields[] =>
    listOf(status[key]).map(({ name, image }) => ({ name, image: image || "unknown" }));
  const inits = list("initContainerStatuses");
  return { containers: list("containerStatuses"), ...(inits.length > 0 && { initContainers: inits }) };
}

/** Errors are answered with a Status. */
export function podIn(response: AuditFields | undefined): AuditFields | undefined {
  return response?.["kind"] === "Pod" ? response : undefined;
}

export function nameIn(object: AuditFields | undefined): string | undefined {
  return textIn(object, "name");
}

export function textIn(object: AuditFields | undefined, key: string): string | undefined {
  return textOf(fieldsOf(object?.["metadata"])?.[key]);
}

export function uidOf({ metadata }: LoggedPod): string | undefined {
  return textOf(metadata["uid"]);
}

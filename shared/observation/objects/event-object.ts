import type { Span } from "../../basics/span.ts";
import { type ObjectProblem, objectAt, placeOf, textAt, timeAt, wholeAt } from "./fields.ts";
import type { ObservedPod, ReadObject } from "./pod-object.ts";

/** An event about a pod: one of v1, or of events.k8s.io, which names the same things otherwise. */
export interface ObservedEvent {
  readonly podUid: string | undefined;
  readonly podName: string | undefined;
  readonly podNamespace: string | undefined;
  /** Undefined if it is about the whole pod. */
  readonly container: string | undefined;
  readonly type: string | undefined;
  readonly reason: string;
  readonly message: string;
  /** How often the same event was reported. */
  readonly count: number;
  readonly first: Span | undefined;
  readonly last: Span | undefined;
}

/** Reads one event. Undefined if it is not one, or is not about a pod. */
export function readEvent(object: unknown): ReadObject<ObservedEvent> {
  const problems: ObjectProblem[] = [];
  const root = placeOf(object, [], problems);
  const about = root && (objectAt(root, "involvedObject") ?? objectAt(root, "regarding"));
  const reason = root && textAt(root, "reason");
  if (root === undefined || about === undefined || reason === undefined || textAt(about, "kind") !== "Pod") {
    if (problems.length === 0) problems.push({ path: [], message: "This is not an event about a pod." });
    return { value: undefined, problems };
  }
  const series = objectAt(root, "series");
  const first = timeAt(root, "firstTimestamp") ?? timeAt(root, "deprecatedFirstTimestamp") ?? timeAt(root, "eventTime");
  const last =
    (series && timeAt(series, "lastObservedTime")) ??
    timeAt(root, "lastTimestamp") ??
    timeAt(root, "deprecatedLastTimestamp") ??
    first;
  return {
    value: {
      podUid: textAt(about, "uid"),
      podName: textAt(about, "name"),
      podNamespace: textAt(about, "namespace"),
      container: containerOf(textAt(about, "fieldPath")),
      type: textAt(root, "type"),
      reason,
      message: textAt(root, "message") ?? textAt(root, "note") ?? "",
      count: (series && wholeAt(series, "count")) ?? wholeAt(root, "count") ?? wholeAt(root, "deprecatedCount") ?? 1,
      first: first ?? last,
      last,
    },
    problems,
  };
}

/** `app` for `spec.containers{app}`. */
function containerOf(fieldPath: string | undefined): string | undefined {
  return /^spec\.(?:initC|c|ephemeralC)ontainers\{(.+)\}$/.exec(fieldPath ?? "")?.[1];
}

/** Whether an event is about this pod, and not about an earlier one of its name: by the UID, or by the names where one of them has none. */
export function isAbout(
  { podUid, podName, podNamespace }: ObservedEvent,
  { uid, name, namespace }: Pick<ObservedPod, "uid" | "name" | "namespace">,
): boolean {
  if (podUid !== undefined && uid !== undefined) return podUid === uid;
  return podName === name && (podNamespace ?? namespace) === namespace;
}

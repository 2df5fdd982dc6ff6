import type { Path } from "../../basics/path.ts";
import { type Fields, fieldsAt } from "./fields.ts";

/** The kinds that hold a pod spec, with the version in which every server since 1.25 has them. */
export const workloadKinds = {
  Pod: "v1",
  PodTemplate: "v1",
  ReplicationController: "v1",
  Deployment: "apps/v1",
  ReplicaSet: "apps/v1",
  StatefulSet: "apps/v1",
  DaemonSet: "apps/v1",
  Job: "batch/v1",
  CronJob: "batch/v1",
} as const;

export type PodCarrierKind = keyof typeof workloadKinds;

export function isWorkloadKind(kind: string): kind is PodCarrierKind {
  return Object.hasOwn(workloadKinds, kind);
}

/** Where the kinds keep their pod spec. */
export const podSpecPaths: Readonly<Record<PodCarrierKind, Path>> = {
  Pod: ["spec"],
  PodTemplate: ["template", "spec"],
  ReplicationController: ["spec", "template", "spec"],
  Deployment: ["spec", "template", "spec"],
  ReplicaSet: ["spec", "template", "spec"],
  StatefulSet: ["spec", "template", "spec"],
  DaemonSet: ["spec", "template", "spec"],
  Job: ["spec", "template", "spec"],
  CronJob: ["spec", "jobTemplate", "spec", "template", "spec"],
};

/** The pod spec of an object; an empty one where there is none. */
export function specAt(object: Fields, path: Path): Fields {
  let at: Fields | undefined = object;
  for (const step of path) at = fieldsAt(at, String(step));
  return at ?? {};
}

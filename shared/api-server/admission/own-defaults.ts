import { fieldsOfType } from "../types/api-types.ts";
import { type Fields, fieldsAt, has } from "../types/fields.ts";
import { defaultFields } from "./spec-defaults.ts";

/** The kinds whose own spec says how their pods are created and replaced. */
export type OwnerKind = (typeof ownerKinds)[number];

const ownerKinds = ["Deployment", "StatefulSet", "DaemonSet", "Job"] as const;

export function isOwner(kind: string): kind is OwnerKind {
  return ownerKinds.some((each) => each === kind);
}

const backoffLimitDefault = 6;

/** Gives a decoded spec of such a kind its defaults, in place, and its pod template those that depend on nothing else. */
// Models pkg/apis/apps/v1/defaults.go, pkg/apis/batch/v1/defaults.go (v1.37.1)
export function defaultOwnSpec(kind: OwnerKind, spec: Fields): void {
  if (kind === "Job") defaultJob(spec);
  else openFields(spec, kind === "Deployment" ? "strategy" : "updateStrategy");
  defaultFields(fieldsOfType, `${kind}Spec`, spec);
  if (kind === "Deployment")
    defaultRollingUpdate(fieldsAt(spec, "strategy"), { maxUnavailable: "25%", maxSurge: "25%" });
  if (kind === "DaemonSet") defaultRollingUpdate(fieldsAt(spec, "updateStrategy"), { maxUnavailable: 1, maxSurge: 0 });
}

// Models pkg/apis/batch/v1/defaults.go SetDefaults_Job (v1.37.1)
function defaultJob(spec: Fields): void {
  if (!has(spec, "completions") && !has(spec, "parallelism")) spec["completions"] = 1;
  setAbsent(spec, "backoffLimit", has(spec, "backoffLimitPerIndex") ? 2 ** 31 - 1 : backoffLimitDefault);
}

function defaultRollingUpdate(strategy: Fields | undefined, defaults: Fields): void {
  if (strategy?.["type"] !== "RollingUpdate") return;
  const update = openFields(strategy, "rollingUpdate");
  for (const [name, value] of Object.entries(defaults)) setAbsent(update, name, value);
}

/** The object under a name; an empty one is put there if there is none. */
export function openFields(owner: Fields, name: string): Fields {
  const there = fieldsAt(owner, name);
  if (there !== undefined) return there;
  const made: Fields = {};
  owner[name] = made;
  return made;
}

export function setAbsent(owner: Fields, name: string, value: unknown): void {
  if (!has(owner, name)) owner[name] = value;
}

import * as z from "zod/mini";
import { matches } from "../../shared/api-server/names/selectors.ts";
import { fieldsAt } from "../../shared/api-server/types/fields.ts";
import { memo } from "../../shared/basics/once.ts";
import type { Path } from "../../shared/basics/path.ts";
import type { BudgetSpec, ServiceSpec } from "../../shared/controllers/objects/model.ts";
import { readIntOrPercent } from "../../shared/controllers/objects/percent.ts";
import type { Component } from "../../shared/kubernetes/node.ts";
import type { LocatedPod, ManifestDocument } from "../manifest/text/model.ts";

// Objects that select pods or scale workloads: Services, budgets, and autoscalers.

export const labels = z.record(z.string(), z.string());

const objectSchema = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.optional(z.string()) }),
  spec: z.record(z.string(), z.unknown()),
});
const listSchema = z.object({ items: z.array(z.unknown()) });
/** KEDA takes a target without a kind for a Deployment. */
const target = z.object({ kind: z._default(z.string(), "Deployment"), name: z.string() });

export type SelectingObject = z.infer<typeof objectSchema>;

type Index = ReadonlyMap<string, readonly { readonly object: SelectingObject; readonly place: number }[]>;

/** Those that can be about a pod, in their order: thousands of workloads with a Service each are looked at once, not once for each pod. */
export function mayConcern(
  objects: readonly SelectingObject[],
  { kind, name }: LocatedPod,
  wanted: PodLabels,
): readonly SelectingObject[] {
  const index = indexOf(objects);
  const keys = [anyPod, ownerKey(kind, name), ...Object.entries(wanted).map(labelKey)];
  const found = keys.flatMap((key) => index.get(key) ?? []);
  return found.sort((one, other) => one.place - other.place).map(({ object }) => object);
}

const indexOf = memo((objects: readonly SelectingObject[]): Index => {
  const index = new Map<string, { object: SelectingObject; place: number }[]>();
  for (const [place, object] of objects.entries()) {
    const key = keyOf(object);
    const entries = index.get(key) ?? [];
    entries.push({ object, place });
    index.set(key, entries);
  }
  return index;
});

const anyPod = "";

/** Whether one of them needs no label. */
export function selectsAnyPod(objects: readonly SelectingObject[]): boolean {
  return (indexOf(objects).get(anyPod) ?? []).some(({ object }) => !isAutoscaler(object));
}

/** What a pod must have for the object to be about it. */
function keyOf(object: SelectingObject): string {
  const { spec } = object;
  if (isAutoscaler(object)) {
    const { data } = target.safeParse(spec["scaleTargetRef"]);
    return data === undefined ? anyPod : ownerKey(data.kind, data.name);
  }
  return labelOf(object) ?? anyPod;
}

/** The first label that a pod must have, and its value. Undefined if the object is not about labels alone. */
export const labelOf = memo((object: SelectingObject): string | undefined => {
  const selector =
    object.kind === "Service" ? object.spec["selector"] : fieldsAt(fieldsAt(object.spec, "selector"), "matchLabels");
  const first = Object.entries(labels.safeParse(selector).data ?? {})[0];
  return first && labelKey(first);
});

function ownerKey(kind: string, name: string): string {
  return `owner ${kind} ${name}`;
}

export function labelKey([key, value]: readonly [string, string]): string {
  return `label ${key} ${value}`;
}

const autoscalerKinds = ["HorizontalPodAutoscaler", "ScaledObject"];
const selectingKinds = ["Service", "PodDisruptionBudget", ...autoscalerKinds];

export function isAutoscaler({ kind }: Pick<SelectingObject, "kind">): boolean {
  return autoscalerKinds.includes(kind);
}

/** The lists by their first object. */
const lists = new WeakMap<SelectingObject, readonly SelectingObject[]>();

/** What selects pods in all of the documents: the same list for the same objects, so that lists can be compared. */
export const selectingObjects = memo((documents: readonly ManifestDocument[]) =>
  sameList(documents.flatMap((each) => objectsOf(each))),
);

function sameList(objects: readonly SelectingObject[]): readonly SelectingObject[] {
  const [first] = objects;
  if (first === undefined) return nothingSelects;
  const before = lists.get(first);
  if (before?.length === objects.length && before.every((object, index) => object === objects[index])) return before;
  lists.set(first, objects);
  return objects;
}

const nothingSelects: readonly SelectingObject[] = [];

/** Trees of documents that hold no pod are made when somebody asks. Each pod of a file asks all of its documents. */
export const objectsOf = memo((document: ManifestDocument): readonly SelectingObject[] => {
  if (!selectingKinds.some((kind) => document.text.includes(kind))) return [];
  const objects = placedObjects(document).map(({ object }) => object);
  return objects.filter(({ kind }) => selectingKinds.includes(kind));
});

export interface PlacedBudget {
  readonly name: string;
  readonly path: Path;
}

/** The PodDisruptionBudgets of a document: itself, or items of its list. */
export const budgetsIn = memo((document: ManifestDocument): readonly PlacedBudget[] => {
  if (!document.text.includes("PodDisruptionBudget")) return [];
  const budgets = placedObjects(document).filter(({ object }) => object.kind === "PodDisruptionBudget");
  return budgets.map(({ object, path }) => ({ name: object.metadata.name, path }));
});

function placedObjects(
  document: ManifestDocument,
): readonly { readonly object: SelectingObject; readonly path: Path }[] {
  const value = document.value();
  const items = listSchema.safeParse(value).data?.items;
  const placed =
    items === undefined ? [{ item: value, path: [] }] : items.map((item, index) => ({ item, path: ["items", index] }));
  return placed.flatMap(({ item, path }) => {
    const { data } = objectSchema.safeParse(item);
    return data === undefined ? [] : [{ object: data, path }];
  });
}

type PodLabels = Readonly<Record<string, string>>;

/** What the object is to a pod with such labels. Undefined if it does not select it. */
export function selectedBy(
  object: SelectingObject,
  wanted: PodLabels,
  apiServer: Component,
): ServiceSpec | BudgetSpec | undefined {
  const { kind, metadata, spec } = object;
  if (kind === "PodDisruptionBudget") return budgetOf(object, wanted, apiServer);
  if (kind !== "Service" || !selects(labels.safeParse(spec["selector"]).data, wanted)) return undefined;
  return { name: metadata.name, publishNotReadyAddresses: spec["publishNotReadyAddresses"] === true };
}

function budgetOf(
  { metadata: { name }, spec }: SelectingObject,
  wanted: PodLabels,
  apiServer: Component,
): BudgetSpec | undefined {
  if (matches(fieldsAt(spec, "selector"), new Map(Object.entries(wanted)), apiServer) !== true) return undefined;
  const minAvailable = readIntOrPercent(spec["minAvailable"]);
  const maxUnavailable = readIntOrPercent(spec["maxUnavailable"]);
  const policy = spec["unhealthyPodEvictionPolicy"] === "AlwaysAllow" ? "AlwaysAllow" : "IfHealthyBudget";
  return { name, minAvailable, maxUnavailable, unhealthyPodEvictionPolicy: policy };
}

export function leastOf({ kind: autoscaler, spec }: SelectingObject, { kind, name }: LocatedPod): readonly number[] {
  const { data } = target.safeParse(spec["scaleTargetRef"]);
  const field = autoscaler === "ScaledObject" ? "minReplicaCount" : "minReplicas";
  // Without load, KEDA may leave no pod at all: with load, there is one.
  const least = z.number().safeParse(spec[field] || 1).data;
  return data?.kind === kind && data.name === name && least !== undefined ? [least] : [];
}

/** The selector of a Service is a map of labels. */
function selects(selector: PodLabels | undefined, wanted: PodLabels): boolean {
  const entries = Object.entries(selector ?? {});
  return entries.length > 0 && entries.every(([key, value]) => wanted[key] === value);
}

import * as z from "zod/mini";
import { matches } from "../../shared/api-server/names/selectors.ts";
import { fieldsAt } from "../../shared/api-server/types/fields.ts";
import { memo, memoBounded } from "../../shared/basics/once.ts";
import type { Path } from "../../shared/basics/path.ts";
import type { BudgetSpec, ServiceSpec, WorkloadKind, WorkloadSpec } from "../../shared/controllers/objects/model.ts";
import { readIntOrPercent } from "../../shared/controllers/objects/percent.ts";
import { readWorkloadSpec } from "../../shared/controllers/objects/read-spec.ts";
import type { PlayableWorkload } from "../../shared/controllers/pods/play-workload.ts";
import { revisionsOf } from "../../shared/controllers/pods/revisions.ts";
import type { WorkloadForecast } from "../../shared/forecast/workload/model.ts";
import { tooManyPods } from "../../shared/forecast/workload/unplayed.ts";
import type { Component } from "../../shared/kubernetes/node.ts";
import type { LocatedPod, Manifest, ManifestDocument } from "../manifest/text/model.ts";
import { sharedWorkloadForecast } from "./shared-forecasts.ts";
import type { AnalyzedPod } from "./subject.ts";

/** A workload of a file, with what selects its pods in the same file. */
export interface AnalyzedWorkload {
  readonly pod: AnalyzedPod;
  readonly workload: PlayableWorkload;
  readonly forecast: WorkloadForecast;
  /** The least pods that an autoscaler of the file keeps; undefined if none decides how many there are. */
  readonly leastReplicas: number | undefined;
}

/** Nodes that the pods of a workload are assumed to be spread over, where nobody says how many there are. */
const assumedNodes: readonly string[] = ["node-1", "node-2", "node-3"];
/** A workload with more pods is not played: a forecast has to come soon. */
const playedPodsMax = 5000;

/** What may select the pods of a file: its own documents, and those beside it. */
export const applicationOf = memo(({ documents, beside = [] }: Manifest): readonly ManifestDocument[] => {
  const own = documents.map(({ document }) => document);
  return beside.length === 0 ? own : [...own, ...withoutVariants(own, beside)];
});

/** A folder may have an application several times, for several clusters: what a file has itself, or several others have, belongs to another one of them. */
function withoutVariants(
  own: readonly ManifestDocument[],
  beside: readonly ManifestDocument[],
): readonly ManifestDocument[] {
  const times = new Map(own.flatMap(identitiesOf).map((identity) => [identity, 1]));
  for (const identity of beside.flatMap(identitiesOf)) times.set(identity, (times.get(identity) ?? 0) + 1);
  return beside.filter((document) => {
    const identities = identitiesOf(document);
    return identities.length === 0 || identities.some((identity) => times.get(identity) === 1);
  });
}

/** Workloads, and what selects pods, by kind, namespace, and name. A patch changes an object and is none. */
const identitiesOf = memo((document: ManifestDocument): readonly string[] => {
  const workloads = document.pods
    .filter((pod) => workloadKindOf(pod) !== undefined)
    .map(({ kind, namespace, name }) => `${kind}/${namespace}/${name}`);
  const selecting = objectsOf(document)
    .filter(({ kind, spec }) => spec[isAutoscaler({ kind }) ? "scaleTargetRef" : "selector"] !== undefined)
    .map(({ kind, metadata: { namespace = "default", name } }) => `${kind}/${namespace}/${name}`);
  return [...workloads, ...selecting];
});

/** Whether other files can matter to what is said of this one: it has a workload with rollouts, or a budget for one, or a Pod that Services may select. */
export function isPartOfApplication({ documents }: Manifest): boolean {
  return documents.some(
    ({ document }) =>
      document.text.includes("PodDisruptionBudget") ||
      document.pods.some((pod) => workloadKindOf(pod) !== undefined || isProbedPod(document, pod)),
  );
}

/** Traffic matters to what is said of its readiness. */
function isProbedPod({ text }: ManifestDocument, { kind, partial }: LocatedPod): boolean {
  return kind === "Pod" && !partial && text.includes("readinessProbe");
}

/** Of one pod, for what may select it. */
const workloadsMax = 10;
const workloadsOf = memo((pod: AnalyzedPod) =>
  memoBounded(workloadsMax, (_: string, selectors: Selectors) => analyzeWorkload(pod, selectors)),
);
/** The last answer of each pod: most edits change nothing that selects pods, and a large file has thousands of them. */
const lastByPod = new WeakMap<AnalyzedPod, { objects: readonly ReadObject[]; found: AnalyzedWorkload | undefined }>();

/**
 * The workload that creates a pod. Undefined if none does that has rollouts, or something outside its application can change it, or it has more pods than are played.
 * `others`: the documents of its application, among which its Services and PodDisruptionBudgets are.
 */
export function workloadOf(pod: AnalyzedPod, others: readonly ManifestDocument[]): AnalyzedWorkload | undefined {
  const objects = selectingObjects(others);
  const last = lastByPod.get(pod);
  if (last?.objects === objects) return last.found;
  const found = workloadAmong(pod, objects);
  lastByPod.set(pod, { objects, found });
  return found;
}

function workloadAmong(pod: AnalyzedPod, objects: readonly ReadObject[]): AnalyzedWorkload | undefined {
  const selectors = selectorsOf(objects, pod);
  return workloadsOf(pod)(JSON.stringify(selectors), selectors);
}

/** Why a workload that has rollouts has no forecast, in a sentence; undefined if it has one, or no rollouts. */
export function whyUnplayed(pod: AnalyzedPod, others: readonly ManifestDocument[]): string | undefined {
  const spec = pod.pod && specOf(pod, selectorsOf(selectingObjects(others), pod));
  return spec === undefined || isPlayed(spec) || spec.kind === "DaemonSet" || !(spec.replicas > 0)
    ? undefined
    : tooManyPods(spec.replicas, playedPodsMax);
}

/** Why `workloads` of a forecast has no numbers about the rollouts of an object with pods, in a sentence; undefined if it has them, or the object has no pods but its own. */
export function whyWithoutRollout(pod: AnalyzedPod, others: readonly ManifestDocument[]): string | undefined {
  const { kind, apiVersion, partial } = pod.located;
  if (runsOnce.has(kind)) return undefined;
  if (workloadKindOf(pod.located) !== undefined) return whyUnplayed(pod, others);
  // A patch is no object.
  return !partial || isCustom(apiVersion)
    ? "Rollouts are predicted for Deployments, StatefulSets, and DaemonSets of apps/v1."
    : undefined;
}

const runsOnce: ReadonlySet<string> = new Set(["", "Pod", "PodTemplate", "Job", "CronJob"]);

/** Of a group that Kubernetes does not have. */
function isCustom(apiVersion: string): boolean {
  const group = apiVersion.split("/")[0] ?? "";
  return group.includes(".") && !group.endsWith(".k8s.io");
}

/** Pods that a workload wants, as it is written; undefined if it does not say so. */
export function writtenReplicas(pod: AnalyzedPod, others: readonly ManifestDocument[]): number | undefined {
  const spec = specOf(pod, selectorsOf(selectingObjects(others), pod));
  if (spec !== undefined) return spec.kind === "DaemonSet" ? assumedNodes.length : spec.replicas;
  return replicasSchema.safeParse(pod.located.owner).data?.spec.replicas;
}

const replicasSchema = z.object({ spec: z.object({ replicas: z.int() }) });

function specOf({ located, settings }: AnalyzedPod, { replicas }: Selectors): WorkloadSpec | undefined {
  const kind = workloadKindOf(located);
  const written = ownerSchema.safeParse(located.owner).data?.spec;
  const { apiServer } = settings.assumptions;
  return kind && readWorkloadSpec(kind, { ...(replicas !== undefined && { replicas }), ...written }, apiServer);
}

function isPlayed(spec: WorkloadSpec): boolean {
  return spec.kind === "DaemonSet" || (spec.replicas >= 0 && spec.replicas <= playedPodsMax);
}

function analyzeWorkload(pod: AnalyzedPod, selectors: Selectors): AnalyzedWorkload | undefined {
  const { located, settings } = pod;
  const { services, budgets, replicas } = selectors;
  const spec = specOf(pod, selectors);
  if (pod.pod === undefined || spec === undefined || !isPlayed(spec)) return undefined;
  const about = { name: located.name, spec, pod: pod.pod, ...revisionsOf(pod.scenario.scenario) };
  const workload: PlayableWorkload = {
    ...about,
    nodes: assumedNodes,
    services,
    budgets,
    trafficDelayMs: settings.trafficDelayMs,
  };
  return {
    pod,
    workload,
    forecast: sharedWorkloadForecast(workload, settings.assumptions),
    leastReplicas: replicas,
  };
}

/** A patch is not what the API server gets. */
export function workloadKindOf({ kind, apiVersion, partial }: LocatedPod): WorkloadKind | undefined {
  if (partial || apiVersion !== "apps/v1") return undefined;
  return kind === "Deployment" || kind === "StatefulSet" || kind === "DaemonSet" ? kind : undefined;
}

/** What in the same file is about the pods of a workload. */
interface Selectors {
  readonly services: readonly ServiceSpec[];
  readonly budgets: readonly BudgetSpec[];
  /** The least that a HorizontalPodAutoscaler keeps, or a ScaledObject of KEDA, which makes one. */
  readonly replicas: number | undefined;
}

const labels = z.record(z.string(), z.string());
const template = z.looseObject({ metadata: z.optional(z.looseObject({ labels: z.optional(labels) })) });
const ownerSchema = z.looseObject({ spec: z.optional(z.looseObject({ template: z.optional(template) })) });
const objectSchema = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.optional(z.string()) }),
  spec: z.record(z.string(), z.unknown()),
});
const listSchema = z.object({ items: z.array(z.unknown()) });
/** KEDA takes a target without a kind for a Deployment. */
const target = z.object({ kind: z._default(z.string(), "Deployment"), name: z.string() });

/** Of two objects of one name, the first one counts: files beside it come last. */
function firstOfName<Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] {
  return all.filter(({ name }, index) => all.findIndex((each) => each.name === name) === index);
}

function selectorsOf(all: readonly ReadObject[], { located, settings }: AnalyzedPod): Selectors {
  const { apiServer } = settings.assumptions;
  const wanted = ownerSchema.safeParse(located.owner).data?.spec?.template?.metadata?.labels ?? {};
  const objects = mayConcern(all, located, wanted).filter(
    ({ metadata: { namespace = located.namespace } }) => namespace === located.namespace,
  );
  return {
    services: firstOfName(
      objects.flatMap(({ kind, metadata: { name }, spec }) =>
        kind === "Service" && selects(labels.safeParse(spec["selector"]).data, wanted)
          ? [{ name, publishNotReadyAddresses: spec["publishNotReadyAddresses"] === true }]
          : [],
      ),
    ),
    budgets: firstOfName(
      objects.flatMap((object) => (object.kind === "PodDisruptionBudget" ? budgetOf(object, wanted, apiServer) : [])),
    ),
    replicas: objects.flatMap((object) => (isAutoscaler(object) ? leastOf(object, located) : []))[0],
  };
}

type ReadObject = z.infer<typeof objectSchema>;

type Index = ReadonlyMap<string, readonly { readonly object: ReadObject; readonly place: number }[]>;

/** Those that can be about a pod, in their order: thousands of workloads with a Service each are looked at once, not once for each pod. */
function mayConcern(objects: readonly ReadObject[], { kind, name }: LocatedPod, wanted: Labels): readonly ReadObject[] {
  const index = indexOf(objects);
  const keys = [anyPod, ownerKey(kind, name), ...Object.entries(wanted).map(labelKey)];
  const found = keys.flatMap((key) => index.get(key) ?? []);
  return found.sort((one, other) => one.place - other.place).map(({ object }) => object);
}

const indexOf = memo((objects: readonly ReadObject[]): Index => {
  const index = new Map<string, { object: ReadObject; place: number }[]>();
  for (const [place, object] of objects.entries()) {
    const key = keyOf(object);
    const entries = index.get(key) ?? [];
    entries.push({ object, place });
    index.set(key, entries);
  }
  return index;
});

const anyPod = "";

/** What a pod must have for the object to be about it. */
function keyOf({ kind, spec }: ReadObject): string {
  if (isAutoscaler({ kind })) {
    const { data } = target.safeParse(spec["scaleTargetRef"]);
    return data === undefined ? anyPod : ownerKey(data.kind, data.name);
  }
  const selector = kind === "Service" ? spec["selector"] : fieldsAt(fieldsAt(spec, "selector"), "matchLabels");
  const first = Object.entries(labels.safeParse(selector).data ?? {})[0];
  return first === undefined ? anyPod : labelKey(first);
}

function ownerKey(kind: string, name: string): string {
  return `owner ${kind} ${name}`;
}

function labelKey([key, value]: readonly [string, string]): string {
  return `label ${key} ${value}`;
}

const autoscalerKinds = ["HorizontalPodAutoscaler", "ScaledObject"];
const selectingKinds = ["Service", "PodDisruptionBudget", ...autoscalerKinds];

function isAutoscaler({ kind }: Pick<ReadObject, "kind">): boolean {
  return autoscalerKinds.includes(kind);
}

/** The lists by their first object. */
const lists = new WeakMap<ReadObject, readonly ReadObject[]>();

/** What selects pods in all of the documents: the same list for the same objects, so that lists can be compared. */
const selectingObjects = memo((documents: readonly ManifestDocument[]) =>
  sameList(documents.flatMap((each) => objectsOf(each))),
);

function sameList(objects: readonly ReadObject[]): readonly ReadObject[] {
  const [first] = objects;
  if (first === undefined) return nothingSelects;
  const before = lists.get(first);
  if (before?.length === objects.length && before.every((object, index) => object === objects[index])) return before;
  lists.set(first, objects);
  return objects;
}

const nothingSelects: readonly ReadObject[] = [];

/** Trees of documents that hold no pod are made when somebody asks. Each pod of a file asks all of its documents. */
const objectsOf = memo((document: ManifestDocument): readonly ReadObject[] => {
  if (!selectingKinds.some((kind) => document.text.includes(kind))) return [];
  const objects = placedObjects(document).map(({ object }) => object);
  return objects.filter(({ kind }) => selectingKinds.includes(kind));
});

interface PlacedBudget {
  readonly name: string;
  readonly path: Path;
}

/** The PodDisruptionBudgets of a document: itself, or items of its list. */
export const budgetsIn = memo((document: ManifestDocument): readonly PlacedBudget[] => {
  if (!document.text.includes("PodDisruptionBudget")) return [];
  const budgets = placedObjects(document).filter(({ object }) => object.kind === "PodDisruptionBudget");
  return budgets.map(({ object, path }) => ({ name: object.metadata.name, path }));
});

function placedObjects(document: ManifestDocument): readonly { readonly object: ReadObject; readonly path: Path }[] {
  const value = document.value();
  const items = listSchema.safeParse(value).data?.items;
  const placed =
    items === undefined ? [{ item: value, path: [] }] : items.map((item, index) => ({ item, path: ["items", index] }));
  return placed.flatMap(({ item, path }) => {
    const { data } = objectSchema.safeParse(item);
    return data === undefined ? [] : [{ object: data, path }];
  });
}

type Labels = Readonly<Record<string, string>>;

function budgetOf(
  { metadata: { name }, spec }: ReadObject,
  wanted: Labels,
  apiServer: Component,
): readonly BudgetSpec[] {
  if (matches(fieldsAt(spec, "selector"), new Map(Object.entries(wanted)), apiServer) !== true) return [];
  const minAvailable = readIntOrPercent(spec["minAvailable"]);
  const maxUnavailable = readIntOrPercent(spec["maxUnavailable"]);
  const policy = spec["unhealthyPodEvictionPolicy"] === "AlwaysAllow" ? "AlwaysAllow" : "IfHealthyBudget";
  return [{ name, minAvailable, maxUnavailable, unhealthyPodEvictionPolicy: policy }];
}

function leastOf({ kind: autoscaler, spec }: ReadObject, { kind, name }: LocatedPod): readonly number[] {
  const { data } = target.safeParse(spec["scaleTargetRef"]);
  const field = autoscaler === "ScaledObject" ? "minReplicaCount" : "minReplicas";
  // Without load, KEDA may leave no pod at all: with load, there is one.
  const least = z.number().safeParse(spec[field] || 1).data;
  return data?.kind === kind && data.name === name && least !== undefined ? [least] : [];
}

/** The selector of a Service is a map of labels. */
function selects(selector: Labels | undefined, wanted: Labels): boolean {
  const entries = Object.entries(selector ?? {});
  return entries.length > 0 && entries.every(([key, value]) => wanted[key] === value);
}

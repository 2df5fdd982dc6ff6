import * as z from "zod/mini";
import { memoBounded } from "../../shared/basics/memo-bounded.ts";
import { memo } from "../../shared/basics/once.ts";
import { isDeepEqual } from "../../shared/basics/values.ts";
import type {
  BudgetSpec,
  ExclusiveVolume,
  OtherPods,
  ServiceSpec,
  WorkloadSpec,
} from "../../shared/controllers/objects/model.ts";
import { readWorkloadSpec } from "../../shared/controllers/objects/read-spec.ts";
import type { HookBefore, PlayableWorkload, WaveBefore } from "../../shared/controllers/pods/play-workload.ts";
import { revisionsOf } from "../../shared/controllers/pods/revisions.ts";
import type { WorkloadForecast } from "../../shared/forecast/workload/model.ts";
import { tooManyPods } from "../../shared/forecast/workload/unplayed.ts";
import { isEmptyScenario } from "../../shared/scenario/script.ts";
import type { LocatedPod, Manifest, ManifestDocument } from "../manifest/text/model.ts";
import { analyzeDocument } from "./analysis.ts";
import { hooksBefore } from "./hooks-before.ts";
import { cronJobSpecOf } from "./met-start.ts";
import { identityOf, noPeers, type Peers, peersOf } from "./peers.ts";
import {
  isAutoscaler,
  labelOf,
  labels,
  leastOf,
  mayConcern,
  objectsOf,
  type SelectingObject,
  selectedBy,
  selectingObjects,
} from "./selecting-objects.ts";
import { sharedWorkloadForecast } from "./shared-forecasts.ts";
import type { AnalyzedPod } from "./subject.ts";
import { wavesBefore } from "./sync-waves.ts";
import { exclusiveVolumeOf } from "./volumes.ts";
import { waiterOf } from "./waited-job.ts";
import { workloadKindOf } from "./workload-kind.ts";

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
interface LastAnswer {
  readonly objects: readonly SelectingObject[];
  readonly peers: Peers;
  readonly volume: ExclusiveVolume | undefined;
  readonly hooks: readonly HookBefore[];
  readonly found: AnalyzedWorkload | undefined;
}

/** The last answer of each pod: most edits change nothing that selects pods, and a large file has thousands of them. */
const lastByPod = new WeakMap<AnalyzedPod, LastAnswer>();

/**
 * The workload that creates a pod. Undefined if none does that has rollouts, or something outside its application can change it, or it has more pods than are played.
 * `others`: the documents of its application, among which its Services and PodDisruptionBudgets are.
 */
export function workloadOf(pod: AnalyzedPod, others: readonly ManifestDocument[]): AnalyzedWorkload | undefined {
  const found = workloadAlone(pod, others);
  if (found === undefined) return undefined;
  const waves = wavesBefore(pod, others, (each) => workloadAlone(each, others)?.forecast);
  return waves.length === 0 ? found : afterWaves(found)(JSON.stringify(waves), waves);
}

/** What comes before a workload changes nothing of its own forecast. */
const afterWaves = memo((found: AnalyzedWorkload) =>
  memoBounded(
    1,
    (_: string, wavesBefore: readonly WaveBefore[]): AnalyzedWorkload => ({
      ...found,
      workload: { ...found.workload, wavesBefore },
    }),
  ),
);

function workloadAlone(pod: AnalyzedPod, others: readonly ManifestDocument[]): AnalyzedWorkload | undefined {
  const objects = selectingObjects(others);
  const peers = peersOf(others);
  const last = lastByPod.get(pod);
  const volume = volumeOf(pod, others);
  const hooks = workloadKindOf(pod.located) === undefined ? [] : hooksBefore(pod.located, others, pod.settings);
  const isSame = last?.objects === objects && last.peers === peers && isSameVolume(last.volume, volume);
  if (isSame && isDeepEqual(last.hooks, hooks)) return last.found;
  const selectors = { ...selectorsOf(objects, pod, peers), volume, hooks };
  const { beside } = selectors;
  const key = JSON.stringify({ ...selectors, beside: beside.map((each) => identityOf(each.pod)) });
  const found = workloadsOf(pod)(key, selectors);
  lastByPod.set(pod, { objects, peers, volume, hooks, found });
  return found;
}

function volumeOf({ located }: AnalyzedPod, others: readonly ManifestDocument[]): ExclusiveVolume | undefined {
  const found = workloadKindOf(located) === undefined ? undefined : exclusiveVolumeOf(located, others);
  return found && { claim: found.claim, mode: found.mode };
}

function isSameVolume(one: ExclusiveVolume | undefined, other: ExclusiveVolume | undefined): boolean {
  return one?.claim === other?.claim && one?.mode === other?.mode;
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

/** Of a workload that is written to have no pods, or to start no Jobs: what is to be said before anything about one. */
export function emptyWords({ located }: AnalyzedPod): string | undefined {
  if (located.partial) return undefined;
  if (replicasSchema.safeParse(located.owner).data?.spec.replicas === 0)
    return "Runs no pods: replicas is 0. With pods:";
  return cronJobSpecOf(located)?.suspend === true ? "Starts no Jobs: suspend is true. When resumed:" : undefined;
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
  const { services, budgets, replicas, beside, volume, hooks = [] } = selectors;
  const spec = specOf(pod, selectors);
  if (pod.pod === undefined || spec === undefined || !isPlayed(spec)) return undefined;
  const about = { name: located.name, spec, pod: pod.pod, ...revisionsOf(pod.scenario.scenario) };
  const workload: PlayableWorkload = {
    ...about,
    nodes: assumedNodes,
    services,
    budgets,
    trafficDelayMs: settings.trafficDelayMs,
    waiter: waiterOf(located, settings),
    ...(volume !== undefined && { volume }),
    ...(hooks.length > 0 && { hooksBefore: hooks }),
    ...(beside.length > 0 && { beside: beside.flatMap((each) => playableOf(each) ?? []) }),
  };
  return {
    pod,
    workload,
    forecast: sharedWorkloadForecast(workload, settings.assumptions),
    leastReplicas: replicas,
  };
}

/** What in the same file is about the pods of a workload. */
interface Selectors {
  readonly services: readonly ServiceSpec[];
  readonly budgets: readonly BudgetSpec[];
  /** The least that a HorizontalPodAutoscaler keeps, or a ScaledObject of KEDA, which makes one. */
  readonly replicas: number | undefined;
  /** Other workloads that share one of them. */
  readonly beside: readonly BesideWorkload[];
  /** Of the claims of the application. */
  readonly volume?: ExclusiveVolume | undefined;
  /** Of the application. */
  readonly hooks?: readonly HookBefore[];
}

/** A workload with what selects its pods, its own ones alone. */
interface BesideWorkload {
  readonly pod: AnalyzedPod;
  readonly selectors: Selectors;
}

const template = z.looseObject({ metadata: z.optional(z.looseObject({ labels: z.optional(labels) })) });
const ownerSchema = z.looseObject({ spec: z.optional(z.looseObject({ template: z.optional(template) })) });
/** Of two objects of one name, the first one counts: files beside it come last. */
function firstOfName<Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] {
  return all.filter(({ name }, index) => all.findIndex((each) => each.name === name) === index);
}

function selectorsOf(all: readonly SelectingObject[], pod: AnalyzedPod, peers: Peers = noPeers): Selectors {
  const { located, settings } = pod;
  const { apiServer } = settings.assumptions;
  const wanted = ownerSchema.safeParse(located.owner).data?.spec?.template?.metadata?.labels ?? {};
  const objects = mayConcern(all, located, wanted).filter(
    ({ metadata: { namespace = located.namespace } }) => namespace === located.namespace,
  );
  const autoscalers = objects.filter(isAutoscaler);
  const selecting = autoscalers.length === 0 ? objects : objects.filter((object) => !isAutoscaler(object));
  const besides = new Set<AnalyzedPod>();
  const found = selecting.flatMap((object) => {
    const spec = selectedBy(object, wanted, apiServer);
    if (spec === undefined) return [];
    const shared = othersOf(object, pod, peers);
    if (shared.length === 0) return spec;
    for (const { pod: other } of shared) besides.add(other);
    return { ...spec, others: shared.map((each) => otherPods(each, all)) };
  });
  return {
    services: firstOfName(found.flatMap((each) => ("minAvailable" in each ? [] : each))),
    budgets: firstOfName(found.flatMap((each) => ("minAvailable" in each ? each : []))),
    beside: [...besides].map((other) => ({ pod: other, selectors: selectorsOf(all, other) })),
    replicas: autoscalers.flatMap((object) => leastOf(object, located))[0],
  };
}

interface SharedPod {
  readonly pod: AnalyzedPod;
  readonly healthy: boolean;
}

/** Other pods that the object selects, too. */
function othersOf(object: SelectingObject, pod: AnalyzedPod, { all, byLabel }: Peers): readonly SharedPod[] {
  const label = labelOf(object);
  const candidates = label === undefined ? all : (byLabel.get(label) ?? []);
  // Nearly all objects are about one workload.
  if (candidates.length < 2) return [];
  const { located, settings } = pod;
  const { apiServer } = settings.assumptions;
  return candidates.flatMap((peer) => {
    const { kind, name, namespace } = peer.located;
    const isOther = namespace === located.namespace && !(kind === located.kind && name === located.name);
    if (!isOther || selectedBy(object, peer.labels, apiServer) === undefined) return [];
    const other = analyzeDocument(peer.document, settings).pods.find((each) => each.located === peer.located);
    return other === undefined ? [] : [{ pod: other, healthy: isHealthy(other) }];
  });
}

const unhealthy: ReadonlySet<string> = new Set(["crash-loop", "never-ready", "ends", "fails", "rejected"]);

/** Where nobody says otherwise, pods of another workload are ready. */
function isHealthy(pod: AnalyzedPod): boolean {
  if (pod.pod === undefined || isEmptyScenario(pod.scenario.scenario)) return true;
  return !unhealthy.has(pod.forecast()?.answer.outlook ?? "");
}

function otherPods({ pod, healthy }: SharedPod, objects: readonly SelectingObject[]): OtherPods {
  const { kind, name, owner } = pod.located;
  const workload = kind === "" ? name : `${kind}/${name}`;
  const autoscaled = objects.flatMap((object) => (isAutoscaler(object) ? leastOf(object, pod.located) : []))[0];
  const written = replicasSchema.safeParse(owner).data?.spec.replicas ?? autoscaled ?? 1;
  const pods = kind === "DaemonSet" ? assumedNodes.length : kind === "Pod" ? 1 : written;
  // A pod without a controller is healthy and not expected. Models pkg/controller/disruption/disruption.go getExpectedScale (v1.37.1)
  const scale = kind === "DaemonSet" ? undefined : kind === "Pod" ? 0 : pods;
  return { workload, pods, healthy: healthy ? pods : 0, scale };
}

/** A workload beside another one. Undefined if it has no rollouts that are played. */
function playableOf({ pod, selectors }: BesideWorkload): PlayableWorkload | undefined {
  return analyzeWorkload(pod, selectors)?.workload;
}

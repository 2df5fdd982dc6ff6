import * as z from "zod";
import { admitOwnSpec } from "../../../shared/api-server/admission/own-spec.ts";
import { type Random, randomFrom } from "../../oracle/random.ts";
import { type RecordedEntry, type Recording, readRecordings } from "../workloads/recording.ts";

/** An object as the API shows it, and the ready pods of the newest ReplicaSet of a Deployment. */
export interface AskedObject {
  readonly object: Record<string, unknown>;
  readonly ready?: number;
}

const files = ["own-1", "own-2", "own-3", "take-1", "take-2"] as const;
const drawnObjects = 6000;

/** Each status of the recordings, before and after the controller has seen the last change, and drawn ones that no controller writes. */
export function askedObjects(): readonly AskedObject[] {
  const recorded = files.flatMap((name) => readRecordings(name).flatMap(objectsOf));
  const random = randomFrom(38);
  const drawn = Array.from({ length: drawnObjects }, () => drawnObject(random));
  return [...new Map([...recorded, ...drawn].map((asked) => [JSON.stringify(asked), asked])).values()];
}

const kinds = { deployment: "Deployment", statefulSet: "StatefulSet", daemonSet: "DaemonSet" } as const;

function objectsOf({ objects, entries }: Recording): readonly AskedObject[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== "deployment" && entry.kind !== "statefulSet" && entry.kind !== "daemonSet") return [];
    const kind = kinds[entry.kind];
    const written = objects.find((one) => one.kind === kind);
    if (written === undefined) return [];
    const seen = entry.counts["observedGeneration"] ?? 0;
    const status = { ...entry.counts, ...revisions(entry.counts), conditions: conditionsOf(entry.conditions) };
    const ready = kind === "Deployment" ? { ready: readyAt(entries, entry.tMs) } : {};
    const spec = { ...written.spec, template, selector };
    return [Math.max(1, seen), seen + 1].map((generation) => ({
      object: objectWith({ kind, spec, status, generation }),
      ...ready,
    }));
  });
}

/** Recordings have no revisions: they differ until each pod is updated. */
function revisions({ replicas = 0, updatedReplicas = 0 }: Readonly<Record<string, number>>) {
  return { currentRevision: updatedReplicas < replicas ? "web-1" : "web-2", updateRevision: "web-2" };
}

function conditionsOf(conditions: Readonly<Record<string, string>>) {
  return Object.entries(conditions).map(([type, text]) => {
    const [status, reason] = text.split(":");
    return { type, status, reason };
  });
}

/** Ready pods of the owner that was seen last. */
function readyAt(entries: readonly RecordedEntry[], untilMs: number): number {
  const pods = new Map<string, { owner: string; ready: boolean }>();
  let newest = "";
  for (const entry of entries) {
    if (entry.kind !== "pod" || entry.tMs > untilMs) continue;
    if (!pods.has(entry.name)) newest = entry.owner;
    pods.set(entry.name, { owner: entry.owner, ready: entry.ready && !entry.deleting && !entry.gone });
  }
  return [...pods.values()].filter(({ owner, ready }) => ready && owner === newest).length;
}

const labels = { app: "web" };
const selector = { matchLabels: labels };
const template = { metadata: { labels }, spec: { containers: [{ name: "app", image: "app" }] } };

/** Models pkg/apis/apps/v1 SetDefaults_StatefulSet (v1.37.1), which sets no partition where `type: RollingUpdate` is all that is written. */
function setDefaults(kind: string, spec: Readonly<Record<string, unknown>>): object {
  const strategy = updateStrategy.parse(spec["updateStrategy"] ?? {});
  if (kind !== "StatefulSet" || (strategy.type ?? "RollingUpdate") !== "RollingUpdate") return {};
  if (strategy.type !== undefined && strategy.rollingUpdate === undefined) return {};
  return { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0, ...strategy.rollingUpdate } } };
}

const updateStrategy = z.object({ type: z.optional(z.string()), rollingUpdate: z.optional(z.looseObject({})) });

interface Parts {
  readonly kind: "Deployment" | "StatefulSet" | "DaemonSet";
  readonly spec: object;
  readonly status: object;
  readonly generation: number;
}

function objectWith({ kind, spec, status, generation }: Parts): Record<string, unknown> {
  const metadata = { name: "web", namespace: "shop", uid: "1", generation };
  // As the API server stores it, with its defaults.
  const stored = admitOwnSpec(kind, spec, { kubernetes: "1.37", featureGates: {} }).spec;
  return { apiVersion: "apps/v1", kind, metadata, spec: { ...spec, ...stored, ...setDefaults(kind, stored) }, status };
}

const amounts: [number, ...(number | string)[]] = [0, 1, 2, 5, "1%", "25%", "50%", "100%"];

function drawnObject(random: Random): AskedObject {
  const wanted = random.below(6);
  const count = (): number => (random.percent(60) ? wanted : random.below(8));
  const generation = 1 + random.below(2);
  const seen = random.percent(80) ? generation : random.below(generation);
  // The API leaves out a 0.
  const observed = seen === 0 ? {} : { observedGeneration: seen };
  const draw = { random, wanted, count };
  switch (random.below(3)) {
    case 0: {
      const { spec, status } = drawnDeployment(draw);
      const object = objectWith({ kind: "Deployment", spec, status: { ...observed, ...status }, generation });
      return random.percent(90) ? { object, ready: count() } : { object };
    }
    case 1: {
      const { spec, status } = drawnSet(draw);
      return { object: objectWith({ kind: "StatefulSet", spec, status: { ...observed, ...status }, generation }) };
    }
    default: {
      const { spec, status } = drawnDaemons(draw);
      return { object: objectWith({ kind: "DaemonSet", spec, status: { ...observed, ...status }, generation }) };
    }
  }
}

interface Draw {
  readonly random: Random;
  readonly wanted: number;
  readonly count: () => number;
}

function drawnDeployment({ random, wanted, count }: Draw) {
  const rollingUpdate = { maxSurge: random.pick<number | string>(amounts), maxUnavailable: random.pick(amounts) };
  const reasons = ["NewReplicaSetAvailable", "ReplicaSetUpdated", "ProgressDeadlineExceeded"] as const;
  const reason = random.pick(reasons);
  const progressing = { type: "Progressing", status: reason === "ProgressDeadlineExceeded" ? "False" : "True", reason };
  const available = { type: "Available", status: random.pick(["True", "True", "False"]), reason: "Minimum" };
  return {
    spec: {
      ...{ replicas: wanted, selector, template, paused: random.percent(10) },
      progressDeadlineSeconds: random.percent(20) ? 2_147_483_647 : 600,
      strategy: random.percent(20) ? { type: "Recreate" } : { type: "RollingUpdate", rollingUpdate },
    },
    status: {
      ...{ replicas: count(), updatedReplicas: count(), readyReplicas: count(), availableReplicas: count() },
      conditions: [progressing, available].filter(() => random.percent(90)),
    },
  };
}

function drawnSet({ random, wanted, count }: Draw) {
  const type = random.pick(["RollingUpdate", "RollingUpdate", "RollingUpdate", "OnDelete", "Recreate"]);
  const rollingUpdate = random.percent(20) ? undefined : { partition: random.percent(60) ? 0 : random.below(7) };
  return {
    spec: {
      ...{ replicas: wanted, selector, template, serviceName: "web" },
      updateStrategy: type === "RollingUpdate" && rollingUpdate !== undefined ? { type, rollingUpdate } : { type },
    },
    status: {
      ...{ replicas: count(), readyReplicas: count(), currentReplicas: count(), updatedReplicas: count() },
      ...{ currentRevision: random.pick(["web-1", "web-2"]), updateRevision: "web-2" },
    },
  };
}

function drawnDaemons({ random, wanted, count }: Draw) {
  const rollingUpdate = { maxSurge: 0, maxUnavailable: random.pick<number | string>(amounts) };
  return {
    spec: {
      ...{ selector, template },
      updateStrategy: random.percent(80) ? { type: "RollingUpdate", rollingUpdate } : { type: "OnDelete" },
    },
    status: {
      ...{ desiredNumberScheduled: wanted, currentNumberScheduled: count(), updatedNumberScheduled: count() },
      ...{ numberReady: count(), numberAvailable: count() },
    },
  };
}

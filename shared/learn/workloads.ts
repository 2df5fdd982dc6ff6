import type { LearningPod } from "./learning-pod.ts";

/** Pods of one workload and one revision of its template. */
export interface PodsOfWorkload {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly revision: string | undefined;
  /** Never empty. */
  readonly pods: readonly [LearningPod, ...LearningPod[]];
}

type Named = Omit<PodsOfWorkload, "pods">;

/** By workload, and by revision: a change of the template may change everything. The newest revision comes first. */
export function byWorkload(pods: readonly LearningPod[]): readonly PodsOfWorkload[] {
  const groups = new Map<string, { readonly named: Named; readonly pods: [LearningPod, ...LearningPod[]] }>();
  for (const pod of pods) {
    const named = workloadOf(pod);
    const { kind, name, namespace, revision } = named;
    const key = JSON.stringify([namespace, kind, name, revision ?? likenessOf(pod)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { named, pods: [pod] });
    else group.pods.push(pod);
  }
  return [...groups.values()]
    .map(({ named, pods: own }) => ({ ...named, pods: own }))
    .toSorted((one, other) => compare(keyOf(one), keyOf(other)) || newestOf(other) - newestOf(one));
}

function keyOf({ namespace, kind, name }: Named): string {
  return `${namespace} ${kind} ${name}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function newestOf({ pods }: PodsOfWorkload): number {
  return Math.max(0, ...pods.map(({ look }) => look.pod.createdAt?.nominalMs ?? look.pod.startedAt?.nominalMs ?? 0));
}

/** The suffix of the Jobs of a CronJob: minutes since 1970. Models pkg/controller/cronjob/cronjob_controllerv2.go getJobName (v1.37.1) */
const scheduled = /-\d{8}$/;

function workloadOf({ look: { pod } }: LearningPod): Named {
  const { name, namespace, templateHash } = pod;
  const owner = pod.owners.find(({ isController }) => isController) ?? pod.owners[0];
  if (owner === undefined) return { kind: "Pod", name, namespace, revision: undefined };
  const ending = templateHash === undefined ? undefined : `-${templateHash}`;
  if (owner.kind === "ReplicaSet" && ending !== undefined && owner.name.endsWith(ending))
    return {
      ...{ kind: "Deployment", name: owner.name.slice(0, -ending.length), namespace },
      revision: templateHash,
    };
  if (owner.kind === "Job" && scheduled.test(owner.name))
    return { kind: "CronJob", name: owner.name.replace(scheduled, ""), namespace, revision: undefined };
  return { kind: owner.kind, name: owner.name, namespace, revision: undefined };
}

/** What pods of one revision have in common. Mounts differ by the name of their token. */
function likenessOf({ model: { pod } }: LearningPod): unknown {
  const { containers, initContainers, terminationGracePeriodSeconds } = pod;
  return [containers, initContainers, terminationGracePeriodSeconds];
}

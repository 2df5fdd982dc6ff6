import type { LabelSet, Prometheus, RangeOf } from "./prometheus.ts";
import { type LabelMatcher, ofNamespaces, oneOf, selectorText, withoutPods } from "./selectors.ts";
import type { FoundContainer, Survey } from "./survey.ts";
import { type BoundedWork, batchesOf } from "./work.ts";

/** Where a pod ran, and what it belongs to. */
export interface PodOrigin {
  readonly node: string;
  /** `v1.37.1`, as the node reports it; empty: not known. */
  readonly kubelet: string;
  /** `Deployment/web` */
  readonly workload: string;
}

export interface Places {
  placeOf(container: FoundContainer): PodOrigin;
  /** Nodes whose version changed in the range. */
  readonly upgraded: number;
}

interface Owner {
  readonly kind: string;
  readonly name: string;
}

const podsPerBatch = 200;

/** Nodes, versions and owners, from the index alone, so that pods that are gone have theirs, too. */
export async function findPlaces(
  prometheus: Prometheus,
  work: BoundedWork,
  { survey, range, matchers, containers }: PlaceQuestion,
): Promise<Places> {
  const { names } = survey;
  if (containers.length === 0)
    return { placeOf: ({ pod }) => ({ node: "", kubelet: "", workload: `Pod/${pod}` }), upgraded: 0 };
  const nodes = new Map<string, string>();
  const owners = new Map<string, Owner>();
  const pods = [...new Set(containers.map(({ pod }) => pod))];
  const podKey = (labels: LabelSet): string =>
    [labels["cluster"] ?? "", labels[names.namespace] ?? "", labels[names.pod] ?? "", labels["uid"] ?? ""].join("\n");
  await work.each(batchesOf(pods, podsPerBatch), async (batch) => {
    const own = [...matchers.filter(({ label }) => label !== names.container), oneOf(names.pod, batch)];
    const asked = await prometheus.series(
      [selectorText("kube_pod_info", own), selectorText("kube_pod_owner", own)],
      range,
    );
    if ("failure" in asked) return asked;
    for (const labels of asked.value) {
      if (labels["__name__"] === "kube_pod_info") {
        if ((labels["node"] ?? "") !== "") nodes.set(podKey(labels), labels["node"] ?? "");
      } else if (isOwned(labels)) owners.set(podKey(labels), ownerOf(labels));
    }
    return { value: undefined };
  });
  const above = await ownersAbove(prometheus, work, { survey, range, matchers, owners: [...owners.values()] });
  const versions = await nodeVersions(prometheus, work, range, matchers);
  const placeOf = ({ cluster, namespace, pod, uid }: FoundContainer): PodOrigin => {
    const key = [cluster, namespace, pod, uid].join("\n");
    const node = nodes.get(key) ?? "";
    const owner = owners.get(key);
    const top = owner && (above.get([cluster, namespace, owner.kind, owner.name].join("\n")) ?? owner);
    const workload = top === undefined ? `Pod/${pod}` : `${top.kind}/${top.name}`;
    return { node, kubelet: versions.byNode.get(`${cluster}\n${node}`) ?? "", workload };
  };
  return { placeOf, upgraded: versions.upgraded };
}

export interface PlaceQuestion {
  readonly survey: Survey;
  readonly range: RangeOf;
  readonly matchers: readonly LabelMatcher[];
  readonly containers: readonly FoundContainer[];
}

function isOwned(labels: LabelSet): boolean {
  return !["", "<none>"].includes(labels["owner_kind"] ?? "");
}

function ownerOf(labels: LabelSet): Owner {
  return { kind: labels["owner_kind"] ?? "", name: labels["owner_name"] ?? "" };
}

/** Kinds that are owned themselves, and how their owners are named. */
const between = {
  ReplicaSet: { metric: "kube_replicaset_owner", label: "replicaset" },
  Job: { metric: "kube_job_owner", label: "job_name" },
} as const;

async function ownersAbove(
  prometheus: Prometheus,
  work: BoundedWork,
  { survey, range, matchers, owners }: Omit<PlaceQuestion, "containers"> & { readonly owners: readonly Owner[] },
): Promise<ReadonlyMap<string, Owner>> {
  const above = new Map<string, Owner>();
  for (const [kind, { metric, label }] of Object.entries(between)) {
    if (!survey.metrics.has(metric)) continue;
    const named = [...new Set(owners.filter((owner) => owner.kind === kind).map(({ name }) => name))];
    await work.each(batchesOf(named, podsPerBatch), async (batch) => {
      const asked = await prometheus.series(
        [selectorText(metric, [...ofNamespaces(matchers), oneOf(label, batch)])],
        range,
      );
      if ("failure" in asked) return asked;
      for (const labels of asked.value) {
        const key = [labels["cluster"] ?? "", labels[survey.names.namespace] ?? "", kind, labels[label] ?? ""].join(
          "\n",
        );
        if (isOwned(labels)) above.set(key, ownerOf(labels));
      }
      return { value: undefined };
    });
  }
  return above;
}

interface Versions {
  /** The values by cluster and node. */
  readonly byNode: ReadonlyMap<string, string>;
  readonly upgraded: number;
}

async function nodeVersions(
  prometheus: Prometheus,
  work: BoundedWork,
  range: RangeOf,
  matchers: readonly LabelMatcher[],
): Promise<Versions> {
  const byNode = new Map<string, string>();
  const upgraded = new Set<string>();
  const selector = selectorText("kube_node_info", withoutPods(matchers));
  const see = (sets: readonly LabelSet[]): void => {
    for (const labels of sets) {
      const key = `${labels["cluster"] ?? ""}\n${labels["node"] ?? ""}`;
      const version = labels["kubelet_version"] ?? "";
      if (byNode.has(key) && byNode.get(key) !== version) upgraded.add(key);
      byNode.set(key, version);
    }
  };
  await work.each([[selector]], async () => {
    const all = await prometheus.series([selector], range);
    if ("failure" in all) return all;
    see(all.value);
    // Of two versions, that at the end counts.
    const last = await prometheus.instant(selector, range.untilMs);
    if ("failure" in last) return last;
    see(last.value.map(({ labels }) => labels));
    return { value: undefined };
  });
  return { byNode, upgraded: upgraded.size };
}

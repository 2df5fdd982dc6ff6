import type { ProbeType } from "../../../shared/kubernetes/pod.ts";
import { probeCounter } from "./metrics.ts";
import type { PlaceQuestion } from "./owners.ts";
import type { LabelSet, Prometheus } from "./prometheus.ts";
import { oneOf, selectorText } from "./selectors.ts";
import type { FoundContainer } from "./survey.ts";
import { type BoundedWork, batchesOf } from "./work.ts";

const podsPerBatch = 200;
const types: readonly ProbeType[] = ["startup", "readiness", "liveness"];

export type ProbesOf = (container: FoundContainer) => readonly ProbeType[] | undefined;

/** The probes of containers, from the index alone. Undefined where the store does not know them. */
export async function findProbes(
  prometheus: Prometheus,
  work: BoundedWork,
  { survey, range, matchers, containers }: PlaceQuestion,
): Promise<ProbesOf> {
  if (!survey.metrics.has(probeCounter)) return () => undefined;
  const found = new Map<string, Set<string>>();
  const pods = [...new Set(containers.map(({ pod }) => pod))];
  const missing = await work.each(batchesOf(pods, podsPerBatch), async (batch) => {
    // The target is a kubelet, which may be scraped with other labels than kube-state-metrics.
    const clusters = matchers.filter(({ label }) => label === "cluster");
    const selectors = ["pod", "exported_pod"].map((label) =>
      selectorText(probeCounter, [...clusters, oneOf(label, batch)]),
    );
    const asked = await prometheus.series(selectors, range);
    if ("failure" in asked) return asked;
    for (const labels of asked.value) {
      const key = keyIn(labels);
      found.set(key, (found.get(key) ?? new Set()).add((labels["probe_type"] ?? "").toLowerCase()));
    }
    return { value: undefined };
  });
  if (missing > 0) return () => undefined;
  return ({ cluster, namespace, pod, container }) => {
    const own = found.get([cluster, namespace, pod, container].join("\n"));
    return types.filter((type) => own?.has(type) === true);
  };
}

function keyIn(labels: LabelSet): string {
  const of = (name: string): string => labels[`exported_${name}`] ?? labels[name] ?? "";
  return [labels["cluster"] ?? "", of("namespace"), of("pod"), of("container")].join("\n");
}

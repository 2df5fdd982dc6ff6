import { capitalized } from "../../../shared/basics/capitalized.ts";
import { formatDuration } from "../../../shared/basics/durations.ts";
import type { Path } from "../../../shared/basics/path.ts";
import type { ClientLimit } from "../../../shared/forecast/node-load/model.ts";
import type { AnalyzedDocument, AnalyzedKubelet } from "../../analysis/subject.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { isWritten } from "../support/places.ts";

const periodPath: Path = ["crashLoopBackOff", "maxContainerRestartPeriod"];
const limitPaths: readonly Path[] = [["kubeAPIQPS"], ["eventRecordQPS"], ["registryPullQPS"]];

/**
 * Every restart costs status updates, events and image pulls.
 * With a short maximum back-off, or with low limits, a node full of crashing containers needs more of them than its kubelet may send (`kubeAPIQPS`, `eventRecordQPS`, `registryPullQPS`). Status updates of healthy pods are then late, and image pulls fail.
 * The rule simulates a node with as many pods as the file allows (`maxPods`), whose container exits immediately, and compares with the file's own limits. `load: {pods: "60 idle, 20 crashes after 5s"}` in the project file sets other pods.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * crashLoopBackOff:
 *   maxContainerRestartPeriod: 2s
 * ```
 *
 * ## How to fix
 *
 * Set a longer `maxContainerRestartPeriod`, or a higher limit.
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * crashLoopBackOff:
 *   maxContainerRestartPeriod: 60s
 * ```
 *
 * ## Source
 *
 * KEP-4603 and KEP-5593 on the load of crash loops; `pkg/kubelet/apis/config/v1beta1/defaults.go` for the limits.
 */
export const crashLoopExceedsApiBudget: DocumentRule = {
  id: "crash-loop-exceeds-api-budget",
  title: "Crash loops on this node need more requests than the kubelet may send",
  level: "warning",
  origin: "simulation",
  since: "1.32",
  checkDocument: (document) => document.kubelets.flatMap((kubelet) => check(document, kubelet)),
};

function check(
  { document }: AnalyzedDocument,
  { located, problems, forecast }: AnalyzedKubelet,
): readonly DocumentHit[] {
  if (problems.some(({ origin, path }) => origin === "kubelet" || path[0] === periodPath[0])) return [];
  const places: readonly Path[] = [periodPath, ...limitPaths];
  if (!places.some((path) => isWritten(document, [...located.prefix, ...path]))) return [];
  const { maximumMs, load, defaultLoad, pods } = forecast();
  const usual = new Set(defaultLoad.limits.filter(({ reached }) => reached).map(({ name }) => name));
  const reached = load.limits.filter((limit) => limit.reached);
  const what = pods === undefined ? `${load.pods} crashing pods` : `the pods of a node (${pods})`;
  const byMaximum = reached.filter(({ name }) => !usual.has(name));
  const periodPlace = [...located.prefix, ...periodPath];
  const hits: DocumentHit[] = [];
  if (byMaximum.length > 0 && isWritten(document, periodPlace)) {
    hits.push({
      path: periodPlace,
      on: "value",
      item: located.item,
      message: `With a maximum back-off of ${formatDuration(maximumMs)}, ${what} need ${needs(byMaximum)}. ${effects(byMaximum)} Set a longer maxContainerRestartPeriod.`,
    });
  }
  for (const limit of hits.length > 0 ? reached.filter(({ name }) => usual.has(name)) : reached) {
    const place = [...located.prefix, limit.name];
    if (!isWritten(document, place)) continue;
    const message = `${capitalized(what)} need ${needs([limit])}. ${effects([limit])} Set ${limit.name} to ${Math.ceil(limit.wantedPerSecond)} or more.`;
    hits.push({ path: place, on: "value", item: located.item, message });
  }
  return hits;
}

function needs(limits: readonly ClientLimit[]): string {
  return limits
    .map(
      ({ name, perSecond, wantedPerSecond }) =>
        `${Math.round(wantedPerSecond)} per second from ${name} (limit ${perSecond ?? ""})`,
    )
    .join(" and ");
}

const effectOf: Readonly<Record<ClientLimit["name"], string>> = {
  kubeAPIQPS: "status updates of healthy pods are late",
  eventRecordQPS: "events are late or dropped",
  registryPullQPS: "image pulls fail",
};

function effects(limits: readonly ClientLimit[]): string {
  return `${capitalized(limits.map(({ name }) => effectOf[name]).join(", and "))}.`;
}

import { counted } from "../../basics/counted.ts";
import { formatAtMost } from "../../basics/span-words.ts";
import type { ClientLimit, KubeletForecast, Load } from "./model.ts";
import { type Estimate, scaleEstimate } from "./sampling.ts";
import { requestsPerWrite } from "./status-writes.ts";

/** Requests to the API server for each restart, as KEP-4603 and KEP-5593 count them. */
export const kepRequestsPerRestart = 5;

/** A table of texts: what, and its number in each column. */
interface LoadTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** `110 pods in a crash loop`; with more than one node: `… on each of 100 nodes`. */
export function loadTitle({ pods, nodes, load }: KubeletForecast): string {
  const what = pods ?? `${counted(load.pods, "pod")} in a crash loop`;
  return nodes > 1 ? `${what}, on each of ${nodes} nodes` : what;
}

/** What the pods of one node cost a minute: in the first minutes, in the steady state, and there with the default curve. */
export function loadTable({ load, firstLoad, defaultLoad }: KubeletForecast): LoadTable {
  const row = (what: string, rate: (load: Load) => Estimate) => [
    what,
    ...[firstLoad, load, defaultLoad].map((each) => rateText(rate(each))),
  ];
  return {
    head: ["per minute", "first 5m", "steady state", "default back-off"],
    rows: [
      row("restarts", ({ perNode }) => perNode.restarts),
      row("status changes", ({ perNode }) => perNode.statusWrites),
      [
        "status writes, after merging and limits",
        ...[firstLoad, load, defaultLoad].map(({ writes }) => `${Math.round(writes.perMinute)}`),
      ],
      row("status writes at 5 per restart, as KEP-4603 counts", ({ perNode }) =>
        scaleEstimate(perNode.restarts, kepRequestsPerRestart),
      ),
      row("events recorded", ({ perNode }) => perNode.events),
      row("events sent", ({ perNode }) => perNode.eventsSent),
      row("image pulls, with imagePullPolicy Always", ({ perNode }) => perNode.imagePulls),
    ],
  };
}

/** The rows that a hover has room for. */
export function briefLoadTable(forecast: KubeletForecast): LoadTable {
  const { head, rows } = loadTable(forecast);
  return { head, rows: rows.filter(([what = ""]) => briefRows.some((each) => what.startsWith(each))) };
}

const briefRows = ["restarts", "status writes, after", "events sent"];

/** What the limits of the kubelet make of it, what a cluster gets, and what the node does not take: a sentence each. */
export function loadSentences(forecast: KubeletForecast): readonly string[] {
  const { load, firstLoad } = forecast;
  return [...briefLoadSentences(forecast), ...firstLoad.limits.flatMap((limit) => firstSentence(limit, load))];
}

/** The sentences without those about the first minutes. */
export function briefLoadSentences(forecast: KubeletForecast): readonly string[] {
  const { load, nodes, maxPods } = forecast;
  return [
    ...(load.pods > maxPods
      ? [
          `${counted(load.pods, "pod", "are")} more than this node takes (maxPods ${maxPods}); the kubelet rejects the others.`,
        ]
      : []),
    ...load.limits.filter(({ reached }) => reached).map(limitSentence),
    ...(nodes > 1 ? [clusterSentence(forecast)] : []),
  ];
}

/** Requests a second to the API server about the pods of one node: a read and a write of each status, and events. */
export function apiRequestsPerSecond({ perNode, writes, limits }: Load): number {
  const events = limits.find(({ name }) => name === "eventRecordQPS");
  const eventsPerSecond = Math.min(perNode.eventsSent.value / 60, events?.perSecond ?? Number.POSITIVE_INFINITY);
  return (writes.perMinute * requestsPerWrite) / 60 + eventsPerSecond;
}

const excessWords: Readonly<Record<ClientLimit["name"], readonly [what: string, then: string]>> = {
  kubeAPIQPS: ["requests to the API server (a read before each write)", "statuses are delayed, and writes are merged"],
  eventRecordQPS: ["events", "the others are delayed"],
  registryPullQPS: ["image pulls", "the others fail"],
};

function limitSentence({ name, perSecond, wantedPerSecond }: ClientLimit): string {
  const [what, then] = excessWords[name];
  return `${name} is the limit: ${rounded(wantedPerSecond)} ${what} per second are needed, the kubelet makes ${perSecond ?? ""}; ${then}.`;
}

/** Shorter waits matter to nobody. */
const waitMinMs = 1000;

/** Of the surge, where the steady state has not said it already. */
function firstSentence(
  { name, perSecond = 0, burst, longestWaitMs }: ClientLimit,
  { limits }: Load,
): readonly string[] {
  if (longestWaitMs < waitMinMs || limits.some((limit) => limit.name === name && limit.reached)) return [];
  const what = name === "kubeAPIQPS" ? "statuses" : "events";
  const late = formatAtMost(longestWaitMs);
  return [
    `If all pods are created together, ${what} are up to ${late} late at first (${name} ${perSecond}, burst ${burst}).`,
  ];
}

function clusterSentence({ nodes, load, firstLoad }: KubeletForecast): string {
  const perSecond = (each: Load) => rounded(apiRequestsPerSecond(each) * nodes);
  return `${nodes} nodes make ${perSecond(load)} requests per second to the API server in the steady state, and ${perSecond(firstLoad)} in the first 5m if all pods are created together (statuses and events).`;
}

function rounded(value: number): string {
  return value < 10 ? `${Math.round(value * 10) / 10}` : `${Math.round(value)}`;
}

function rateText({ value, high }: Estimate): string {
  const margin = Math.round(high - value);
  return `${Math.round(value)}${margin === 0 ? "" : ` ± ${margin}`}`;
}

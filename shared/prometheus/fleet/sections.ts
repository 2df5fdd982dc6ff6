import { counted } from "../../basics/counted.ts";
import { formatSum } from "../../basics/sum-words.ts";
import type { FleetGroup, FleetLoop, FleetPolicy, FleetReport, FleetSums } from "./model.ts";
import { change, grouped, percent } from "./quantities.ts";

/** A table of the report, for text and Markdown. */
export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that are not shown. */
  readonly more: number;
}

/** The answer in one line. */
export function headline({ totals: { loops, restarted, atMaximum } }: FleetReport): string {
  if (loops === 0) {
    return restarted === 0
      ? "No container is in a crash loop."
      : `No container is in a crash loop; ${counted(grouped(restarted), "container")} restarted, without a back-off.`;
  }
  const most = atMaximum === 0 ? "" : `, ${grouped(atMaximum)} of them at the maximum back-off`;
  return `${counted(grouped(loops), "container")} in crash loops${most}`;
}

/** The numbers of all loops, a sentence or two. */
export function totalLines({ totals, range, whatIf }: FleetReport): readonly string[] {
  if (totals.loops === 0) return [];
  const { restarts, downMs, atMaximumMs, apiWrites, fit } = totals;
  const lines = [
    `${counted(grouped(restarts), "restart")} in ${formatSum(range.sinceMs)}, ${formatSum(downMs)} down, ${formatSum(atMaximumMs)} of it at the maximum back-off`,
    `${counted(grouped(apiWrites), "API write")} · ${fitText(fit)}`,
  ];
  if (whatIf === null || totals.whatIf === null) return lines;
  const other = totals.whatIf;
  return [
    ...lines,
    `With ${whatIf.text}: ${counted(grouped(other.restarts), "restart")} (${change(restarts, other.restarts)}), ${formatSum(other.downMs)} down (${change(downMs, other.downMs)}), ${counted(grouped(other.apiWrites), "API write")} (${change(apiWrites, other.apiWrites)})`,
  ];
}

function fitText(fit: number | null): string {
  return fit === null
    ? "no restart has a predicted window"
    : `${percent(fit)} of restarts are in their predicted windows`;
}

/** Most trouble first, at most `rowsMax` rows each. */
export function reportSections(report: FleetReport, rowsMax: number): readonly Section[] {
  const { loops, totals } = report;
  if (loops.length === 0) return [];
  const hasWhatIf = report.whatIf !== null;
  const groups = (title: string, all: readonly FleetGroup[], unknown: string): readonly Section[] =>
    isOneWithoutName(all) ? [] : [groupSection(title, all, unknown, hasWhatIf, rowsMax)];
  return [
    groupSection("Workloads", totals.workloads, "", hasWhatIf, rowsMax),
    containerSection(loops, rowsMax),
    ...groups("Clusters", totals.clusters, "(no label)"),
    ...groups("Namespaces", totals.namespaces, "(none)"),
    ...groups("Kubelets", totals.kubelets, "(unknown)"),
    nodeSection(report, rowsMax),
    backOffSection(report),
    ...silentSection(report, rowsMax),
  ].filter(({ rows }) => rows.length > 0);
}

function isOneWithoutName(groups: readonly FleetGroup[]): boolean {
  return groups.length < 2 && (groups[0]?.name ?? "") === "";
}

function groupSection(
  title: string,
  groups: readonly FleetGroup[],
  unknown: string,
  hasWhatIf: boolean,
  rowsMax: number,
): Section {
  const rows = groups.map((group) => [group.name || unknown, ...sumCells(group)]);
  return limited(title, sumHead(hasWhatIf), rows, rowsMax);
}

function containerSection(loops: readonly FleetLoop[], rowsMax: number): Section {
  const head = ["container", "restarts", "down", "back-off", "fit", "exit", "now"];
  return limited("Containers", head, loops.map(loopRow), rowsMax);
}

function nodeSection({ nodes, whatIf }: FleetReport, rowsMax: number): Section {
  const head = ["node", "kubelet", "back-off", "restarts", "down", "API writes", ...(whatIf ? ["what if"] : [])];
  return limited("Nodes", head, nodes.map(nodeRow), rowsMax);
}

function nodeRow(node: FleetReport["nodes"][number]): readonly string[] {
  return [
    [node.cluster, node.node].filter((part) => part !== "").join("/"),
    node.kubelet,
    policyText(node.policy),
    grouped(node.restarts),
    formatSum(node.downMs),
    grouped(node.apiWrites),
    ...(node.whatIf === null ? [] : [grouped(node.whatIf.apiWrites)]),
  ];
}

function backOffSection({ totals: { backOff } }: FleetReport): Section {
  const rows = backOff.map((step) => [formatSum(step.delayMs), grouped(step.restarts), formatSum(step.waitedMs)]);
  return limited("Back-off", ["wait", "restarts", "time in it"], rows, backOff.length);
}

function silentSection({ silentAlerts }: FleetReport, rowsMax: number): readonly Section[] {
  const rows = silentAlerts.map((alert) => [
    `${alert.name} (${alert.from})`,
    alert.when === "now" ? "now" : "what if",
    `${grouped(alert.loops)} of ${grouped(alert.of)}`,
    alert.because,
  ]);
  return [limited("Silent alerts", ["alert", "when", "loops", "because"], rows, rowsMax)];
}

function limited(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  rowsMax: number,
): Section {
  return { title, head, rows: rows.slice(0, rowsMax), more: Math.max(0, rows.length - rowsMax) };
}

function sumHead(hasWhatIf: boolean): readonly string[] {
  return ["", "loops", "restarts", "down", "at maximum", ...(hasWhatIf ? ["what if", "down"] : [])];
}

function sumCells({ loops, restarts, downMs, atMaximumMs, whatIf }: FleetSums): readonly string[] {
  const other = whatIf === null ? [] : [grouped(whatIf.restarts), formatSum(whatIf.downMs)];
  return [grouped(loops), grouped(restarts), formatSum(downMs), formatSum(atMaximumMs), ...other];
}

function loopRow(loop: FleetLoop): readonly string[] {
  const codes = Object.entries(loop.exitCodes).toSorted(([, a], [, b]) => b - a);
  const shown = codes.slice(0, 2).map(([code]) => code);
  const name = `${loop.namespace}/${loop.pod}/${loop.container}`;
  return [
    name,
    grouped(loop.restarts),
    formatSum(loop.downMs),
    policyText(loop.policy),
    loop.fit === null ? "–" : percent(loop.fit),
    [...shown, ...(codes.length > 2 ? ["…"] : [])].join(" ") || "–",
    loop.atMaximum ? "at maximum" : loop.state,
  ];
}

/** `10s…5m`, with a question mark where nothing shows it. */
function policyText({ initialMs, maximumMs, is }: FleetPolicy): string {
  const curve = initialMs === maximumMs ? formatSum(maximumMs) : `${formatSum(initialMs)}…${formatSum(maximumMs)}`;
  return is === "unknown" ? `${curve}?` : curve;
}

import { agreeing, counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { type Content, element, lines, type Markup, markup, verbatim } from "../../basics/markup.ts";
import { formatSum } from "../../basics/sum-words.ts";
import { formatWallTime, parseWallTime } from "../../basics/wall-time.ts";
import type { FleetGroup, FleetLoop, FleetReport, SilentAlert } from "../../prometheus/fleet/model.ts";
import { change, grouped, percent } from "../../prometheus/fleet/quantities.ts";
import { bar, columnChart, niceLevels } from "./charts.ts";
import { type Column, htmlTable, list, section } from "./html.ts";
import { pageStyle } from "./style.ts";

export interface FleetPageOptions {
  /** A file stands alone; a page of the editor has its colors, and allows only styles with this nonce. */
  readonly surface: "file" | { readonly nonce: string };
}

/** More rows of a kind are left to the JSON. */
const rowsMax = 100;
const groupRowsMax = 20;

/**
 * The report as one HTML page: no script, and nothing that is fetched. Every plot is a table with bars or has a table beside it.
 * Names are texts of the server: they are escaped.
 */
export function fleetPage(report: FleetReport, { surface }: FleetPageOptions): string {
  const isFile = surface === "file";
  const nonce = isFile ? undefined : surface.nonce;
  const styles = isFile ? "'unsafe-inline'" : `'nonce-${surface.nonce}'`;
  const policy = `default-src 'none'; style-src ${styles}; base-uri 'none'; form-action 'none'`;
  const title = `Crash loops of the last ${formatSum(report.range.sinceMs)}`;
  const head = [
    markup`<meta charset="utf-8">`,
    markup`<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    markup`<meta name="viewport" content="width=device-width, initial-scale=1">`,
    markup`<title>${title}</title>`,
    element("style", { nonce }, verbatim(pageStyle(isFile ? "file" : "editor"))),
  ];
  const parts = [
    header(title, report),
    whatIfSection(report),
    historySection(report),
    backOffSection(report),
    groupSection("Workloads", "Workload", report.totals.workloads, report),
    groupSection("Clusters", "Cluster", report.totals.clusters, report),
    groupSection("Namespaces", "Namespace", report.totals.namespaces, report),
    groupSection("Kubelet versions", "Kubelet", report.totals.kubelets, report),
    alertsSection(report),
    loopsSection(report),
    notesSection(report),
  ];
  const body = element(
    "main",
    {},
    parts.filter((part) => part !== undefined),
  );
  return markup`<!DOCTYPE html>\n<html lang="en">\n<head>\n${lines(head)}\n</head>\n<body>\n${body}\n</body>\n</html>\n`
    .markup;
}

function header(title: string, { prometheus, match, range, totals, whatIf }: FleetReport): Markup {
  const where = [
    code(prometheus),
    match === "" ? "" : [" · ", code(match)],
    ` · ${timeText(range.from)} to ${timeText(range.until)} UTC`,
  ];
  const answer =
    totals.loops === 0
      ? "No container was in a crash loop."
      : `${counted(grouped(totals.loops), "container")} restarted in loops, ${counted(grouped(totals.restarts), "time")}, and ${agreeing(totals.loops, "were")} down for ${formatSum(totals.downMs)}. ${atMaximumText(totals.atMaximum)}`;
  const facts: readonly (readonly [string, string])[] = [
    ["Containers in loops", grouped(totals.loops)],
    ["Restarts", grouped(totals.restarts)],
    ["Time down", formatSum(totals.downMs)],
    ["At the maximum", grouped(totals.atMaximum)],
    ["API writes", grouped(totals.apiWrites)],
    ["Restarts inside their window", totals.fit === null ? "not known" : percent(totals.fit)],
  ];
  return element("header", {}, [
    element("h1", {}, title),
    element("p", { class: "quiet" }, where),
    element("p", { class: "answer" }, answer),
    whatIf !== null && totals.whatIf !== null
      ? element("p", { class: "answer" }, [
          "With ",
          code(whatIf.text),
          `: ${counted(grouped(totals.whatIf.restarts), "restart")} and ${formatSum(totals.whatIf.downMs)} down.`,
        ])
      : "",
    element(
      "dl",
      {},
      facts.map(([name, value]) => element("div", {}, [element("dt", {}, name), element("dd", {}, value)])),
    ),
  ]);
}

function atMaximumText(count: number): string {
  return count === 0
    ? "None is at the maximum back-off."
    : `${counted(grouped(count), "container", "are")} at the maximum back-off.`;
}

function whatIfSection({ whatIf, totals, watch }: FleetReport): Markup | undefined {
  if (whatIf === null || totals.whatIf === null) return undefined;
  const then = totals.whatIf;
  const rows = [
    { name: "Restarts", before: totals.restarts, after: then.restarts, text: grouped },
    { name: "Time down", before: totals.downMs, after: then.downMs, text: formatSum },
    { name: "API writes", before: totals.apiWrites, after: then.apiWrites, text: grouped },
  ];
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { head: "", cell: ({ name }) => name },
    { head: "Now", cell: ({ before, text }) => text(before), is: "number" },
    { head: "Then", cell: ({ after, text }) => text(after), is: "number" },
    { head: "Change", cell: ({ before, after }) => change(before, after), is: "number" },
    {
      head: "Now (solid), then (dashed)",
      cell: ({ before, after }) => [bar(before, Math.max(before, after)), bar(after, Math.max(before, after), "then")],
      is: "bar",
    },
  ];
  return section("What if", [
    element("p", {}, ["The same loops with ", code(whatIf.text), "."]),
    htmlTable("What if", columns, rows),
    element("h3", {}, "Watch after the change"),
    list(watch),
  ]);
}

const minuteMs = 60_000;

function historySection({ range, totals: { history } }: FleetReport): Markup | undefined {
  const fromMs = parseWallTime(range.from.slice(0, 19));
  if (history.restarts.length === 0 || fromMs === undefined) return undefined;
  const name = (index: number): string => formatWallTime(fromMs + index * history.stepMs).slice(5, 16);
  const step = formatSum(history.stepMs);
  const restarts = `Restarts per ${step}`;
  const down = `Time down per ${step}, all containers together`;
  const mostDown = Math.max(...history.downMs);
  const charts = [
    figure(
      restarts,
      columnChart({
        label: restarts,
        values: history.restarts,
        text: grouped,
        name,
        levels: niceLevels(Math.max(...history.restarts)).filter(Number.isInteger),
      }),
    ),
    figure(
      down,
      columnChart({
        label: down,
        values: history.downMs,
        text: formatSum,
        name,
        levels: niceLevels(mostDown, mostDown > 3 * 60 * minuteMs ? 60 * minuteMs : minuteMs),
      }),
    ),
  ];
  const rows = history.restarts.map((count, index) => ({
    time: name(index),
    count,
    downMs: history.downMs[index] ?? 0,
  }));
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { head: "From (UTC)", cell: ({ time }) => time },
    { head: "Restarts", cell: ({ count }) => grouped(count), is: "number" },
    { head: "Time down", cell: ({ downMs }) => formatSum(downMs), is: "number" },
  ];
  const table = element("details", {}, [element("summary", {}, "As a table"), htmlTable("Over time", columns, rows)]);
  return section("Over time", [...charts, table]);
}

function figure(caption: string, chart: Markup): Markup {
  return element("figure", {}, [element("figcaption", {}, element("h3", {}, caption)), chart]);
}

function backOffSection({ totals: { backOff } }: FleetReport): Markup | undefined {
  if (backOff.length === 0) return undefined;
  const most = Math.max(...backOff.map(({ waitedMs }) => waitedMs));
  type Step = (typeof backOff)[number];
  const columns: readonly Column<Step>[] = [
    { head: "Back-off", cell: ({ delayMs }) => (delayMs === 0 ? "none" : formatDuration(delayMs)) },
    { head: "Restarts", cell: ({ restarts }) => grouped(restarts), is: "number" },
    { head: "Time waiting", cell: ({ waitedMs }) => formatSum(waitedMs), is: "number" },
    { head: "", cell: ({ waitedMs }) => bar(waitedMs, most), is: "bar" },
  ];
  return section("Time in each back-off", [htmlTable("Time in each back-off", columns, backOff)]);
}

function groupSection(
  title: string,
  what: string,
  groups: readonly FleetGroup[],
  report: FleetReport,
): Markup | undefined {
  if (groups.length === 0 || (groups.length === 1 && groups[0]?.name === "")) return undefined;
  const shown = groups.toSorted((a, b) => b.restarts - a.restarts).slice(0, groupRowsMax);
  const most = Math.max(...shown.map(({ restarts }) => restarts));
  const columns: readonly Column<FleetGroup>[] = [
    { head: what, cell: ({ name }) => (name === "" ? "not known" : code(name)) },
    { head: "Containers", cell: ({ loops }) => grouped(loops), is: "number" },
    { head: "Restarts", cell: ({ restarts }) => grouped(restarts), is: "number" },
    { head: "Time down", cell: ({ downMs }) => formatSum(downMs), is: "number" },
    { head: "At the maximum", cell: ({ atMaximum }) => grouped(atMaximum), is: "number" },
    ...thenColumns<FleetGroup>(report),
    { head: "", cell: ({ restarts }) => bar(restarts, most), is: "bar" },
  ];
  return section(title, [htmlTable(title, columns, shown), leftOut(groups.length - shown.length)]);
}

function thenColumns<Row extends { readonly whatIf: FleetGroup["whatIf"] }>({
  whatIf,
}: FleetReport): readonly Column<Row>[] {
  if (whatIf === null) return [];
  return [
    {
      head: "Restarts then",
      cell: (row) => (row.whatIf === null ? "not known" : grouped(row.whatIf.restarts)),
      is: "number",
    },
    {
      head: "Down then",
      cell: (row) => (row.whatIf === null ? "not known" : formatSum(row.whatIf.downMs)),
      is: "number",
    },
  ];
}

function alertsSection({ silentAlerts, whatIf }: FleetReport): Markup | undefined {
  if (silentAlerts.length === 0) return undefined;
  const columns: readonly Column<SilentAlert>[] = [
    { head: "Alert", cell: ({ name }) => code(name) },
    { head: "Rules", cell: ({ from }) => from },
    { head: "Misses", cell: ({ loops, of }) => `${grouped(loops)} of ${grouped(of)}`, is: "number" },
    { head: "Why", cell: ({ because }) => because },
  ];
  const of = (when: SilentAlert["when"]): readonly SilentAlert[] => silentAlerts.filter((alert) => alert.when === when);
  const parts: Content[] = [];
  if (of("what-if").length > 0)
    parts.push(
      element("p", {}, ["These fire today and would fall silent with ", code(whatIf?.text ?? ""), "."]),
      htmlTable("Alerts that would fall silent", columns, of("what-if")),
    );
  if (of("now").length > 0)
    parts.push(
      element("p", {}, "These miss loops today."),
      htmlTable("Alerts that miss loops today", columns, of("now")),
    );
  return section("Silent alerts", parts);
}

function loopsSection(report: FleetReport): Markup | undefined {
  if (report.loops.length === 0) return undefined;
  const shown = report.loops.toSorted((a, b) => b.restarts - a.restarts).slice(0, rowsMax);
  const states: Readonly<Record<FleetLoop["state"], string>> = {
    looping: "looping",
    recovered: "recovered",
    gone: "pod is gone",
  };
  const columns: readonly Column<FleetLoop>[] = [
    {
      head: "Container",
      cell: ({ cluster, namespace, workload, pod, container }) => [
        code([cluster, namespace, workload].filter((part) => part !== "").join(" / ")),
        element("div", {}, code(`${pod} / ${container}`)),
      ],
    },
    { head: "Node", cell: ({ node, kubelet }) => [code(node === "" ? "not known" : node), " ", kubelet] },
    { head: "State", cell: ({ state }) => states[state] },
    { head: "Restarts", cell: ({ restarts }) => grouped(restarts), is: "number" },
    { head: "Down", cell: ({ downMs }) => formatSum(downMs), is: "number" },
    {
      head: "Runs for",
      cell: ({ runsMs }) => (runsMs === null ? "not known" : formatSum(runsMs.p50)),
      is: "number",
    },
    { head: "Exit codes", cell: exitText },
    {
      head: "Back-off up to",
      cell: ({ policy }) => (policy.is === "unknown" ? "not known" : formatDuration(policy.maximumMs)),
      is: "number",
    },
    { head: "Fit", cell: ({ fit }) => (fit === null ? "" : percent(fit)), is: "number" },
    ...thenColumns<FleetLoop>(report),
  ];
  return section("Containers", [
    htmlTable("Containers in loops", columns, shown),
    leftOut(report.loops.length - shown.length),
  ]);
}

const codesMax = 4;

function exitText({ exitCodes, reasons }: FleetLoop): string {
  const codes = Object.entries(exitCodes).toSorted(([, a], [, b]) => b - a);
  const texts = codes.slice(0, codesMax).map(([exitCode, times]) => `${exitCode} (${grouped(times)})`);
  const rest = codes.length > codesMax ? [`${codes.length - codesMax} more`] : [];
  const named = reasons.filter((reason) => reason !== "Error" && reason !== "");
  return [...texts, ...rest, ...named].join(", ");
}

function leftOut(count: number): Content {
  return count <= 0 ? "" : element("p", { class: "quiet" }, `${grouped(count)} more: see the JSON of this report.`);
}

function notesSection({ assumed, missing, range }: FleetReport): Markup {
  const scraped = `The metrics were scraped every ${formatDuration(range.scrapeMs)}.`;
  return section("What this rests on", [
    list([scraped, ...assumed]),
    missing.length === 0 ? "" : [element("h3", {}, "Missing"), list(missing)],
  ]);
}

function code(text: string): Markup {
  return element("code", {}, text);
}

/** `2026-11-21T14:30:05.000Z` as `2026-11-21 14:30`. */
function timeText(text: string): string {
  return text.slice(0, 16).replace("T", " ");
}

import { counted } from "../../../shared/basics/counted.ts";
import { formatDuration } from "../../../shared/basics/durations.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { formatPercent } from "../../../shared/basics/sum-words.ts";
import { heading, joined, literal, paragraphs, table } from "../../markdown/markdown.ts";
import { type AlertResult, type AlertTiming, isOfObjects } from "../../prometheus/alerts/evaluate-runs.ts";
import { fittedLines, type ScreenPage } from "../forecast/screen-text.ts";
import type { PlacedSubject } from "./subjects.ts";

export interface PlayedSubject {
  readonly subject: PlacedSubject;
  readonly results: readonly AlertResult[];
}

export function alertsText(
  played: readonly PlayedSubject[],
  timing: AlertTiming,
  { style, columns }: ScreenPage,
): string {
  const parts = played.map(({ subject, results }) => {
    const lines = simulated(results).map(
      (result) => `  ${result.rule.name} (${result.rule.from}): ${outcomeText(result)}`,
    );
    const assumed = subject.assumed === "" ? [] : [`  ${style.dim(subject.assumed)}`];
    const all = [
      style.bold(subject.name),
      `  ${subject.headline()}`,
      ...assumed,
      ...lines,
      ...unknownLines(results).map((text) => `  ${text}`),
      style.dim(subject.assumptionsText),
    ];
    return fittedLines(all, columns).join("\n");
  });
  const timed = fittedLines([style.dim(timingText(timing))], columns).join("\n");
  return `${parts.join("\n\n")}\n\n${timed}\n`;
}

/** The same for a page or a pull request: a heading and a table for each pod. */
export function alertsMarkdown(played: readonly PlayedSubject[], timing: AlertTiming): string {
  const parts = played.flatMap(({ subject, results }) => {
    const rows = simulated(results).map((result) => [result.rule.name, result.rule.from, outcomeText(result)]);
    return [
      heading(2, subject.name),
      literal(subject.headline()),
      ...(subject.assumed === "" ? [] : [literal(subject.assumed)]),
      table({ head: ["Alert", "Rules", "Fires"], rows }, {}),
      joined(
        unknownLines(results).map((line) => literal(line.trim())),
        "\n",
      ),
      literal(subject.assumptionsText),
    ];
  });
  return `${paragraphs([...parts, literal(timingText(timing))]).markdown}\n`;
}

/** Alerts that could be simulated, those that fire first. */
function simulated(results: readonly AlertResult[]): readonly AlertResult[] {
  const order = ["fires", "sometimes", "pending", "never"];
  return results
    .filter(({ outcome }) => outcome !== "unknown")
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
}

/** `after 15m30s–16m`, `never — CrashLoopBackOff is in the status 0.02 % of the time`. */
function outcomeText({ outcome, fires, share, because }: AlertResult): string {
  switch (outcome) {
    case "fires":
      return fires === undefined ? "" : firesText(fires);
    case "sometimes":
      return `in ${formatPercent(share)} of runs${fires === undefined ? "" : `, ${firesText(fires)}`} — ${because}`;
    case "pending":
      return `pending, never fires — ${because}`;
    case "never":
      return `never — ${because}`;
    case "unknown":
      return because;
  }
}

/** An alert that fires from the first moment on fires because of what was before: only what was observed has that. */
function firesText(fires: Span): string {
  return fires.latestMs === 0 ? "fires already" : `after ${formatSpan(fires)}`;
}

function unknownLines(results: readonly AlertResult[]): readonly string[] {
  const unknown = results.filter(({ outcome }) => outcome === "unknown");
  const broken = unknown.filter((result) => result.missing.length === 0);
  return [
    ...broken.map(({ rule, because }) => `${rule.name} (${rule.from}): ${because}`),
    ...missingLines(unknown.filter((result) => result.missing.length > 0)),
  ];
}

/** By the first metric that is missing, as most rules of a kind read the same; those about objects of another kind together. */
function missingLines(unknown: readonly AlertResult[]): readonly string[] {
  const isOther = ({ missing }: AlertResult): boolean => missing.every(isOfObjects);
  const others = unknown.filter(isOther);
  const kinds = kindsOf(new Set(others.flatMap(({ missing }) => missing)));
  const names = new Set(others.map(({ rule }) => rule.name));
  const lines = [...byFirstMetric(unknown.filter((each) => !isOther(each)))].map(
    ([metric, own]) => `  ${metric}: ${[...own].join(", ")}`,
  );
  return [
    ...(others.length === 0
      ? []
      : [`About other objects than this one (${kinds.join(", ")}): ${[...names].join(", ")}`]),
    ...(lines.length === 0 ? [] : ["Unknown, because what they read is not simulated:", ...lines]),
  ];
}

function byFirstMetric(unknown: readonly AlertResult[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byMetric = new Map<string, Set<string>>();
  for (const { rule, missing } of unknown) {
    const metric = missing[0] ?? "";
    byMetric.set(metric, (byMetric.get(metric) ?? new Set()).add(rule.name));
  }
  return byMetric;
}

/** `kube_statefulset_…` for several metrics that begin so. */
function kindsOf(metrics: ReadonlySet<string>): readonly string[] {
  const byStart = new Map<string, readonly string[]>();
  for (const metric of metrics) {
    const start = /^(?:[a-z]+_){2}/.exec(metric)?.[0] ?? metric;
    byStart.set(start, [...(byStart.get(start) ?? []), metric]);
  }
  return [...byStart].map(([start, own]) => (own.length === 1 ? (own[0] ?? start) : `${start}…`));
}

function timingText({ runs, untilMs, scrapeMs, evaluateMs }: AlertTiming): string {
  return `${counted(runs, "run")} of ${formatDuration(untilMs)} with other seeds and phases · scraped every ${formatDuration(scrapeMs)}, evaluated every ${formatDuration(evaluateMs)} · labels of the server (job, cluster) as each rule selects them`;
}

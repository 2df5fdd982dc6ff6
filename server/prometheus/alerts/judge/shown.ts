import { looksForCrashLoops } from "../../../../shared/prometheus/alerts/because.ts";
import { jobNames } from "../../../../shared/prometheus/alerts/exported-owners.ts";
import type { RuleGroup } from "../../../../shared/prometheus/alerts/model.ts";
import { nodeMetricNames } from "../../../../shared/prometheus/metrics/node-metrics.ts";
import type { ShownAlert } from "../../../../shared/protocol/values/shown-alert.ts";
import { evaluateRuns, type PlayedRun } from "../evaluate-runs.ts";
import { type PackName, packRules } from "../packs.ts";
import { readRulesOf } from "../read-groups.ts";
import { evaluateMs, scrapeMs } from "./play.ts";

/** A pack, or the documents of rule files as plain values. */
type AskedRules = PackName | readonly { readonly name: string; readonly values: readonly unknown[] }[];

interface ShownAlerts {
  readonly alerts: readonly ShownAlert[];
  /** What is wrong with the rules, in sentences. */
  readonly problems: readonly string[];
}

/** So many restarts are a crash loop. */
const loopRestartsMin = 3;

/** What alerts do in one run that was played: those that become pending, and those that look for crash loops and see none where there is one. */
export function shownAlerts(run: PlayedRun, asked: AskedRules, untilMs: number): ShownAlerts {
  const { groups, problems } = readAsked(asked);
  const names = [...(run.job === undefined ? [] : jobNames), ...(run.node === undefined ? [] : nodeMetricNames)];
  const results = evaluateRuns(() => run, groups, { scrapeMs, evaluateMs, untilMs, runs: 1 }, names);
  const isLooping = restartsIn(run) >= loopRestartsMin;
  const shown = results.filter(
    ({ outcome, periods, rule }) =>
      periods.length > 0 || (outcome === "never" && isLooping && looksForCrashLoops(rule.expression)),
  );
  const alerts = shown.map(({ rule: { name, from, text, forMs }, periods, because }) => ({
    name,
    from,
    expression: text,
    forMs,
    periods: [...periods],
    because,
  }));
  return { alerts, problems };
}

function readAsked(asked: AskedRules): { readonly groups: readonly RuleGroup[]; readonly problems: readonly string[] } {
  if (typeof asked === "string") return { groups: [packRules(asked)], problems: [] };
  const files = asked.map(({ name, values }) => readRulesOf(values, name));
  return { groups: files.flatMap(({ groups }) => groups), problems: files.flatMap((file) => file.problems) };
}

/** The most restarts of a container of a pod. */
function restartsIn({ pods }: PlayedRun): number {
  const counts = pods.flatMap(({ timeline }) => {
    const status = timeline.statuses.at(-1)?.status;
    return [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  });
  return Math.max(0, ...counts.map(({ restartCount }) => restartCount));
}

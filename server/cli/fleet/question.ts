import { parseDuration } from "../../../shared/basics/read-duration.ts";
import { parseVersion } from "../../../shared/kubernetes/versions.ts";
import type { WhatIfSetting } from "../../../shared/prometheus/fleet/summarize.ts";
import type { FleetQuestion } from "../../prometheus/fleet/question.ts";
import { readMatch } from "../../prometheus/fleet/selectors.ts";
import { promqlDurationMs } from "../../prometheus/promql/literals.ts";
import { type CommandLine, optionOf, optionsOf, type Parsed, unknown } from "../arguments/command-line.ts";
import { callSettings } from "../arguments/flags.ts";
import { readCount } from "../arguments/read-count.ts";

const weekMs = 7 * 86_400_000;
const sinceMsMax = 90 * 86_400_000;
const sinceMsMin = 600_000;
const budgetMsDefault = 600_000;
const minRestartsDefault = 3;

/** Reads all options but those of the connection. */
export function readQuestion(line: CommandLine): Parsed<FleetQuestion> {
  const since = timeOption(line, "since", { default: weekMs, min: sinceMsMin, max: sinceMsMax, such: "12h or 7d" });
  if ("problem" in since) return since;
  const budget = timeOption(line, "budget", {
    default: budgetMsDefault,
    min: 1000,
    max: 86_400_000,
    such: "90s or 10m",
  });
  if ("problem" in budget) return budget;
  const until = readInstant(optionOf(line, "until"));
  if ("problem" in until) return until;
  const minRestarts = readCount("--min-restarts", optionOf(line, "min-restarts"), 1_000_000);
  if ("problem" in minRestarts) return minRestarts;
  const parallel = readCount("--parallel", optionOf(line, "parallel"), 32);
  if ("problem" in parallel) return parallel;
  const text = optionOf(line, "match") ?? "";
  const matchers = text === "" ? { value: [] } : readMatch(text);
  if ("problem" in matchers) return matchers;
  const whatIf = readWhatIf(line);
  if ("problem" in whatIf) return whatIf;
  return {
    value: {
      sinceMs: since.value,
      untilMs: until.value,
      match: { text, matchers: matchers.value },
      whatIf: whatIf.value,
      minRestarts: minRestarts.value ?? minRestartsDefault,
      parallel: parallel.value ?? 2,
      budgetMs: budget.value,
    },
  };
}

interface TimeOption {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly such: string;
}

function timeOption(line: CommandLine, name: string, { default: usual, min, max, such }: TimeOption): Parsed<number> {
  const text = optionOf(line, name);
  if (text === undefined) return { value: usual };
  const ms = promqlDurationMs(/^\d+$/.test(text) ? "" : text);
  if (ms === undefined || !(ms >= min && ms <= max))
    return { problem: `invalid value ${text} for --${name}: use a duration such as ${such}` };
  return { value: ms };
}

function readInstant(text: string | undefined): Parsed<number | undefined> {
  if (text === undefined) return { value: undefined };
  const atMs = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs))
    return { problem: `invalid value ${text} for --until: use a time such as 2026-11-20T12:00:00Z` };
  return { value: atMs };
}

const whatIfKeys = ["maxContainerRestartPeriod"];

function readWhatIf(line: CommandLine): Parsed<WhatIfSetting | undefined> {
  const gates = optionOf(line, "what-if-gates");
  const version = optionOf(line, "what-if-kubernetes");
  const pairs = optionsOf(line, "what-if");
  if (gates === undefined && version === undefined && pairs.length === 0) return { value: undefined };
  let maxContainerRestartPeriodMs: number | undefined;
  for (const pair of pairs) {
    const [key = "", value = ""] = pair.split("=");
    if (!whatIfKeys.includes(key)) return { problem: `--what-if: ${unknown("key", key, whatIfKeys)}` };
    maxContainerRestartPeriodMs = parseDuration(value);
    if (maxContainerRestartPeriodMs === undefined || !isAllowed(maxContainerRestartPeriodMs))
      return { problem: `--what-if: ${pair} is not valid: the kubelet accepts 1s to 300s, such as ${key}=30s` };
  }
  const kubernetes = version === undefined ? undefined : parseVersion(version);
  const options = new Map([
    ...(version === undefined ? [] : [["kubernetes", [version]] as const]),
    ...(gates === undefined ? [] : [["feature-gates", [gates]] as const]),
  ]);
  const read = callSettings({ ...line, options }, process.cwd());
  if ("problem" in read) return { problem: read.problem.replace(/^--(?:feature-)?(?=gates|kubernetes)/, "--what-if-") };
  return {
    value: { kubernetes, featureGates: read.value.overrides.featureGates ?? {}, maxContainerRestartPeriodMs },
  };
}

function isAllowed(ms: number): boolean {
  return ms >= 1000 && ms <= 300_000;
}

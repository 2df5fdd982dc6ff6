import { parseDuration } from "../../../shared/basics/durations.ts";
import type { RuleGroup } from "../../../shared/prometheus/alerts/model.ts";
import type { AlertTiming } from "../../prometheus/alerts/evaluate-runs.ts";
import { isPackName, packNames, packRules } from "../../prometheus/alerts/packs.ts";
import { playSubject } from "../../prometheus/alerts/play-subject.ts";
import { readRules } from "../../prometheus/alerts/read-rules.ts";
import { type CommandLine, optionOf, optionsOf, type Parsed } from "../arguments/command-line.ts";
import { callSettings } from "../arguments/flags.ts";
import { readCount } from "../arguments/read-count.ts";
import { readUntil } from "../arguments/until.ts";
import { readManifestText } from "../files/read-manifest.ts";
import { createStyle } from "../terminal/style.ts";
import {
  type ExitCode,
  fail,
  note,
  nothingFound,
  showProgress,
  wantsColor,
  writeResult,
} from "../terminal/terminal.ts";
import { alertsJson } from "./alerts-json.ts";
import { alertsMarkdown, alertsText, type PlayedSubject } from "./alerts-text.ts";
import { findSubjects } from "./subjects.ts";

/** Long enough for rules with `for: 1h`. */
const defaultUntilMs = 2 * 3_600_000;
const defaultRuns = 20;
const runsMax = 200;
const intervalMsMin = 1000;

/** `pod-cadence alerts`: 0 done, 2 could not run. */
export async function alerts(line: CommandLine): Promise<ExitCode> {
  const settings = callSettings(line, process.cwd());
  if ("problem" in settings) return fail([settings.problem]);
  const timing = timingOf(line);
  if ("problem" in timing) return fail([timing.problem]);
  const rules = rulesOf(line);
  if ("problems" in rules) return fail(rules.problems);
  const found = await findSubjects(line, settings.value);
  if ("problem" in found) return fail([found.problem]);
  const { subjects, notes, files } = found.value;
  if (subjects.length === 0) {
    note(line, notes);
    return nothingFound(line, files);
  }
  const progress = showProgress(line, subjects.length);
  const played = subjects.map((subject, index): PlayedSubject => {
    const results = playSubject(subject, rules.groups, timing.value);
    progress.update(index + 1);
    return { subject, results };
  });
  progress.end();
  const written = await writeResult(line, render(line, played, timing.value));
  note(line, [...notes, ...rules.notes]);
  return written;
}

function render(line: CommandLine, played: readonly PlayedSubject[], timing: AlertTiming): string {
  switch (optionOf(line, "format")) {
    case "json":
      return alertsJson(played);
    case "markdown":
      return alertsMarkdown(played, timing);
    default:
      return alertsText(played, timing, createStyle(wantsColor(line)));
  }
}

interface AskedRules {
  readonly groups: readonly RuleGroup[];
  readonly notes: readonly string[];
}

/** `--rules`: packs and files; by default all packs. */
function rulesOf(line: CommandLine): AskedRules | { readonly problems: readonly string[] } {
  const asked = optionsOf(line, "rules");
  const groups: RuleGroup[] = [];
  const notes: string[] = [];
  for (const name of asked.length === 0 ? packNames : asked) {
    if (isPackName(name)) {
      groups.push(packRules(name));
      continue;
    }
    const read = readManifestText(name);
    if ("problem" in read) return { problems: [`--rules ${read.problem}, and is not one of ${packNames.join(", ")}`] };
    const { groups: own, problems } = readRules(read.text, name);
    if (own.every(({ rules }) => rules.length === 0)) return { problems };
    groups.push(...own);
    notes.push(...problems);
  }
  return { groups, notes };
}

function timingOf(line: CommandLine): Parsed<AlertTiming> {
  const scrape = intervalOf(line, "scrape");
  const evaluate = intervalOf(line, "evaluate");
  const until = optionOf(line, "until") === undefined ? { value: defaultUntilMs } : readUntil(line);
  const runs = readCount("--runs", optionOf(line, "runs"), runsMax);
  if ("problem" in scrape) return scrape;
  if ("problem" in evaluate) return evaluate;
  if ("problem" in until) return until;
  if ("problem" in runs) return runs;
  const timing = { scrapeMs: scrape.value, evaluateMs: evaluate.value, untilMs: until.value };
  return { value: { ...timing, runs: runs.value ?? defaultRuns } };
}

function intervalOf(line: CommandLine, name: "scrape" | "evaluate"): Parsed<number> {
  const text = optionOf(line, name) ?? "30s";
  const ms = parseDuration(text);
  if (ms === undefined || ms < intervalMsMin || ms > 3_600_000)
    return { problem: `invalid value ${text} for --${name}: use a duration from 1s to 1h, such as 30s` };
  return { value: ms };
}

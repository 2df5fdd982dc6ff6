import { parseDuration } from "../../../shared/basics/read-duration.ts";
import type { PlayedExtent } from "../../../shared/forecast/pod/pod.ts";
import type { RuleGroup } from "../../../shared/prometheus/alerts/model.ts";
import type { AlertTiming } from "../../prometheus/alerts/evaluate-runs.ts";
import { isPackName, packNames, packRules } from "../../prometheus/alerts/packs.ts";
import { playSubject } from "../../prometheus/alerts/play-subject.ts";
import { readRules } from "../../prometheus/alerts/read-rules.ts";
import { type CommandLine, optionOf, optionsOf, type Parsed } from "../arguments/command-line.ts";
import { callSettings } from "../arguments/flags.ts";
import type { PlayOptions } from "../arguments/play-options.ts";
import { unplayedNotes } from "../files/asked.ts";
import { readManifestText } from "../files/read-manifest.ts";
import { createStyle } from "../terminal/style.ts";
import {
  columnsOf,
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

const defaultRuns = 20;
const intervalMsMin = 1000;

/** `pod-cadence alerts`: 0 done, 2 could not run. */
export async function alerts(line: CommandLine): Promise<ExitCode> {
  const settings = callSettings(line, process.cwd());
  if ("problem" in settings) return fail([settings.problem]);
  const { play } = settings.value;
  const timing = timingOf(line, play);
  if ("problem" in timing) return fail([timing.problem]);
  const rules = rulesOf(line);
  if ("problems" in rules) return fail(rules.problems);
  const found = await findSubjects(line, settings.value, extentOf(timing.value));
  if ("problem" in found) return fail([found.problem]);
  const { subjects, files } = found.value;
  const notes = [
    ...found.value.notes,
    ...unplayedNotes(
      play.asked,
      "alerts",
      subjects.map(({ scenario }) => scenario),
    ),
  ];
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
  const told = [...notes, ...rules.notes];
  const written = await writeResult(line, render(line, { played, timing: timing.value, notes: told }));
  note(line, told);
  return written;
}

/** The runs in which alerts are evaluated. */
function extentOf({ untilMs, runs, seed }: AlertTiming): PlayedExtent {
  return { horizonMs: untilMs, runs, seed };
}

interface Evaluated {
  readonly played: readonly PlayedSubject[];
  readonly timing: AlertTiming;
  readonly notes: readonly string[];
}

function render(line: CommandLine, { played, timing, notes }: Evaluated): string {
  switch (optionOf(line, "format")) {
    case "json":
      return alertsJson(played, notes);
    case "markdown":
      return alertsMarkdown(played, timing);
    default:
      return alertsText(played, timing, {
        style: createStyle(wantsColor(line)),
        columns: columnsOf(line),
      });
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

function timingOf(line: CommandLine, { horizonMs, runs, seed }: PlayOptions): Parsed<AlertTiming> {
  const scrape = intervalOf(line, "scrape");
  const evaluate = intervalOf(line, "evaluate");
  if ("problem" in scrape) return scrape;
  if ("problem" in evaluate) return evaluate;
  const timing = { scrapeMs: scrape.value, evaluateMs: evaluate.value, untilMs: horizonMs };
  return { value: { ...timing, runs: runs ?? defaultRuns, seed } };
}

function intervalOf(line: CommandLine, name: "scrape" | "evaluate"): Parsed<number> {
  const text = optionOf(line, name) ?? "30s";
  const ms = parseDuration(text);
  if (ms === undefined || ms < intervalMsMin || ms > 3_600_000)
    return { problem: `invalid value ${text} for --${name}: use a duration from 1s to 1h, such as 30s` };
  return { value: ms };
}

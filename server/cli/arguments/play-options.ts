import { formatDuration } from "../../../shared/basics/durations.ts";
import { parseDuration } from "../../../shared/basics/read-duration.ts";
import { defaultHorizonMs } from "../../../shared/forecast/pod/restarts.ts";
import {
  type AskedScenario,
  type AskedText,
  askedProblem,
  quotedAsked,
} from "../../../shared/scenario/language/asked.ts";
import { horizonLimitMs } from "../../../shared/simulation/index.ts";
import { type CommandLine, has, optionOf, optionsOf, type Parsed } from "./command-line.ts";
import type { CommandName } from "./options.ts";
import { readCount } from "./read-count.ts";

/** What every command that plays pods is asked: what happens, how long, how often. */
export interface PlayOptions {
  readonly asked: AskedScenario;
  readonly horizonMs: number;
  /** Undefined: as many as the command plays where nobody asks. */
  readonly runs: number | undefined;
  /** Of the first run. */
  readonly seed: number;
}

/** Long enough for alerts with `for: 1h`. */
const alertsUntilMs = 2 * 3_600_000;
const runsMax = 1000;
/** Each of these runs is scraped and evaluated besides. */
const alertRunsMax = 200;
const seedMax = 2 ** 31;

const playing: ReadonlySet<CommandName | undefined> = new Set(["forecast", "simulate", "diff", "alerts"]);

/** The only place that reads these options. A command that plays no pods has none of them. */
export function playOptions(line: CommandLine): Parsed<PlayOptions> {
  const isAlerts = line.command === "alerts";
  const untilMs = isAlerts ? alertsUntilMs : defaultHorizonMs;
  if (!playing.has(line.command))
    return { value: { asked: askedOf(line), horizonMs: untilMs, runs: undefined, seed: 1 } };
  const until = readUntil(line, untilMs);
  if ("problem" in until) return until;
  const runs = readCount("--runs", optionOf(line, "runs"), isAlerts ? alertRunsMax : runsMax);
  if ("problem" in runs) return runs;
  const seed = readCount("--seed", optionOf(line, "seed"), seedMax);
  if ("problem" in seed) return seed;
  const asked = askedOf(line);
  const wrong = askedProblem(asked, until.value);
  if (wrong !== undefined) return { problem: `${nameOfAsked(wrong.asked)}: ${wrong.message}` };
  return { value: { asked, horizonMs: until.value, runs: runs.value, seed: seed.value ?? 1 } };
}

/** `--scenario "app: oom"` */
export function nameOfAsked(asked: AskedText): string {
  return `${asked.is === "scenario" ? "--scenario" : "--at"} ${quotedAsked(asked)}`;
}

function askedOf(line: CommandLine): AskedScenario {
  return {
    scenarios: optionsOf(line, "scenario"),
    events: optionsOf(line, "at"),
    isAlone: has(line, "no-comments"),
  };
}

/** `--until`: the horizon in ms. */
function readUntil(line: CommandLine, defaultMs: number): Parsed<number> {
  const text = optionOf(line, "until");
  if (text === undefined) return { value: defaultMs };
  const untilMs = parseDuration(text);
  const invalid = `invalid value ${text === "" ? '""' : text} for --until`;
  if (untilMs === undefined || untilMs <= 0) return { problem: `${invalid}: use a duration such as 30m or 1h30m` };
  if (untilMs > horizonLimitMs) return { problem: `${invalid}: the maximum is ${formatDuration(horizonLimitMs)}` };
  return { value: Math.round(untilMs) };
}

import { type Judgement, judgeExpectations } from "../../shared/forecast/expectations.ts";
import { parseDuration } from "../../shared/kubernetes/durations.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import { horizonLimitMs, type SimulationInput, simulate } from "../../shared/simulation/index.ts";
import { withScenario } from "../analysis.ts";
import type { PlacedScenarioText } from "../scenario-comments.ts";
import { type CommandLine, optionOf, optionsOf, type Parsed } from "./command-line.ts";
import { envelopeOf } from "./envelope.ts";
import { type FoundPod, findPod, type RunnablePod } from "./find-pod.ts";
import { callSettings } from "./flags.ts";
import { envelopeJson, timelineJson } from "./simulate-json.ts";
import { envelopeText, kubectlText, timelineText } from "./simulate-text.ts";
import { createStyle } from "./style.ts";
import { type ExitCode, fail, note, prettyJson, wantsColor, writeResult } from "./terminal.ts";

/** How one pod is played. */
export interface Play {
  readonly pod: RunnablePod;
  readonly input: SimulationInput;
  /** Undefined: one run; else the envelope over so many seeds. */
  readonly runs: number | undefined;
  readonly judgements: readonly Judgement[];
}

const defaultUntil = "30m";
const runsMax = 1000;
const seedMax = 2 ** 31;

/** `pod-cadence simulate`: 0 done, 1 an expectation failed, 2 there is no such pod, or the scenario is not understood. */
export async function simulatePod(line: CommandLine): Promise<ExitCode> {
  const settings = callSettings(line, process.cwd());
  if ("problem" in settings) return fail([settings.problem]);
  const found = await findPod(line, settings.value);
  if ("problem" in found) return fail([found.problem]);
  const play = playOf(line, found.value);
  if ("problem" in play) return fail([play.problem]);
  const written = await writeResult(line, render(line, play.value));
  if (written !== 0) return written;
  note(line, [...found.value.notes, ...commentProblems(play.value)]);
  return play.value.judgements.every(({ holds }) => holds) ? 0 : 1;
}

function render(line: CommandLine, play: Play): string {
  const format = optionOf(line, "format") ?? "text";
  const style = createStyle(wantsColor(line));
  if (play.runs !== undefined) {
    const envelope = envelopeOf(play.input, play.runs);
    return format === "json" ? prettyJson(envelopeJson(play, envelope)) : envelopeText(play, envelope, style);
  }
  const recording = format === "text" ? "entries" : "statuses";
  const timeline = simulate({ ...play.input, recording });
  if (format === "json") return prettyJson(timelineJson(play, timeline));
  return format === "kubectl" ? kubectlText(play, timeline) : timelineText(play, timeline, style);
}

function playOf(line: CommandLine, { pod: found }: FoundPod): Parsed<Play> {
  const untilMs = readUntil(optionOf(line, "until") ?? defaultUntil);
  const seed = readCount("--seed", optionOf(line, "seed"), seedMax);
  const runs = readCount("--runs", optionOf(line, "runs"), runsMax);
  const pod = addTexts(line, found);
  for (const read of [untilMs, seed, runs, pod]) if ("problem" in read) return read;
  if ("problem" in untilMs || "problem" in seed || "problem" in runs || "problem" in pod) return { problem: "" };
  if (runs.value !== undefined && optionOf(line, "format") === "kubectl")
    return { problem: "--runs has no kubectl lines: write --format text or json" };
  const { assumptions } = pod.value.settings;
  const { scenario } = pod.value.scenario;
  const input: SimulationInput = {
    pod: pod.value.pod,
    assumptions,
    scenario,
    seed: seed.value ?? 1,
    untilMs: untilMs.value,
    recording: "entries",
  };
  return {
    value: {
      pod: pod.value,
      input,
      runs: runs.value,
      judgements: judgeExpectations(pod.value.pod, assumptions, scenario),
    },
  };
}

/** What `--scenario` and `--at` say, added to what the manifest and the project file say. */
function addTexts(line: CommandLine, found: RunnablePod): Parsed<RunnablePod> {
  const containers = allContainers(found.pod);
  // Where there is one container only, nobody needs to name it.
  const container = containers.length === 1 ? containers[0]?.name : undefined;
  const toText = (text: string): PlacedScenarioText => ({ text, container, source: "argument", place: undefined });
  const scenarios = optionsOf(line, "scenario");
  const events = optionsOf(line, "at").map((text) => `at ${text}`);
  const pod = { ...withScenario(found, [...scenarios, ...events].map(toText)), pod: found.pod };
  for (const { textIndex, message } of pod.scenario.problems) {
    const index = textIndex - found.scenarioTexts.length;
    if (index < 0) continue;
    const option = index < scenarios.length ? "--scenario" : "--at";
    return {
      problem: `${option} "${scenarios[index] ?? optionsOf(line, "at")[index - scenarios.length] ?? ""}": ${message}`,
    };
  }
  return { value: pod };
}

function commentProblems({ pod }: Play): readonly string[] {
  return pod.scenario.problems.map(
    ({ textIndex, message }) => `scenario "${pod.scenarioTexts[textIndex]?.text ?? ""}": ${message}`,
  );
}

function readUntil(text: string): Parsed<number> {
  const untilMs = parseDuration(text);
  if (untilMs === undefined || untilMs <= 0)
    return { problem: `--until cannot be ${text}: write a duration such as 30m or 1h30m` };
  if (untilMs > horizonLimitMs)
    return { problem: `--until cannot be ${text}: the longest is ${horizonLimitMs / 3_600_000}h` };
  return { value: Math.round(untilMs) };
}

function readCount(option: string, text: string | undefined, max: number): Parsed<number | undefined> {
  if (text === undefined) return { value: undefined };
  const count = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= max
    ? { value: count }
    : { problem: `${option} cannot be ${text}: write a whole number from 1 to ${max}` };
}

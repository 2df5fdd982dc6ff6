import { envelopeOf } from "../../../shared/forecast/runs/envelope.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import { inObject } from "../../exports/field-path.ts";
import { kubectlText } from "../../exports/kubectl-lines.ts";
import { pictureOf } from "../../exports/picture.ts";
import { createPlay, type PodPlay, playedPod, timelineOf } from "../../exports/play.ts";
import { podName } from "../../exports/pod-name.ts";
import { prettyJson } from "../../exports/pretty-json.ts";
import { envelopeJson, timelineJson } from "../../exports/timeline-json.ts";
import { timelineMarkdown } from "../../exports/timeline-markdown.ts";
import { judgmentText, timelineText } from "../../exports/timeline-text.ts";
import { type CommandLine, optionOf, type Parsed } from "../arguments/command-line.ts";
import { callSettings } from "../arguments/flags.ts";
import { readCount } from "../arguments/read-count.ts";
import { readUntil } from "../arguments/until.ts";
import { type FoundPod, findPod } from "../files/find-pod.ts";
import { readPiped } from "../files/piped-files.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, say, wantsColor, writeResult } from "../terminal/terminal.ts";
import { addTexts } from "./add-texts.ts";
import { envelopeText } from "./simulate-text.ts";

const runsMax = 1000;
const seedMax = 2 ** 31;

/** `pod-cadence simulate`: 0 done, 1 an expectation failed, 2 there is no such pod, or the scenario is not understood. */
export async function simulatePod(line: CommandLine): Promise<ExitCode> {
  const settings = callSettings(line, process.cwd());
  if ("problem" in settings) return fail([settings.problem]);
  const found = await findPod(line, { ...settings.value, piped: await readPiped(settings.value) });
  if ("problem" in found) return fail([found.problem]);
  const play = playOf(line, found.value);
  if ("problem" in play) return fail([play.problem]);
  const written = await writeResult(line, render(line, play.value));
  if (written !== 0) return written;
  note(line, [...found.value.notes, ...play.value.notes]);
  const failed = play.value.play.judgments().filter(({ holds }) => !holds);
  if (!showsExpectations(line)) say(failed.map(judgmentText));
  return failed.length === 0 ? 0 : 1;
}

/** The other formats have the expectations in them. A picture and the lines of kubectl do not, and a file may be read by nobody. */
function showsExpectations(line: CommandLine): boolean {
  const format = optionOf(line, "format");
  return format !== "kubectl" && format !== "svg" && optionOf(line, "output") === undefined;
}

function render(line: CommandLine, { play, notes }: AskedPlay): string {
  const format = optionOf(line, "format") ?? "text";
  const style = createStyle(wantsColor(line));
  const envelope = play.runs === undefined ? undefined : envelopeOf(play.input, play.runs);
  if (envelope !== undefined && format === "json") return prettyJson(envelopeJson(play, envelope));
  if (envelope !== undefined && format !== "svg") return envelopeText(play, envelope, style);
  const hasStatuses = format === "json" || format === "kubectl";
  const timeline = timelineOf(play, hasStatuses ? "statuses" : "entries");
  switch (format) {
    case "json":
      return prettyJson(timelineJson(play, timeline));
    case "kubectl":
      return kubectlText(play, timeline);
    case "svg":
      return pictureOf(play, { timeline, envelope, view: undefined });
    case "markdown":
      return timelineMarkdown(playedPod(play, timeline), { answer: play.answer(), notes });
    default:
      return timelineText(playedPod(play, timeline), style);
  }
}

/** A play, and what of its scenario is not understood. */
interface AskedPlay {
  readonly play: PodPlay;
  readonly notes: readonly string[];
}

function playOf(line: CommandLine, { pod: found }: FoundPod): Parsed<AskedPlay> {
  const untilMs = readUntil(line);
  const seed = readCount("--seed", optionOf(line, "seed"), seedMax);
  const runs = readCount("--runs", optionOf(line, "runs"), runsMax);
  const pod = addTexts(line, found);
  for (const read of [untilMs, seed, runs, pod]) if ("problem" in read) return read;
  if ("problem" in untilMs || "problem" in seed || "problem" in runs || "problem" in pod) return { problem: "" };
  const format = optionOf(line, "format") ?? "text";
  if (runs.value !== undefined && (format === "kubectl" || format === "markdown"))
    return { problem: `--runs does not support --format ${format}: use text, json, or svg` };
  const { located, settings, scenario } = pod.value;
  const { assumptions, assumptionsText } = settings;
  const play = createPlay({
    kind: located.kind,
    name: located.name,
    namespace: located.namespace,
    specPath: inObject(located),
    assumptionsText,
    input: {
      pod: pod.value.pod,
      assumptions,
      scenario: scenario.scenario,
      job: pod.value.jobSpec(),
      seed: seed.value ?? 1,
      untilMs: untilMs.value,
      recording: "entries",
    },
    runs: runs.value,
  });
  return { value: { play, notes: [...commentProblems(pod.value), ...jobNote(pod.value, play)] } };
}

function jobNote({ jobSpec }: RunnablePod, play: PodPlay): readonly string[] {
  const job = jobSpec();
  if (job === undefined || play.input.job !== undefined) return [];
  const why =
    job.suspend || job.managedByOther
      ? "which is suspended or managed by another controller"
      : 'because nothing says what its containers do; add --scenario "exits 1 after 5s" to simulate the Job with all its pods';
  return [`${podName(play)}: simulating one pod without its Job, ${why}`];
}

function commentProblems({ scenario, scenarioTexts }: RunnablePod): readonly string[] {
  return scenario.problems.map(
    ({ textIndex, message }) => `scenario "${scenarioTexts[textIndex]?.text ?? ""}": ${message}`,
  );
}

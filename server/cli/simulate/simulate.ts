import type { FirstWords } from "../../../shared/forecast/first-screen/first-words.ts";
import type { EnvelopeEntry } from "../../../shared/forecast/runs/envelope.ts";
import { playableJob } from "../../../shared/forecast/runs/job-played.ts";
import { askedOutcomes } from "../../analysis/asked-texts.ts";
import { observedFutureOf } from "../../analysis/observed.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import { inObject } from "../../exports/field-path.ts";
import { kubectlText } from "../../exports/kubectl-lines.ts";
import { pictureOf } from "../../exports/picture.ts";
import { createPlay, envelopeOfPlay, type PodPlay, playedPod, timelineOf } from "../../exports/play.ts";
import { podName } from "../../exports/pod-name.ts";
import { prettyJson } from "../../exports/pretty-json.ts";
import { envelopeJson, timelineJson } from "../../exports/timeline-json.ts";
import { timelineMarkdown } from "../../exports/timeline-markdown.ts";
import { judgmentText, timelineText } from "../../exports/timeline-text.ts";
import { wordsOfFuture } from "../../rules/rejections/first-words.ts";
import { type CommandLine, has, optionOf, type Parsed } from "../arguments/command-line.ts";
import { callSettings } from "../arguments/flags.ts";
import type { PlayOptions } from "../arguments/play-options.ts";
import { askedProblems, scenarioNotes, unplayedNotes } from "../files/asked.ts";
import { type FoundPod, findPod } from "../files/find-pod.ts";
import { readPiped } from "../files/piped-files.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, say, textColumns, wantsColor, writeResult } from "../terminal/terminal.ts";
import { envelopeText, lanesPage } from "./simulate-text.ts";

/** `pod-cadence simulate`: 0 done, 1 an expectation failed, 2 there is no such pod, or the scenario is not understood. */
export async function simulatePod(line: CommandLine): Promise<ExitCode> {
  const settings = callSettings(line, process.cwd());
  if ("problem" in settings) return fail([settings.problem]);
  const found = await findPod(line, { ...settings.value, piped: await readPiped(settings.value) });
  if ("problem" in found) return fail([found.problem]);
  const { play: options } = settings.value;
  const refused = askedProblems(options.asked, askedOutcomes(found.value.pod));
  if (refused.length > 0) return fail(refused);
  const play = playOf(line, found.value, options);
  if ("problem" in play) return fail([play.problem]);
  const written = await writeResult(line, render(line, play.value));
  if (written !== 0) return written;
  note(line, play.value.notes);
  const failed = play.value.judgments().filter(({ holds }) => !holds);
  if (!showsExpectations(line)) say(failed.map(judgmentText));
  return failed.length === 0 ? 0 : 1;
}

/** The other formats have the expectations in them. A picture and the lines of kubectl do not, and a file may be read by nobody. */
function showsExpectations(line: CommandLine): boolean {
  const format = optionOf(line, "format");
  return format !== "kubectl" && format !== "svg" && optionOf(line, "output") === undefined;
}

function render(line: CommandLine, play: PodPlay): string {
  const format = optionOf(line, "format") ?? "text";
  const page = { style: createStyle(wantsColor(line)), columns: textColumns(line) };
  const envelope = envelopeOf(play);
  if (envelope !== undefined && format === "json") return prettyJson(envelopeJson(play, envelope));
  if (envelope !== undefined && format !== "svg") return envelopeText(play, envelope, page);
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
      return timelineMarkdown(playedPod(play, timeline), { ...play, answer: play.answer() });
    default:
      return has(line, "verbose") ? timelineText(playedPod(play, timeline), page) : lanesPage(play, timeline, page);
  }
}

function envelopeOf(play: PodPlay): readonly EnvelopeEntry[] | undefined {
  if (play.runs === undefined) return undefined;
  const envelope = envelopeOfPlay(play, play.runs);
  for (let run = 0; run < envelope.runs; run += 1) envelope.play(run);
  return envelope.result();
}

function named({ located }: RunnablePod, first: FirstWords | undefined): FirstWords | undefined {
  return first && { ...first, note: `${podName(located)}: ${first.note}` };
}

function playOf(line: CommandLine, found: FoundPod, options: PlayOptions): Parsed<PodPlay> {
  const { horizonMs: untilMs, runs, seed, asked } = options;
  const format = optionOf(line, "format") ?? "text";
  if (runs !== undefined && (format === "kubectl" || format === "markdown"))
    return { problem: `--runs does not support --format ${format}: use text, json, or svg` };
  const { pod, notes } = found;
  const { located, settings, scenario } = pod;
  const { assumptions, assumptionsText } = settings;
  const ofScenario = [...scenarioNotes(pod), ...unplayedNotes(asked, "simulate", [scenario.scenario])];
  const future = found.surroundings && observedFutureOf(pod, found.surroundings, options);
  const timeline = future?.(seed, untilMs);
  const first = named(pod, timeline === undefined ? found.first : wordsOfFuture(found.first, timeline));
  const play = createPlay({
    future,
    kind: located.kind,
    name: located.name,
    namespace: located.namespace,
    specPath: inObject(located),
    assumptionsText,
    input: {
      pod: pod.pod,
      assumptions,
      scenario: scenario.scenario,
      job: pod.jobSpec(),
      seed,
      untilMs,
      recording: "entries",
    },
    runs,
    first,
    notes: [...notes, ...(first === undefined ? [] : [first.note]), ...ofScenario, ...jobNote(pod)],
  });
  return { value: play };
}

function jobNote({ jobSpec, located, scenario: { scenario } }: RunnablePod): readonly string[] {
  const job = jobSpec();
  if (job === undefined || playableJob(job, scenario) !== undefined) return [];
  const why =
    job.suspend || job.managedByOther
      ? `which ${job.suspend ? "is suspended" : "another controller manages"}`
      : 'because nothing says what its containers do; add --scenario "exits 1 after 5s" to simulate the Job with all its pods';
  return [`${podName(located)}: simulating one pod without its Job, ${why}`];
}

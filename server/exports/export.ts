import { admit } from "../../shared/api-server/admission/admit.ts";
import { isWorkloadKind, podSpecPaths } from "../../shared/api-server/types/kinds.ts";
import { visible } from "../../shared/basics/plain-line.ts";
import type { EnvelopeEntry } from "../../shared/forecast/runs/envelope.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import type { ExportAnswer, ExportParams, PlayParams } from "../../shared/protocol/panel/export.ts";
import { parseScenario } from "../../shared/scenario/language/parse.ts";
import { ofWrittenPod } from "../../shared/scenario/written-pod.ts";
import { horizonLimitMs } from "../../shared/simulation/index.ts";
import { commandText } from "./command.ts";
import { kubectlText } from "./kubectl-lines.ts";
import { pictureOf } from "./picture.ts";
import { createPlay, envelopeOfPlay, type PodPlay, playedPod, timelineOf } from "./play.ts";
import { prettyJson } from "./pretty-json.ts";
import { envelopeJson, timelineJson } from "./timeline-json.ts";
import { timelineMarkdown } from "./timeline-markdown.ts";

/**
 * One run in another form, as the command line would write it. Undefined if there is not one container in the pod.
 * Many runs take a while: `pause` lets others in between.
 */
export async function exportRun(params: ExportParams, pause: () => Promise<void>): Promise<ExportAnswer | undefined> {
  const play = readPlay(params);
  if (play === undefined) return undefined;
  switch (params.format) {
    case "svg":
      return { text: await svgText(play, params, pause), language: "xml", extension: "svg" };
    case "json":
      return { text: await jsonText(play, params, pause), language: "json", extension: "json" };
    case "markdown":
      return { text: markdownText(play, params), language: "markdown", extension: "md" };
    case "kubectl":
      return { text: kubectlText(play, timelineOf(play, "statuses")), language: "plaintext", extension: "txt" };
    case "cli":
      return { text: cliText(play, params), language: "shellscript", extension: "sh" };
  }
}

async function svgText(play: PodPlay, { view, alerts }: ExportParams, pause: () => Promise<void>): Promise<string> {
  const envelope = await playedEnvelope(play, pause);
  return pictureOf(play, { timeline: timelineOf(play, "entries"), envelope, view, alerts });
}

async function jsonText(play: PodPlay, { alerts }: ExportParams, pause: () => Promise<void>): Promise<string> {
  const envelope = await playedEnvelope(play, pause);
  const json = envelope === undefined ? timelineJson(play, timelineOf(play, "statuses")) : envelopeJson(play, envelope);
  // The same value, in letters that a terminal does not obey.
  return visible(prettyJson(alerts === undefined ? json : { ...json, alerts }), (found) => found === "\n");
}

function markdownText(play: PodPlay, { alerts }: ExportParams): string {
  const played = playedPod(play, timelineOf(play, "entries"));
  return timelineMarkdown(played, { answer: play.answer(), notes: play.notes, alerts });
}

function cliText({ input }: PodPlay, { play, runs }: ExportParams): string {
  return commandText(play, allContainers(input.pod), runs);
}

/** Undefined if there is not one container in the pod. */
export function readPlay({ play, runs }: Pick<ExportParams, "play" | "runs">): PodPlay | undefined {
  const { written, assumptions, assumptionsText, scenarioTexts, seed, untilMs, job } = play;
  const { pod } = admit(written, assumptions);
  if (pod === undefined) return undefined;
  const { scenario, problems } = parseScenario(scenarioTexts, allContainers(pod));
  const { kind, name, namespace } = written;
  return createPlay({
    kind,
    name,
    namespace,
    specPath: specPathOf(play),
    assumptionsText,
    input: {
      pod,
      assumptions,
      scenario: ofWrittenPod(scenario, kind),
      job,
      seed,
      untilMs: Math.min(untilMs, horizonLimitMs),
      recording: "entries",
    },
    runs,
    notes: problems.map(({ textIndex, message }) => `Ignored "${scenarioTexts[textIndex]?.text ?? ""}": ${message}`),
  });
}

function specPathOf({ written: { kind }, specPath }: PlayParams): NonNullable<PlayParams["specPath"]> {
  return specPath ?? (isWorkloadKind(kind) ? podSpecPaths[kind] : []);
}

async function playedEnvelope(
  play: PodPlay,
  pause: () => Promise<void>,
): Promise<readonly EnvelopeEntry[] | undefined> {
  const { runs } = play;
  if (runs === undefined) return undefined;
  const envelope = envelopeOfPlay(play, runs);
  for (let run = 0; run < runs; run += 1) {
    envelope.play(run);
    await pause();
  }
  return envelope.result();
}

import { admit } from "../../shared/admission/admit.ts";
import { createEnvelope, type EnvelopeEntry } from "../../shared/forecast/envelope.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import type { ExportAnswer, ExportParams, PlayParams } from "../../shared/protocol/export.ts";
import { parseScenario } from "../../shared/scenario/parse.ts";
import { horizonLimitMs } from "../../shared/simulation/index.ts";
import { isWorkloadKind, podSpecPaths } from "../../shared/validation/kinds.ts";
import { commandText } from "./command.ts";
import { kubectlText } from "./kubectl-lines.ts";
import { pictureOf } from "./picture.ts";
import { createPlay, type Play, playedPod, timelineOf } from "./play.ts";
import { prettyJson } from "./pretty-json.ts";
import { envelopeJson, timelineJson } from "./timeline-json.ts";
import { timelineMarkdown } from "./timeline-markdown.ts";

/**
 * One run in another form, as the command line would write it. Undefined: there is not one container in the pod.
 * Many runs take a while: `pause` lets others in between.
 */
export async function exportRun(params: ExportParams, pause: () => Promise<void>): Promise<ExportAnswer | undefined> {
  const asked = readPlay(params);
  if (asked === undefined) return undefined;
  const { play, notes } = asked;
  switch (params.format) {
    case "svg": {
      const envelope = await envelopeOfPlay(play, pause);
      const text = pictureOf(play, {
        timeline: timelineOf(play, "entries"),
        envelope,
        view: params.view,
        alerts: params.alerts,
      });
      return { text, language: "xml", extension: "svg" };
    }
    case "json": {
      const envelope = await envelopeOfPlay(play, pause);
      const json =
        envelope === undefined ? timelineJson(play, timelineOf(play, "statuses")) : envelopeJson(play, envelope);
      const { alerts } = params;
      return {
        text: prettyJson(alerts === undefined ? json : { ...json, alerts }),
        language: "json",
        extension: "json",
      };
    }
    case "markdown": {
      const played = playedPod(play, timelineOf(play, "entries"));
      return {
        text: timelineMarkdown(played, { answer: play.answer(), notes, alerts: params.alerts }),
        language: "markdown",
        extension: "md",
      };
    }
    case "kubectl":
      return { text: kubectlText(play, timelineOf(play, "statuses")), language: "plaintext", extension: "txt" };
    case "cli": {
      const text = commandText(params.play, allContainers(play.input.pod), params.runs);
      return { text, language: "shellscript", extension: "sh" };
    }
  }
}

interface AskedPlay {
  readonly play: Play;
  readonly notes: readonly string[];
}

/** Undefined: there is not one container in the pod. */
export function readPlay({ play, runs }: Pick<ExportParams, "play" | "runs">): AskedPlay | undefined {
  const { written, assumptions, assumptionsText, scenarioTexts, seed, untilMs, job } = play;
  const { pod } = admit(written, assumptions);
  if (pod === undefined) return undefined;
  const { scenario, problems } = parseScenario(scenarioTexts, allContainers(pod));
  const { kind, name, namespace } = written;
  return {
    play: createPlay({
      kind,
      name,
      namespace,
      specPath: specPathOf(play),
      assumptionsText,
      input: {
        pod,
        assumptions,
        scenario,
        job,
        seed,
        untilMs: Math.min(untilMs, horizonLimitMs),
        recording: "entries",
      },
      runs,
    }),
    notes: problems.map(({ textIndex, message }) => `Ignored "${scenarioTexts[textIndex]?.text ?? ""}": ${message}`),
  };
}

function specPathOf({ written: { kind }, specPath }: PlayParams): NonNullable<PlayParams["specPath"]> {
  return specPath ?? (isWorkloadKind(kind) ? podSpecPaths[kind] : []);
}

async function envelopeOfPlay(
  { input, runs }: Play,
  pause: () => Promise<void>,
): Promise<readonly EnvelopeEntry[] | undefined> {
  if (runs === undefined) return undefined;
  const envelope = createEnvelope(input, runs);
  for (let run = 0; run < runs; run += 1) {
    envelope.play(run);
    await pause();
  }
  return envelope.result();
}

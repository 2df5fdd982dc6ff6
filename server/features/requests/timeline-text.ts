import { play } from "../../../shared/controllers/job/play.ts";
import { judgeExpectations } from "../../../shared/forecast/expectations/expectations.ts";
import { playableJob } from "../../../shared/forecast/runs/job-played.ts";
import type { AnswerOf, ParamsOf, serverRequests } from "../../../shared/protocol/request.ts";
import { observedFutureOf, type Surroundings } from "../../analysis/observed.ts";
import type { AnalyzedDocument, RunnablePod } from "../../analysis/subject.ts";
import { podName } from "../../exports/pod-name.ts";
import { timelineDocument } from "../../exports/timeline-text.ts";
import { forecastUntil } from "../../rules/rejections/answer.ts";
import { firstWordsOf, wordsOfFuture } from "../../rules/rejections/first-words.ts";
import type { Context } from "../core/feature.ts";
import { documentAt } from "../core/places.ts";
import { podsOfFile, referenceTo, wantedPod } from "../core/pod-reference.ts";
import { analyzed, runnablePods } from "../core/subjects.ts";
import { brokenText } from "./pod-payload.ts";

/** Default of the simulator's setting. */
const defaultHorizonMs = 30 * 60_000;
/** The run that everything shows first. */
const seed = 1;

export type TimelineTextPlace = Omit<ParamsOf<typeof serverRequests.timelineText>, "uri">;
type TimelineTextAnswer = AnswerOf<typeof serverRequests.timelineText>;

/** The timeline of a pod as a document. Null: the file holds no such pod, and is not broken either. */
export function timelineTextAnswer(context: Context, wanted: TimelineTextPlace): TimelineTextAnswer | null {
  const found = wantedPod(context, podsOfFile(context), wanted);
  const problem = found === undefined ? brokenDocument(context, wanted) : brokenText(context, found);
  if (problem !== undefined) return { problem: `The manifest is not valid: ${problem}` };
  if (found === undefined) return null;
  const { placed, located } = found;
  const document = analyzed(context, placed);
  const pod = runnablePods(document).find((each) => each.located === located);
  if (pod === undefined) return { problem: `${podName(located)} has no containers to simulate.` };
  return {
    title: `Timeline of ${located.kind} ${located.name || "(unnamed)"}`,
    text: documentOf(document, pod, { manifest: context.manifest, untilMs: wanted.horizonMs ?? defaultHorizonMs }),
    language: "plaintext",
    reference: referenceTo(context, found),
  };
}

interface Asked extends Surroundings {
  readonly untilMs: number;
}

function documentOf(document: AnalyzedDocument, analyzedPod: RunnablePod, { untilMs, ...surroundings }: Asked): string {
  const { pod, located, settings, scenarioTexts } = analyzedPod;
  const { assumptions, assumptionsText } = settings;
  const { scenario, problems } = analyzedPod.scenario;
  const job = playableJob(analyzedPod.jobSpec(), scenario);
  const future = observedFutureOf(analyzedPod, surroundings, { seed, horizonMs: untilMs });
  const goesOn = future?.(seed, untilMs);
  const timeline = goesOn ?? play({ pod, assumptions, scenario, job, seed, untilMs, recording: "entries" });
  const judgments = judgeExpectations(pod, assumptions, scenario, future);
  const first = firstWordsOf(document, analyzedPod, surroundings);
  return timelineDocument(
    { name: podName(located), pod, assumptionsText, timeline, judgments },
    {
      first: goesOn === undefined ? first : wordsOfFuture(first, goesOn),
      answer: goesOn === undefined ? forecastUntil(analyzedPod, { horizonMs: untilMs })?.answer : undefined,
      notes: problems.map(({ textIndex, message }) => `Ignored "${scenarioTexts[textIndex]?.text ?? ""}": ${message}`),
    },
  );
}

/** A pod that is not found may stand in a document that cannot be read: the one at the position, else any. */
function brokenDocument(context: Context, { position }: TimelineTextPlace): string | undefined {
  const at = position && documentAt(context, position);
  for (const placed of at === undefined ? context.manifest.documents : [at.placed]) {
    const problem = brokenText(context, { placed });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

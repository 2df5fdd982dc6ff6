import { formatDuration } from "../../../shared/basics/durations.ts";
import type { simulatedSchema } from "../../../shared/protocol/request.ts";
import type { Message } from "../../../shared/protocol/values/parse.ts";
import { analyzeDocument } from "../../analysis/analysis.ts";
import { askedOutcomes, overriddenNotes } from "../../analysis/asked-texts.ts";
import { observedFutureOf } from "../../analysis/observed.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import type { DiffFile } from "../../diff/model.ts";
import { briefEntries } from "../../exports/brief.ts";
import { inObject } from "../../exports/field-path.ts";
import { createPlay, timelineOf } from "../../exports/play.ts";
import { podName } from "../../exports/pod-name.ts";
import { timelineJson } from "../../exports/timeline-json.ts";
import { firstWordsOf, wordsOfFuture } from "../../rules/rejections/first-words.ts";
import { runnablePods } from "../core/subjects.ts";
import { askedNames, readAsked, refusedIn } from "./read-asked.ts";

type Params = Message<typeof simulatedSchema>;

interface Problem {
  readonly problem: string;
}

/** One pod of a text in virtual time, as the tool `simulate` of `pod-cadence mcp` says it. */
export function briefSimulation({ manifest, settings }: DiffFile, params: Params) {
  const read = readAsked(params);
  if ("problem" in read) return read;
  const { asked, extent } = read;
  const documents = manifest.documents.map(({ document }) => analyzeDocument(document, { ...settings, asked }));
  const pod = chosenPod(documents.flatMap(runnablePods), params.pod);
  if ("problem" in pod) return pod;
  const problem = refusedIn(asked, askedOutcomes(pod));
  if (problem !== undefined) return { problem };
  const { located, scenario } = pod;
  const { assumptions, assumptionsText } = settings;
  const { kind, name, namespace } = located;
  const { seed, horizonMs: untilMs } = extent;
  const input = {
    ...{ pod: pod.pod, assumptions, scenario: scenario.scenario, job: pod.jobSpec(), seed },
    ...{ untilMs, recording: "entries" as const },
  };
  const specPath = inObject(located);
  const document = documents.find((each) => runnablePods(each).includes(pod));
  const future = observedFutureOf(pod, { manifest }, extent);
  const played = future?.(seed, untilMs);
  const said = document && firstWordsOf(document, pod, { manifest });
  const first = played === undefined ? said : wordsOfFuture(said, played);
  const notes = [
    ...(first === undefined ? [] : [`${podName(located)}: ${first.note}`]),
    ...overriddenNotes(pod, podName(located), askedNames),
  ];
  const play = createPlay({ kind, name, namespace, specPath, assumptionsText, input, runs: undefined, notes, future });
  const { entries, expectations } = timelineJson(play, timelineOf(play, "entries"));
  const head = { pod: podName(located), seed, until: formatDuration(untilMs) };
  return { ...head, ...briefEntries(entries), expectations, notes };
}

function chosenPod(pods: readonly RunnablePod[], wanted: string | undefined): RunnablePod | Problem {
  const isWanted = ({ located }: RunnablePod): boolean =>
    wanted === undefined ||
    [located.name, podName(located)].some((name) => name.toLowerCase() === wanted.toLowerCase());
  const [found, second] = pods.filter(isWanted);
  if (found !== undefined && second === undefined) return found;
  if (pods.length === 0) return { problem: "The manifest contains no pod." };
  const names = pods.slice(0, 8).map(({ located }) => podName(located));
  return { problem: `Give the pod to simulate: ${names.join(", ")}.` };
}

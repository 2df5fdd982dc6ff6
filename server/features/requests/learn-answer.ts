import { exactly } from "../../../shared/basics/span.ts";
import { incidentOf, watchedPod } from "../../../shared/evidence/incident.ts";
import { type LearnedWorkload, learnWorkloads } from "../../../shared/learn/index.ts";
import type { ParamsOf, serverRequests } from "../../../shared/protocol/request.ts";
import type { Writing } from "../../../shared/protocol/values/values.ts";
import { readInput } from "../../incident/read-input.ts";
import { seenAtMs } from "../../live/live-view.ts";
import { podsOfManifest } from "../../live/manifest-pods.ts";
import { type LearningPlace, learnedEdits } from "../../repairs/write-learned.ts";
import type { Context } from "../core/feature.ts";
import { type PodOfFile, podsOfFile, wantedPod } from "../core/pod-reference.ts";
import { isJson, noCommentsInJson } from "../core/read-manifest.ts";
import { analyzed, runnablePods } from "../core/subjects.ts";

type Asked = ParamsOf<typeof serverRequests.learn>;

/** What was seen of pods, and of what cannot be said: sentences. */
interface Learned {
  readonly workloads: readonly LearnedWorkload[];
  readonly notes: readonly string[];
}

/** The edits that make a manifest say what pods did, as `pod-cadence learn --write` does it. */
export function learnAnswer(context: Context, asked: Asked): Writing | null {
  const pod = wantedPod(context, podsOfFile(context), asked);
  if (pod === undefined) return null;
  const { version } = context.document;
  if (isJson(context.document)) return { version, edits: [], message: noCommentsInJson };
  const { workloads, notes } = asked.texts === undefined ? ofCluster(context, pod) : ofTexts(context, asked.texts);
  const said = (sentences: readonly string[]): string => sentences.slice(0, sentencesMax).map(sentenceOf).join(" ");
  if (workloads.length === 0) return { version, edits: [], message: said([...notes, nothingSeen]) };
  const learned = learnedEdits(workloads, placesOf(context));
  const containers = workloads.flatMap((workload) => workload.containers);
  if ("problems" in learned) {
    const problems = learned.problems.map((problem) => `Nothing is written: ${problem}`);
    return { version, edits: [], message: said([...problems, ...containers.flatMap(({ unknown }) => unknown)]) };
  }
  const proposals = containers.flatMap((container) => container.proposals.map(({ text }) => text));
  return {
    version,
    edits: learned.edits.map(({ start, end, newText }) => ({
      range: { start: context.document.positionAt(start), end: context.document.positionAt(end) },
      newText,
    })),
    message: said([...learned.notes, ...proposals]),
  };
}

/** Nobody reads a longer message. */
const sentencesMax = 4;
const nothingSeen = "No pod with a status was found. Give the pods, too: kubectl get pods,events -o yaml";

function sentenceOf(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}

function ofTexts({ settings }: Context, texts: NonNullable<Asked["texts"]>): Learned {
  const incident = incidentOf(texts.map(({ name, text }) => readInput(name, text, undefined)));
  return {
    workloads: learnWorkloads(incident.pods, settings.assumptions),
    notes: incident.inputs.flatMap((input) => input.notes),
  };
}

function ofCluster(context: Context, { located }: PodOfFile): Learned {
  const pods = podsOfManifest(context.live.pods, located);
  const taken = exactly(seenAtMs(context.live));
  const assumptions = pods[0]?.assumed().assumptions ?? context.settings.assumptions;
  const seen = pods.map(({ look }) => watchedPod(look, { path: "cluster", line: 1 }, taken));
  const workloads = learnWorkloads(seen, assumptions);
  const [only, ...others] = workloads;
  // The cluster says that they are of this object, which an owner of an unknown kind does not.
  const { kind, name } = located;
  return { workloads: only !== undefined && others.length === 0 ? [{ ...only, kind, name }] : workloads, notes: [] };
}

function placesOf(context: Context): readonly LearningPlace[] {
  return context.manifest.documents.flatMap((placed) => {
    const ofDocument = analyzed(context, placed);
    return runnablePods(ofDocument).map((ofPod) => ({ ofDocument, ofPod, startOffset: placed.startOffset }));
  });
}

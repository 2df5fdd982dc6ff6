import type { Path } from "../../../shared/basics/path.ts";
import { allContainers, probeField, probeTypes } from "../../../shared/kubernetes/pod.ts";
import type { PathLocation, PodPayload } from "../../../shared/protocol/pod/pod.ts";
import type { PodPlace } from "../../../shared/protocol/request.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import { inObject } from "../../exports/field-path.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import { answerOf } from "../../rules/rejections/answer.ts";
import { refusalOf } from "../../rules/rejections/rejection.ts";
import type { Context } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";
import { type PodOfFile, podsOfFile, referenceTo, wantedPod } from "../core/pod-reference.ts";
import { analyzed } from "../core/subjects.ts";

/** Everything that the panel needs to play one pod; null: the file holds no such pod. */
export function podPayload(context: Context, { reference, position }: PodPlace): PodPayload | null {
  const pods = podsOfFile(context);
  const pod = wantedPod(context, pods, { reference, position });
  const analyzedPod = pod && analyzed(context, pod.placed).pods.find(({ located }) => located === pod.located);
  return pod && analyzedPod ? payloadOf(context, pod, analyzedPod) : null;
}

function payloadOf(context: Context, pod: PodOfFile, analyzedPod: AnalyzedPod): PodPayload {
  const refused = refusalOf(analyzed(context, pod.placed), analyzedPod);
  const { kind, name, namespace, spec } = pod.located;
  return {
    reference: referenceTo(context, pod),
    // Most are not: then there is nothing to say.
    written: { kind, name, namespace, spec, ...(analyzedPod.isStatic && { isStatic: true }) },
    specPath: inObject(pod.located),
    scenarioTexts: analyzedPod.scenarioTexts.map(({ text, container, source }) => ({ text, container, source })),
    assumptions: context.settings.assumptions,
    assumptionsText: context.settings.assumptionsText,
    job: analyzedPod.jobSpec(),
    ...loadOf(context),
    ...(context.settings.training !== undefined && { training: context.settings.training }),
    answer: answerOf(analyzed(context, pod.placed), analyzedPod, { manifest: context.manifest }),
    locations: pathsOfInterest(analyzedPod).map((path) => locate(context, pod, path)),
    fields: explainingFields(analyzedPod)
      .filter((path) => nodeAt(pod.placed.document, [...pod.located.prefix, ...path]) !== undefined)
      .map((path) => locate(context, pod, path, "key")),
    scenarioRanges: analyzedPod.scenarioTexts.map(({ place }) =>
      place === undefined ? null : rangeInFile(context, pod.placed, place),
    ),
    broken: brokenText(context, pod),
    ...(refused !== undefined && { refused }),
  };
}

function loadOf({ settings: { load } }: Context): Pick<PodPayload, "load"> {
  const { mix, nodes } = load;
  return mix === undefined && nodes === 1 ? {} : { load: { ...(mix && { pods: mix.text }), nodes } };
}

function pathsOfInterest({ pod }: AnalyzedPod): Path[] {
  if (pod === undefined) return [];
  return allContainers(pod).flatMap(({ path, probes, postStart, preStop, restartPolicyRules }) => [
    path,
    ...probeTypes.filter((type) => probes[type] !== undefined).map((type) => [...path, probeField(type)]),
    ...(postStart === undefined ? [] : [[...path, "lifecycle", "postStart"]]),
    ...(preStop === undefined ? [] : [[...path, "lifecycle", "preStop"]]),
    ...restartPolicyRules.map((_, index) => [...path, "restartPolicyRules", index]),
  ]);
}

const probeFields = ["failureThreshold", "periodSeconds", "timeoutSeconds", "initialDelaySeconds"];
const graceField = "terminationGracePeriodSeconds";

/** What an explanation of a wait or a kill names, written or not. */
function explainingFields({ pod }: AnalyzedPod): Path[] {
  if (pod === undefined) return [];
  const ofContainers = allContainers(pod).flatMap(({ path, probes, restartPolicyRules }) => [
    [...path, "name"],
    [...path, "restartPolicy"],
    ...probeTypes
      .filter((type) => probes[type] !== undefined)
      .map((type) => [...path, probeField(type)])
      .flatMap((probe) => [probe, ...[...probeFields, graceField].map((field) => [...probe, field])]),
    ...restartPolicyRules.map((_, index) => [...path, "restartPolicyRules", index]),
  ]);
  return [[graceField], ["restartPolicy"], ...ofContainers];
}

function locate(
  context: Context,
  { placed, located }: PodOfFile,
  path: Path,
  on: "key" | "value" = "value",
): PathLocation {
  const range = rangeOf(placed.document, [...located.prefix, ...path], on);
  return { path, range: rangeInFile(context, placed, range) };
}

/** Why the document of a pod cannot be read as a whole. */
export function brokenText({ document }: Context, { placed }: Pick<PodOfFile, "placed">): string | undefined {
  const [problem] = placed.document.problems;
  if (problem === undefined) return undefined;
  const { line } = document.positionAt(placed.startOffset + problem.start);
  return `Line ${line + 1}: ${problem.message}`;
}

import type { Path } from "../../shared/kubernetes/path.ts";
import { allContainers, probeField, probeTypes } from "../../shared/kubernetes/pod.ts";
import type { PathLocation, PodPayload } from "../../shared/protocol/pod.ts";
import type { PodRequestParams } from "../../shared/protocol/requests.ts";
import { inObject } from "../exports/field-path.ts";
import { rangeOf } from "../manifest/ranges.ts";
import { refusalOf } from "../rules/rejection.ts";
import type { AnalysedPod } from "../rules/subject.ts";
import type { Context } from "./feature.ts";
import { rangeInFile } from "./places.ts";
import { type PodOfFile, podsOfFile, referenceTo, wantedPod } from "./pod-reference.ts";
import { analysed } from "./subjects.ts";

/** Everything that the panel needs to play one pod; null: the file holds no such pod. */
export function podPayload(context: Context, { reference, position }: PodRequestParams): PodPayload | null {
  const pods = podsOfFile(context);
  const pod = wantedPod(context, pods, { reference, position });
  const analysedPod = pod && analysed(context, pod.placed).pods.find(({ located }) => located === pod.located);
  return pod && analysedPod ? payloadOf(context, pod, analysedPod) : null;
}

function payloadOf(context: Context, pod: PodOfFile, analysedPod: AnalysedPod): PodPayload {
  const refused = refusalOf(analysed(context, pod.placed), analysedPod);
  const { kind, name, namespace, spec } = pod.located;
  return {
    reference: referenceTo(context, pod),
    written: { kind, name, namespace, spec },
    specPath: inObject(pod.located),
    scenarioTexts: analysedPod.scenarioTexts.map(({ text, container, source }) => ({ text, container, source })),
    assumptions: context.settings.assumptions,
    assumptionsText: context.settings.assumptionsText,
    answer: analysedPod.forecast()?.summary ?? "",
    locations: pathsOfInterest(analysedPod).map((path) => locate(context, pod, path)),
    broken: brokenText(context, pod),
    ...(refused !== undefined && { refused }),
  };
}

function pathsOfInterest({ pod }: AnalysedPod): Path[] {
  if (pod === undefined) return [];
  return allContainers(pod).flatMap(({ path, probes, postStart, preStop, restartPolicyRules }) => [
    path,
    ...probeTypes.filter((type) => probes[type] !== undefined).map((type) => [...path, probeField(type)]),
    ...(postStart === undefined ? [] : [[...path, "lifecycle", "postStart"]]),
    ...(preStop === undefined ? [] : [[...path, "lifecycle", "preStop"]]),
    ...restartPolicyRules.map((_, index) => [...path, "restartPolicyRules", index]),
  ]);
}

function locate(context: Context, { placed, located }: PodOfFile, path: Path): PathLocation {
  const range = rangeOf(placed.document, [...located.prefix, ...path], "value");
  return { path, range: rangeInFile(context, placed, range) };
}

/** Why the document of a pod cannot be read as a whole. */
export function brokenText({ document }: Context, { placed }: Pick<PodOfFile, "placed">): string | undefined {
  const [problem] = placed.document.problems;
  if (problem === undefined) return undefined;
  const { line } = document.positionAt(placed.startOffset + problem.start);
  return `Line ${line + 1}: ${problem.message}`;
}

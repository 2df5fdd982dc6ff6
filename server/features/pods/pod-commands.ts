import type { CodeLens } from "vscode-languageserver";
import { plainLine } from "../../../shared/basics/plain-line.ts";
import type { PodReference } from "../../../shared/protocol/pod/pod.ts";
import { observedNow } from "../../analysis/observed.ts";
import { workloadKindOf } from "../../analysis/workload-kind.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Context, Feature } from "../core/feature.ts";
import { positionOf } from "../core/places.ts";
import { type PodOfFile, podsOfFile, referenceTo } from "../core/pod-reference.ts";
import { analyzed } from "../core/subjects.ts";
import { observedLenses } from "./observed-pods.ts";

/** `Simulate pod`, `Forecast` and what was observed above each pod, in clients that have these commands. */
export const podCommands: Feature = {
  name: "pod commands",
  codeLenses(context) {
    if (!context.client.commandLinks || !context.display.codeLens) return [];
    const pods = podsOfFile(context).filter(({ located }) => located.spec !== undefined);
    return pods.flatMap((pod) => lensesAbove(context, pod));
  },
};

function lensesAbove(context: Context, pod: PodOfFile): CodeLens[] {
  const { placed, located } = pod;
  const object = rangeOf(placed.document, located.objectPath, "key");
  const start = positionOf(context.document, placed.startOffset + object.start);
  const range = { start, end: start };
  const reference = referenceTo(context, pod);
  return [
    { range, command: { title: "Simulate pod", command: "podCadence.simulatePod", arguments: [reference] } },
    ...rolloutLenses(pod, range, reference),
    { range, command: { title: "Forecast", command: "podCadence.showForecast", arguments: [reference] } },
    ...statusLenses(context, pod, range, reference),
    ...observedLenses(context, pod, range),
  ];
}

/** What the manifest's own status says first. */
function statusLenses(
  context: Context,
  { placed, located }: PodOfFile,
  range: CodeLens["range"],
  reference: PodReference,
): CodeLens[] {
  // Nearly no manifest has a status.
  if (!placed.document.text.includes("status:") && !placed.document.text.includes('"status"')) return [];
  const pod = analyzed(context, placed).pods.find((each) => each.located === located);
  const now = pod && observedNow(pod, context);
  if (now === undefined) return [];
  const command = {
    title: plainLine(now.headline, titleMax),
    command: "podCadence.showForecast",
    arguments: [reference],
  };
  return [{ range, command }];
}

const titleMax = 120;

/** Of what has rollouts. Whether it can be played is looked at when somebody asks. */
function rolloutLenses({ located }: PodOfFile, range: CodeLens["range"], reference: PodReference): CodeLens[] {
  if (workloadKindOf(located) === undefined) return [];
  const command = { title: "Simulate rollout", command: "podCadence.simulateRollout", arguments: [reference] };
  return [{ range, command }];
}

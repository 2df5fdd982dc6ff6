import type { CodeLens } from "vscode-languageserver";
import type { PodReference } from "../../../shared/protocol/pod/pod.ts";
import { workloadKindOf } from "../../analysis/workloads.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Context, Feature } from "../core/feature.ts";
import { positionOf } from "../core/places.ts";
import { type PodOfFile, podsOfFile, referenceTo } from "../core/pod-reference.ts";
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
    ...observedLenses(context, pod, range),
  ];
}

/** Of what has rollouts. Whether it can be played is looked at when somebody asks. */
function rolloutLenses({ located }: PodOfFile, range: CodeLens["range"], reference: PodReference): CodeLens[] {
  if (workloadKindOf(located) === undefined) return [];
  const command = { title: "Simulate rollout", command: "podCadence.simulateRollout", arguments: [reference] };
  return [{ range, command }];
}

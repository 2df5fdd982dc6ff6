import type { WorkloadKind } from "../../shared/controllers/objects/model.ts";
import { isOfRollout } from "../../shared/scenario/language/forms.ts";
import type { ContainerNames, ScenarioProblem, ScenarioText } from "../../shared/scenario/language/parse.ts";
import { readText } from "../../shared/scenario/language/statement.ts";
import { mistakeAt } from "../../shared/scenario/reading/problem.ts";
import { losesOwnNode } from "../../shared/scenario/written-pod.ts";
import type { LocatedPod } from "../manifest/text/model.ts";

/** A patch is not what the API server gets. */
export function workloadKindOf({ kind, apiVersion, partial }: LocatedPod): WorkloadKind | undefined {
  if (partial || apiVersion !== "apps/v1") return undefined;
  return kind === "Deployment" || kind === "StatefulSet" || kind === "DaemonSet" ? kind : undefined;
}

/** Why a text counts for nothing: it is about the pods of a workload, and this object has no rollouts. Undefined: it does not speak of any. */
export function unplayedMessage(
  located: LocatedPod,
  { text }: ScenarioText,
  containers: readonly ContainerNames[],
): string | undefined {
  if (located.partial || workloadKindOf(located) !== undefined) return undefined;
  const { statement } = readText(text, containers);
  // What is expected of it is judged by rollout-expectation-failed.
  if (statement?.kind !== "event" || !isOfRollout(statement.event)) return undefined;
  if (statement.event.kind === "node-loss" && losesOwnNode(located.kind)) return undefined;
  return `This is about the pods of a Deployment, StatefulSet, or DaemonSet. Nothing of it is played for a ${located.kind}.`;
}

/** The mistakes of texts that count for nothing. Whoever asks hears of their own texts in another way (`askedOutcomes`). */
export function unplayedProblems(
  located: LocatedPod,
  texts: readonly ScenarioText[],
  containers: readonly ContainerNames[],
): readonly ScenarioProblem[] {
  return texts.flatMap((text, textIndex) => {
    const message = text.source === "argument" ? undefined : unplayedMessage(located, text, containers);
    const place = { start: 0, end: text.text.trimEnd().length };
    return message === undefined ? [] : [{ ...mistakeAt(place, message), textIndex }];
  });
}

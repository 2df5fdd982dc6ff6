import { allContainers } from "../../shared/kubernetes/pod.ts";
import type { ForecastAnswer, ForecastRequestParams } from "../../shared/protocol/requests.ts";
import type { Position } from "../../shared/protocol/values.ts";
import { containerAnswer } from "./container-answer.ts";
import type { Context } from "./feature.ts";
import { kubeletAnswer } from "./kubelet.ts";
import { answerText, tableText } from "./markdown.ts";
import { documentAt } from "./places.ts";
import { type PodOfFile, podsOfFile, wantedPod } from "./pod-reference.ts";
import { analysed, runnablePods } from "./subjects.ts";

/** The page that `Forecast` opens, of the pod or the KubeletConfiguration at the position; null: neither is in the file. */
export function forecastAnswer(context: Context, { reference, position }: ForecastPlace): ForecastAnswer | null {
  const pod = wantedPod(context, podsOfFile(context), { reference, position });
  return (pod && ofPod(context, pod)) ?? ofKubelet(context, position) ?? null;
}

export type ForecastPlace = Pick<ForecastRequestParams, "reference" | "position">;

function ofPod(context: Context, { placed, located }: PodOfFile): ForecastAnswer | undefined {
  const pod = runnablePods(analysed(context, placed)).find((each) => each.located === located);
  const forecast = pod?.forecast();
  if (pod === undefined || forecast === undefined) return undefined;
  const containers = allContainers(pod.pod).flatMap((container) => {
    const answer = containerAnswer(context, { placed, pod, container });
    if (answer === undefined) return [];
    const table = answer.table === undefined ? "" : tableText(answer.table, { markdown: true });
    // Of a pod with one container both often say the same.
    const first = answer.first === forecast.summary ? "" : answer.first;
    return [`## ${container.name}`, first, table, ...(answer.notes ?? [])];
  });
  const title = `${located.kind || "Pod"} ${located.name || "without a name"}`;
  const parts = [`# ${title}`, forecast.summary, ...containers, context.settings.assumptionsText];
  return { title, markdown: parts.filter((part) => part !== "").join("\n\n") };
}

function ofKubelet(context: Context, position: Position | undefined): ForecastAnswer | undefined {
  const at = position && documentAt(context, position);
  const documents = at === undefined ? context.manifest.documents : [at.placed];
  for (const placed of documents) {
    const [configuration] = analysed(context, placed).kubelets;
    if (configuration !== undefined)
      return { title: "KubeletConfiguration", markdown: answerText(kubeletAnswer(context, configuration), context) };
  }
  return undefined;
}

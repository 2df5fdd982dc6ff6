import { answerLines } from "../../../shared/forecast/answer/words.ts";
import { screenOfAnswer } from "../../../shared/forecast/first-screen/first-screen.ts";
import { outageLine } from "../../../shared/forecast/outage/outage-words.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import type { AnswerOf, PodPlace, serverRequests } from "../../../shared/protocol/request.ts";
import type { Position } from "../../../shared/protocol/values/values.ts";
import { heading, literal, type Prose, paragraphs } from "../../markdown/markdown.ts";
import { answerOf } from "../../rules/rejections/answer.ts";
import type { Context } from "../core/feature.ts";
import { documentAt } from "../core/places.ts";
import { type PodOfFile, podsOfFile, wantedPod } from "../core/pod-reference.ts";
import { analyzed, runnablePods } from "../core/subjects.ts";
import { answerTable, answerText, spanTable } from "../hover/markdown.ts";
import { kubeletAnswer } from "../kubelet/kubelet.ts";
import { containerAnswer, containerRows } from "../pods/container-answer.ts";

/** The page that `Forecast` opens, of the pod or the KubeletConfiguration at the position; null: neither is in the file. */
export function forecastAnswer(context: Context, { reference, position }: ForecastPlace): ForecastAnswer | null {
  const pod = wantedPod(context, podsOfFile(context), { reference, position });
  return (pod && ofPod(context, pod)) ?? ofKubelet(context, position) ?? null;
}

type ForecastPlace = Omit<PodPlace, "uri">;
type ForecastAnswer = AnswerOf<typeof serverRequests.forecast>;

function ofPod(context: Context, { placed, located }: PodOfFile): ForecastAnswer | undefined {
  const pod = runnablePods(analyzed(context, placed)).find((each) => each.located === located);
  const forecast = pod?.forecast();
  if (pod === undefined || forecast === undefined) return undefined;
  const said = answerOf(analyzed(context, placed), pod, context) ?? forecast.answer;
  const { headline, rows: screenRows } = screenOfAnswer(said);
  const outage = said.basis === "scenario" ? outageLine(forecast.outages) : undefined;
  const rowsOfPod = [...screenRows, ...(outage === undefined ? [] : [{ label: "Outage", text: outage }])];
  const opening = [headline, ...rowsOfPod.map(({ label, text }) => `${label}: ${text}`)];
  const known = new Set([forecast.answer.headline, answerLines(forecast.answer).join("\n\n")]);
  const containers = allContainers(pod.pod).flatMap((container): readonly Prose[] => {
    const answer = containerAnswer(context, { placed, pod, container });
    if (answer === undefined) return [];
    const rows = forecast.containers.filter(({ name }) => name === container.name).flatMap(containerRows);
    const table = answerTable(spanTable(rows), context.client);
    // Of a pod with one container both often say the same.
    const first = typeof answer.first === "string" && known.has(answer.first) ? "" : answer.first;
    return [heading(2, container.name), first, table, ...(answer.notes ?? []), ...(answer.details ?? [])];
  });
  const title = `${located.kind || "Pod"} ${located.name || "(unnamed)"}`;
  const { markdown } = paragraphs([
    heading(1, title),
    ...opening,
    ...containers,
    literal(context.settings.assumptionsText),
  ]);
  return { title, markdown };
}

function ofKubelet(context: Context, position: Position | undefined): ForecastAnswer | undefined {
  const at = position && documentAt(context, position);
  const documents = at === undefined ? context.manifest.documents : [at.placed];
  for (const placed of documents) {
    const [configuration] = analyzed(context, placed).kubelets;
    if (configuration !== undefined)
      return {
        title: "KubeletConfiguration",
        markdown: answerText(kubeletAnswer(context, configuration), context).markdown,
      };
  }
  return undefined;
}

import {
  crashSentence,
  formatSpan,
  hangSentence,
  jobSentence,
  startSentence,
  unreadySentence,
} from "../../shared/forecast/index.ts";
import type { ContainerForecast } from "../../shared/forecast/model.ts";
import type { Container, ProbeType } from "../../shared/kubernetes/pod.ts";
import { observedOfContainer } from "../exports/observed.ts";
import type { PlacedDocument } from "../manifest/model.ts";
import { observedOf } from "../observed.ts";
import { docs } from "./docs.ts";
import type { Context } from "./feature.ts";
import { kubectlNote } from "./kubectl-note.ts";
import { type Answer, type SpanRow, spanTable } from "./markdown.ts";
import { observedNote } from "./observed-pods.ts";
import { referenceOf } from "./pod-reference.ts";
import { forecastOf, type RunnablePod } from "./subjects.ts";

/** A container of a pod, with the document it stands in. */
export interface ContainerPlace {
  readonly placed: PlacedDocument;
  readonly pod: RunnablePod;
  readonly container: Container;
}

const restartRowsMax = 4;

/** What the hover of a container says: all of its restarts and probes. */
export function containerAnswer(context: Context, place: ContainerPlace): Answer | undefined {
  const { placed, pod, container } = place;
  const forecast = forecastOf(pod, container);
  if (forecast === undefined) return undefined;
  return {
    first: sentencesAbout(place, forecast),
    table: spanTable([...restartRows(forecast), startRow(forecast), ...hangRows(forecast), unreadyRow(forecast)]),
    notes: [jobNote(pod), kubectlNote(context.settings.assumptions.node, forecast), observedOfPlace(context, place)],
    docs: docs.restarts,
    pod: referenceOf(context, placed, pod.located),
  };
}

function jobNote(pod: RunnablePod): string {
  const job = pod.job();
  return job === undefined ? "" : jobSentence(job);
}

/** What the connected cluster, or else the status of the manifest, says of the container. */
function observedOfPlace(context: Context, { pod, container }: ContainerPlace): string {
  const live = observedNote(context, pod, container);
  if (live !== "") return live;
  const report = observedOf(pod.located, context.settings.assumptions);
  return report === undefined ? "" : observedOfContainer(report, container.name);
}

/** What the hover of a probe says: what it does, and when. */
export function probeAnswer(context: Context, place: ContainerPlace, type: ProbeType): Answer | undefined {
  const forecast = forecastOf(place.pod, place.container);
  if (forecast === undefined) return undefined;
  return {
    ...aboutProbe(type, forecast),
    docs: docs.probes,
    pod: referenceOf(context, place.placed, place.pod.located),
  };
}

function aboutProbe(type: ProbeType, forecast: ContainerForecast): Pick<Answer, "first" | "table"> {
  const endsStart = forecast.startupBudgetProbe === type;
  const start = endsStart ? startSentence(forecast) : "";
  const startRows = endsStart ? [startRow(forecast)] : [];
  if (type === "startup") return { first: start || neverActs, table: spanTable(startRows) };
  if (type === "liveness") {
    return {
      first: joined([hangSentence(forecast), start]) || neverActs,
      table: spanTable([...startRows, ...hangRows(forecast)]),
    };
  }
  const { unreadyAfter } = forecast;
  const unready =
    unreadyAfter &&
    `If it hangs, it leaves the endpoints of its Services after ${formatSpan(unreadyAfter)}; this probe never restarts it.`;
  return { first: unready ?? neverActs, table: spanTable([unreadyRow(forecast)]) };
}

const neverActs = "This probe never acts.";

function sentencesAbout({ pod }: ContainerPlace, forecast: ContainerForecast): string {
  if (forecast.restarts.story !== undefined) return pod.forecast()?.summary ?? "";
  return joined([crashSentence(forecast), startSentence(forecast), hangSentence(forecast), unreadySentence(forecast)]);
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

export function restartRows({ restarts }: ContainerForecast): SpanRow[] {
  const what = restarts.story === undefined || restarts.story.restarts === 0 ? "crashing at once" : "by its scenario";
  return restarts.next.slice(0, restartRowsMax).map((span, index) => ({ what: `${what}: restart ${index + 1}`, span }));
}

function startRow({ startupBudget }: ContainerForecast): SpanRow {
  return { what: "killed if it has not answered", span: startupBudget };
}

function hangRows({ hangToSigterm, hangToDead, hangToReady }: ContainerForecast): SpanRow[] {
  return [
    { what: "hang → SIGTERM", span: hangToSigterm },
    { what: "hang → container dead", span: hangToDead },
    { what: "hang → serves again", span: hangToReady },
  ];
}

function unreadyRow({ unreadyAfter }: ContainerForecast): SpanRow {
  return { what: "hang → out of its Services", span: unreadyAfter };
}

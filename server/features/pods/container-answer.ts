import { plainLine } from "../../../shared/basics/plain-line.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { answerLines } from "../../../shared/forecast/answer/words.ts";
import { outageLine } from "../../../shared/forecast/outage/outage-words.ts";
import { crashSentence, hangSentence, startSentence } from "../../../shared/forecast/pod/container-sentences.ts";
import { scheduleNote } from "../../../shared/forecast/pod/cron-words.ts";
import { jobSentence } from "../../../shared/forecast/pod/job.ts";
import type { ContainerForecast } from "../../../shared/forecast/pod/model.ts";
import { toleranceBrief } from "../../../shared/forecast/tolerance/tolerance-words.ts";
import type { Container, ProbeType } from "../../../shared/kubernetes/pod.ts";
import { metStartOf } from "../../analysis/met-start.ts";
import { observedNow, observedOf } from "../../analysis/observed.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import { emptyWords } from "../../analysis/workloads.ts";
import { observedOfContainer } from "../../exports/observed.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { type Prose, paragraphs } from "../../markdown/markdown.ts";
import type { Context } from "../core/feature.ts";
import { referenceOf } from "../core/pod-reference.ts";
import { forecastOf } from "../core/subjects.ts";
import { docs } from "../hover/docs.ts";
import { kubectlNote } from "../hover/kubectl-note.ts";
import { type HoverText, type SpanRow, spanTable } from "../hover/markdown.ts";
import { failsInCluster, observedNotes } from "./observed-pods.ts";

/** A container of a pod, with the document it stands in. */
export interface ContainerPlace {
  readonly placed: PlacedDocument;
  readonly pod: RunnablePod;
  readonly container: Container;
}

const restartRowsMax = 4;
/** In a hover, which has room for five rows. */
const restartRowsInHover = 1;

/** What the hover of a container says: the verdict, and its limits. */
export function containerAnswer(context: Context, place: ContainerPlace): HoverText | undefined {
  const { placed, pod, container } = place;
  const forecast = forecastOf(pod, container);
  if (forecast === undefined) return undefined;
  const { observed, isStatus } = observedOfPlace(context, place);
  const verdict = verdictOn(pod, forecast);
  // Of a pod that fails people want to know what it did before what it could do.
  const isFirst = observed.length > 0 && (isStatus || failsInCluster(context, pod));
  return {
    first: isFirst ? paragraphs(observed) : verdict,
    table: spanTable(hoverRows(forecast)),
    notes: [
      outageNote(pod, container),
      toleranceNote(pod, forecast),
      crashNote(forecast),
      jobNote(pod),
      ...(isFirst ? [] : observed),
    ],
    details: [kubectlNote(context.settings.assumptions.node, container, forecast)],
    docs: docs.restarts,
    pod: referenceOf(context, placed, pod.located),
  };
}

/** All rows of a container, for the page of the forecast. */
export function containerRows(forecast: ContainerForecast): readonly SpanRow[] {
  return [
    ...restartRows(forecast, restartRowsMax),
    startRow(forecast),
    ...Object.values(hangRows(forecast)),
    unreadyRow(forecast),
  ];
}

/** The same, as many as fit: restarts where the scenario has some, because a crash that nobody speaks of is in the sentence. */
function hoverRows(forecast: ContainerForecast): readonly SpanRow[] {
  const { restarts } = forecast;
  const isTold = restarts.story !== undefined && restarts.story.restarts.max > 0;
  const { sigterm, exit, again } = hangRows(forecast);
  return [
    ...(isTold ? restartRows(forecast, restartRowsInHover) : []),
    startRow(forecast),
    sigterm,
    ...(isTold ? [] : [exit]),
    again,
    unreadyRow(forecast),
  ];
}

function jobNote(pod: RunnablePod): string {
  const job = pod.job();
  return joined([job === undefined ? "" : jobSentence(job), scheduleNote(metStartOf(pod))]);
}

/** The container as the connected cluster shows it, or else the manifest's status. */
function observedOfPlace(context: Context, { pod, container }: ContainerPlace): ObservedPlace {
  const live = observedNotes(context, pod, container);
  if (live.length > 0) return { observed: live, isStatus: false };
  const report = observedOf(pod, context);
  if (report !== undefined) return { observed: observedOfContainer(report, container.name), isStatus: true };
  const now = observedNow(pod, context);
  return { observed: now === undefined ? [] : [`${pod.located.kind}: ${plainLine(now.headline)}.`], isStatus: true };
}

interface ObservedPlace {
  readonly observed: readonly Prose[];
  /** It is what the manifest's own status says. */
  readonly isStatus: boolean;
}

/** What the hover of a probe says: what it does, and when. */
export function probeAnswer(context: Context, place: ContainerPlace, type: ProbeType): HoverText | undefined {
  const forecast = forecastOf(place.pod, place.container);
  if (forecast === undefined) return undefined;
  return {
    ...aboutProbe(type, forecast),
    docs: docs.probes,
    pod: referenceOf(context, place.placed, place.pod.located),
  };
}

function aboutProbe(type: ProbeType, forecast: ContainerForecast): Pick<HoverText, "first" | "table"> {
  const endsStart = forecast.startupBudgetProbe === type;
  const start = endsStart ? startSentence(forecast) : "";
  const startRows = endsStart ? [startRow(forecast)] : [];
  if (type === "startup") return { first: start || neverActs, table: spanTable(startRows) };
  if (type === "liveness") {
    return {
      first: joined([hangSentence(forecast), start]) || neverActs,
      table: spanTable([...startRows, ...Object.values(hangRows(forecast))]),
    };
  }
  const { unreadyAfter } = forecast;
  const unready =
    unreadyAfter &&
    `If the container hangs, Services stop sending it traffic after ${formatSpan(unreadyAfter)}. A readiness probe never restarts it.`;
  return { first: unready ?? neverActs, table: spanTable([unreadyRow(forecast)]) };
}

const neverActs = "This probe never fails.";

/** With the reason, where a scenario says what the container does. */
function verdictOn(pod: RunnablePod, { restarts: { story } }: ContainerForecast): string {
  const empty = emptyWords(pod);
  const words = story === undefined ? (pod.forecast()?.answer.headline ?? "") : answerLines(story.answer).join("\n\n");
  return empty === undefined ? words : `${empty} ${words}`;
}

/** What the outage costs that costs most of those that the scenario has for this container. Of a pod with a status, what was counts. */
function outageNote(pod: RunnablePod, { name }: Container): string {
  const forecast = pod.forecast();
  if (forecast?.answer.basis !== "scenario") return "";
  const own = forecast.outages.filter(({ containers }) => containers.some((each) => each.name === name));
  const text = outageLine(own);
  return text === undefined ? "" : `Outage: ${text}.`;
}

/** How far faults may go. Nobody asks a pod that does not run well as it is. */
function toleranceNote(pod: RunnablePod, { tolerances }: ContainerForecast): string {
  return pod.forecast()?.answer.outlook === "healthy" ? toleranceBrief(tolerances) : "";
}

/** What a crash leads to, where no scenario says whether there is one. */
function crashNote(forecast: ContainerForecast): string {
  return forecast.restarts.story === undefined ? crashSentence(forecast) : "";
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

export function restartRows({ restarts }: ContainerForecast, atMost = restartRowsMax): SpanRow[] {
  const why = restarts.story === undefined || restarts.story.restarts.max === 0 ? "immediate crash" : "scenario";
  return restarts.next.slice(0, atMost).map((span, index) => ({ what: `Restart ${index + 1} (${why})`, span }));
}

function startRow({ startupBudget }: ContainerForecast): SpanRow {
  return { what: "End of startup budget", span: startupBudget };
}

function hangRows({ hangToSigterm, hangToDead, hangToReady }: ContainerForecast) {
  return {
    sigterm: { what: "Hang to SIGTERM", span: hangToSigterm },
    exit: { what: "Hang to container exit", span: hangToDead },
    again: { what: "Hang to back in service", span: hangToReady },
  };
}

function unreadyRow({ unreadyAfter }: ContainerForecast): SpanRow {
  return { what: "Hang to no traffic", span: unreadyAfter };
}

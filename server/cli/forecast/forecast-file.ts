import type { Span } from "../../../shared/basics/span.ts";
import type { Answer } from "../../../shared/forecast/answer/model.ts";
import { firstScreenOf } from "../../../shared/forecast/first-screen/first-screen.ts";
import type { OutageCost } from "../../../shared/forecast/outage/model.ts";
import { metStartInWords } from "../../../shared/forecast/pod/cron-words.ts";
import type { PodForecast } from "../../../shared/forecast/pod/model.ts";
import type { PlayedExtent } from "../../../shared/forecast/pod/pod.ts";
import { forecastShutdown } from "../../../shared/forecast/workload/shutdown.ts";
import {
  type AnalyzedDocument,
  type AnalyzedKubelet,
  type AnalyzedPod,
  analyzeDocument,
} from "../../analysis/analysis.ts";
import { askedOutcomes } from "../../analysis/asked-texts.ts";
import { metStartOf } from "../../analysis/met-start.ts";
import { observedOf } from "../../analysis/observed.ts";
import { trainingOf } from "../../analysis/training.ts";
import { waitedJobOf } from "../../analysis/waited-job.ts";
import { applicationOf, whyWithoutRollout, workloadOf, writtenReplicas } from "../../analysis/workloads.ts";
import { observedJson } from "../../exports/observed.ts";
import type { ForecastPodJson } from "../../exports/schemas/forecast.ts";
import type { KubeletJson } from "../../exports/schemas/kubelet.ts";
import type { WorkloadJson } from "../../exports/schemas/workload.ts";
import { asManifest } from "../../incident/as-manifest.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { answerOf, forecastUntil, playedAnswerOf } from "../../rules/rejections/answer.ts";
import { type AskedTopics, isAsked } from "../arguments/topics.ts";
import { scenarioNotes } from "../files/asked.ts";
import { withBeside } from "../files/documents-beside.ts";
import { type FileResult, type FileTask, failedFile, type Job, noCounts } from "../files/file-task.ts";
import {
  projectNotes,
  type ReadManifest,
  readManifest,
  readManifestText,
  unreadNotes,
} from "../files/read-manifest.ts";
import { kubeletRefusal, oversizedPods, podRefusals, unplayedWorkloads } from "../files/refusals.ts";
import type { ReadRendered } from "../files/rendered.ts";
import { observedText } from "../observe/observed-text.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { curvesJson, curvesText, kubeletCurves, podCurves } from "./curves.ts";
import { type JsonPlace, jobJson, kubeletJson, podJson } from "./forecast-json.ts";
import { assumedText, jobText, kubeletText, outageText, podDetails } from "./forecast-text.ts";
import { fittedLines, type ScreenPage, screenText } from "./screen-text.ts";
import { trainingJson, trainingText } from "./training.ts";
import { unplayedJson, workloadJson } from "./workload-json.ts";
import { workloadDetails } from "./workload-text.ts";

/** The parts of one file's forecast: what `json` of its result holds. */
interface ForecastParts {
  readonly pods: readonly unknown[];
  readonly kubelets: readonly unknown[];
  readonly workloads: readonly unknown[];
}

/** What the engine says of every pod and kubelet configuration of one file. */
export async function forecastFile(job: Job, task: FileTask): Promise<FileResult> {
  const { path } = task;
  const given = task.text === undefined ? readManifestText(path) : { text: task.text };
  if ("problem" in given) return failedFile(path, given.problem);
  const evidence = asManifest(path, given.text, path === "-" ? exactly(Date.now()) : undefined);
  const read = await readManifest(path, evidence?.text ?? given.text, job.settings);
  if ("problem" in read) return failedFile(path, read.problem);
  const result = forecastRead(job, path, await withBeside(path, read, job.settings.baseUri));
  return evidence === undefined ? result : { ...result, notes: [...result.notes, ...evidence.notes] };
}

/** What comes from a pipe was read just now. */
function exactly(ms: number): Span {
  return { nominalMs: ms, earliestMs: ms - 2000, latestMs: ms };
}

/** Forecasts rendered output. */
export async function forecastRendered(job: Job, { path, read }: ReadRendered): Promise<readonly FileResult[]> {
  return [forecastRead(job, path, read)];
}

/** The same of a file that was read. `path`: for people. */
function forecastRead(job: Job, path: string, read: ReadManifest): FileResult {
  const { manifest, settings } = read;
  const style = createStyle(job.color);
  const nowMs = path === "-" ? Date.now() : undefined;
  const { curves, details, columns } = job;
  const asked: Asked = { read, style, columns, curves, details, extent: job.settings.play, nowMs };
  const found = manifest.documents.map((placed) => forecastDocument(path, placed, asked));
  const json: ForecastParts = {
    pods: found.flatMap(({ pods }) => pods.map((pod) => pod.json)),
    kubelets: found.flatMap(({ kubelets }) => kubelets.map((kubelet) => kubelet.json)),
    workloads: found.flatMap(({ workloads }) => workloads.map((workload) => workload.json)),
  };
  const inFile = (texts: readonly string[]): readonly string[] => texts.map((text) => `${path}: ${text}`);
  const refusals = inFile(found.flatMap(({ notes }) => notes));
  const unread = unreadNotes(path, read);
  const isUnread = json.pods.length + json.kubelets.length === 0;
  const lines = found.flatMap(({ pods, workloads, kubelets }) =>
    [...pods, ...workloads, ...kubelets].flatMap(({ text }) => text),
  );
  return {
    path,
    json,
    text:
      lines.length === 0
        ? ""
        : `${[style.underline(path), ...fittedLines([...lines, ...footerOf(read, style)], columns)].join("\n")}\n`,
    counts: noCounts,
    documents: manifest.documents.filter(({ document }) => !document.empty).length,
    pods: json.pods.length,
    kubeletConfigurations: json.kubelets.length,
    templated: manifest.documents.some(({ document }) => document.templated),
    problems: [...read.problems, ...inFile(found.flatMap(({ problems }) => problems)), ...(isUnread ? unread : [])],
    notes: [...projectNotes(settings), ...(isUnread ? [] : unread), ...refusals],
    asked: found.flatMap(({ asked: outcomes }) => outcomes),
  };
}

interface Asked extends ScreenPage {
  readonly read: ReadManifest;
  readonly details: AskedTopics;
  readonly curves: boolean;
  readonly extent: PlayedExtent;
  /** Of what comes from a pipe, which was read just now; undefined if nobody knows when a status was. */
  readonly nowMs: number | undefined;
}

function forecastDocument(path: string, placed: PlacedDocument, asked: Asked) {
  const { document, index } = placed;
  const analyzed = analyzeDocument(document, asked.read.settings);
  const place: JsonPlace = { path, document: index ?? 0 };
  const refused = analyzed.kubelets.length > 0 ? kubeletRefusal(analyzed) : undefined;
  return {
    pods: analyzed.pods.flatMap((pod) => forecastOfPod({ analyzed, placed, pod }, place, asked)),
    workloads: analyzed.pods.flatMap((pod) => forecastOfWorkload(analyzed, pod, place, asked)),
    kubelets: analyzed.kubelets.map((kubelet) => forecastOfKubelet({ kubelet, refused }, place, asked)),
    notes: [
      ...oversizedPods(analyzed),
      ...analyzed.pods.flatMap(scenarioNotes),
      ...podRefusals(analyzed),
      ...unplayedWorkloads(analyzed, applicationOf(asked.read.manifest)),
    ],
    problems: refused === undefined ? [] : [refused],
    asked: analyzed.pods.flatMap(askedOutcomes),
  };
}

interface PlacedPod {
  readonly analyzed: AnalyzedDocument;
  readonly placed: PlacedDocument;
  readonly pod: AnalyzedPod;
}

function forecastOfPod({ analyzed, placed, pod }: PlacedPod, place: JsonPlace, asked: Asked) {
  const { read, curves, extent, nowMs, details } = asked;
  const forecast = forecastUntil(pod, extent);
  const answer = answerOf(analyzed, pod, { ...extent, manifest: read.manifest, nowMs, isSent: true });
  if (forecast === undefined || answer === undefined || pod.pod === undefined) return [];
  const compared = curves ? podCurves(pod) : [];
  const job = pod.job();
  const waited = waitedJobOf(pod, answer);
  const training = trainingOf(pod);
  const { training: assumed, assumptions } = read.settings;
  const met = answer.basis === "observed" || answer.outlook === "rejected" ? undefined : metStartOf(pod);
  const observed = observedOf(pod, { manifest: read.manifest, nowMs });
  const json: ForecastPodJson = {
    ...podJson(place, pod.located, { forecast, answer }, read.settings, details),
    ...(job && { job: jobJson(job, waited?.answer.jobWaits) }),
    ...(met && { schedule: { overlap: met.overlap.kind, text: metStartInWords(met) } }),
    ...(training && assumed && { training: trainingJson(training, assumed) }),
    ...(observed && { observed: observedJson(observed, nowMs === undefined) }),
    ...(curves && { curves: curvesJson(compared) }),
  };
  const { scenario } = pod.scenario;
  const outages = outagesOf(forecast, answer);
  const screen = firstScreenOf({
    ...{ pod: pod.pod, assumptions, scenario, answer, job },
    containers: forecast.containers,
    outages,
    workload: answer.outlook === "rejected" ? undefined : workloadOf(pod, applicationOf(read.manifest)),
    met,
  });
  return [
    {
      json,
      text: [
        ...screenText(screen, { placed, located: pod.located }, asked),
        ...podDetails({ forecast, answer }, details),
        ...outageText(outages, details, writtenReplicas(pod, applicationOf(read.manifest))),
        ...(waited !== undefined && isAsked(details, "job") ? jobText(job, waited) : []),
        ...(training && assumed ? trainingText(training, assumed) : []),
        ...(observed && isAsked(details, "observed") ? observedText(observed, nowMs === undefined) : []),
        ...(isAsked(details, "assumptions") && answer.basis !== "observed" ? assumedText(pod.pod, scenario) : []),
        ...curvesText(compared),
      ],
    },
  ];
}

/** A status says what was, and no scenario of it what an outage costs. */
function outagesOf(forecast: PodForecast, { basis }: Answer): readonly OutageCost[] {
  return basis === "scenario" ? forecast.outages : [];
}

/** Of a workload that the API server takes. */
function forecastOfWorkload(
  analyzed: AnalyzedDocument,
  pod: AnalyzedPod,
  place: JsonPlace,
  { read, style, details }: Asked,
): readonly { readonly json: WorkloadJson; readonly text: readonly string[] }[] {
  if (playedAnswerOf(analyzed, pod, { isSent: true })?.outlook === "rejected") return [];
  const others = applicationOf(read.manifest);
  const workload = workloadOf(pod, others);
  if (workload !== undefined)
    return [{ json: workloadJson(place, workload), text: workloadDetails(workload, details, style) }];
  const reason = whyWithoutRollout(pod, others);
  if (reason === undefined || pod.pod === undefined) return [];
  const shutdown = forecastShutdown({ pod: pod.pod, scenario: pod.scenario.scenario }, read.settings.assumptions);
  const unplayed = { reason, replicas: writtenReplicas(pod, others), shutdown };
  return [{ json: unplayedJson(place, pod, unplayed), text: [] }];
}

interface JudgedKubelet {
  readonly kubelet: AnalyzedKubelet;
  /** Why it does not start with this configuration: what is said then is said of the rest of it. */
  readonly refused: string | undefined;
}

function forecastOfKubelet({ kubelet, refused }: JudgedKubelet, place: JsonPlace, { read, style, curves }: Asked) {
  const forecast = kubelet.forecast();
  const compared = curves ? kubeletCurves(kubelet, read.settings) : [];
  const json: KubeletJson = {
    ...kubeletJson(place, kubelet.located, forecast),
    ...(refused !== undefined && { refused }),
    ...(curves && { curves: curvesJson(compared) }),
  };
  const [title = "", ...rest] = kubeletText(forecast, style);
  const reason = refused === undefined ? [] : [`  ${refused} With the value left out:`];
  return {
    json,
    text: [title, ...reason, ...rest, ...curvesText(compared)],
  };
}

function footerOf({ manifest, settings }: ReadManifest, style: Style): readonly string[] {
  const isTemplated = manifest.documents.some(({ document }) => document.templated);
  const caution = "Templates are not rendered: templated values count as omitted.";
  return [...(isTemplated ? [style.dim(caution)] : []), style.dim(settings.assumptionsText)];
}

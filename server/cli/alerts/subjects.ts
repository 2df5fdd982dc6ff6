import { admit } from "../../../shared/api-server/admission/admit.ts";
import { once } from "../../../shared/basics/once.ts";
import { plainLine } from "../../../shared/basics/plain-line.ts";
import type { Answer } from "../../../shared/forecast/answer/model.ts";
import type { FirstWords } from "../../../shared/forecast/first-screen/first-words.ts";
import { forecastPod, type PlayedExtent } from "../../../shared/forecast/pod/pod.ts";
import { allContainers, type DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import { observedAnswer } from "../../../shared/observation/answer/future.ts";
import { observedLife } from "../../../shared/observation/answer/life.ts";
import { askedOfPod } from "../../../shared/scenario/language/asked.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import { isEmptyScenario } from "../../../shared/scenario/script.ts";
import { type AnalyzedDocument, analyzeDocument } from "../../analysis/analysis.ts";
import { type AskedOutcome, askedOutcomes } from "../../analysis/asked-texts.ts";
import { observedAnswerOf, observedNow, observedOf, type Surroundings } from "../../analysis/observed.ts";
import { isRunnable, type RunnablePod } from "../../analysis/subject.ts";
import { workloadOf } from "../../analysis/workloads.ts";
import { playedHeadline } from "../../exports/play.ts";
import { podName } from "../../exports/pod-name.ts";
import { type AlertSubject, assumedCrashLoop } from "../../prometheus/alerts/play-subject.ts";
import { firstWordsOf } from "../../rules/rejections/first-words.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { CommandLine, Parsed } from "../arguments/command-line.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { askedProblems, scenarioNotes } from "../files/asked.ts";
import { findInputs } from "../files/inputs.ts";
import { projectNotes, type ReadManifest, readManifest, settingsFor, unreadNotes } from "../files/read-manifest.ts";
import { readRendered } from "../files/rendered.ts";
import { readStandardInput } from "../terminal/terminal.ts";
import { observedOwner } from "./observed-owner.ts";

export interface PlacedSubject extends AlertSubject {
  readonly assumptionsText: string;
  /** What becomes of the pod, over the runs that alerts are evaluated in. */
  readonly answer: () => Answer;
  /** What is said first of it. */
  readonly headline: () => string;
}

interface FoundSubjects {
  readonly subjects: readonly PlacedSubject[];
  readonly notes: readonly string[];
  readonly files: number;
}

type PlaySubject = Pick<CallSettings["play"], "asked"> & { readonly extent: PlayedExtent };

/** Every pod and every KubeletConfiguration of the operands; without operands, a pod that crashes on the assumed nodes. */
export async function findSubjects(
  line: CommandLine,
  settings: CallSettings,
  extent: PlayedExtent,
): Promise<Parsed<FoundSubjects>> {
  const rendered = await readRendered(line, settings);
  if ("problem" in rendered) return rendered;
  const inputs = await findInputs(line.operands);
  if (inputs.problems[0] !== undefined) return { problem: inputs.problems[0] };
  const reads: TimedManifest[] = rendered.value.map(({ read }) => ({ ...read, nowMs: undefined }));
  const notes: string[] = [];
  for (const { path } of inputs.value) {
    const read = await readManifest(path, path === "-" ? await readStandardInput() : undefined, settings);
    if ("problem" in read) return read;
    if (read.problems[0] !== undefined) return { problem: read.problems[0] };
    notes.push(...projectNotes(read.settings), ...unreadNotes(path, read));
    reads.push({ ...read, nowMs: path === "-" ? Date.now() : undefined });
  }
  const play: PlaySubject = { asked: settings.play.asked, extent };
  if (reads.length === 0 && line.operands.length === 0) {
    const { assumptions, assumptionsText } = await settingsFor("-", settings);
    const crashing = crashingPod("a pod without probes", { assumptions, assumptionsText }, play);
    return "problem" in crashing ? crashing : { value: { subjects: [crashing.value], notes, files: 0 } };
  }
  const found = reads.map((read) => subjectsOf(read, play));
  const [refused] = askedProblems(
    play.asked,
    found.flatMap(({ outcomes }) => outcomes),
  );
  if (refused !== undefined) return { problem: refused };
  const subjects = found.flatMap((each) => each.subjects);
  return { value: { subjects, notes: [...notes, ...found.flatMap((each) => each.notes)], files: reads.length } };
}

interface TimedManifest extends ReadManifest {
  /** The present, of what was read just now. */
  readonly nowMs: number | undefined;
}

interface SubjectsOfFile {
  readonly subjects: readonly PlacedSubject[];
  readonly outcomes: readonly AskedOutcome[];
  readonly notes: readonly string[];
}

function subjectsOf({ manifest, settings, nowMs }: TimedManifest, play: PlaySubject): SubjectsOfFile {
  const documents = manifest.documents.map(({ document }) => document);
  const analyzed = documents.map((document) => analyzeDocument(document, settings));
  const pods = analyzed.flatMap((each) => each.pods.filter(isRunnable));
  return {
    subjects: analyzed.flatMap((each) => [
      ...each.pods.filter(isRunnable).map((pod) => {
        const surroundings = { manifest, nowMs };
        return (
          observedSubject(pod, surroundings, play) ??
          observedOwnerSubject(pod, surroundings, play) ??
          subjectOfPod(pod, {
            ...{ documents, play },
            first: firstWordsOf(each, pod, { ...surroundings, isSent: true }),
            isObserved: observedNow(pod, surroundings) !== undefined,
          })
        );
      }),
      ...subjectsOfKubelets(each, play),
    ]),
    outcomes: pods.flatMap(askedOutcomes),
    notes: pods.flatMap(scenarioNotes),
  };
}

/** A pod with a status: it goes on from the observed moment. Undefined if there is none. */
function observedSubject(
  analyzed: RunnablePod,
  surroundings: Surroundings,
  { extent }: PlaySubject,
): PlacedSubject | undefined {
  const { pod, located, settings } = analyzed;
  const report = observedOf(analyzed, surroundings);
  if (report === undefined) return undefined;
  const { assumptions, assumptionsText } = settings;
  const { scenario } = analyzed.scenario;
  const plain = (): Answer => forecastPod(pod, assumptions, scenario, extent).answer;
  const answer = once(() => observedAnswerOf(analyzed, surroundings, extent, plain) ?? plain());
  return {
    name: podName(located),
    pod,
    assumptions,
    scenario,
    assumed: "",
    workload: undefined,
    assumptionsText,
    answer,
    headline: () => `Observed: ${plainLine(answer().headline)}. Times count from that moment on.`,
    observed: {
      owner: report.look.pod.owners.find(({ isController }) => isController),
      life: (seed, aheadMs) =>
        observedLife(report, observedAnswer(report), { pod, assumptions, scenario, seed, aheadMs }),
    },
  };
}

/** A workload or a Job with a status, of whose pods no scenario speaks: it stays as it was observed. */
function observedOwnerSubject(
  analyzed: RunnablePod,
  surroundings: Surroundings,
  { extent }: PlaySubject,
): PlacedSubject | undefined {
  const { pod, located, settings } = analyzed;
  const { scenario } = analyzed.scenario;
  const now = isEmptyScenario(scenario) ? observedNow(analyzed, surroundings) : undefined;
  const owner = now && observedOwner(located.owner, surroundings.nowMs);
  if (now === undefined || owner === undefined) return undefined;
  const { assumptions, assumptionsText } = settings;
  const plain = (): Answer => forecastPod(pod, assumptions, scenario, extent).answer;
  return {
    ...{ name: podName(located), pod, assumptions, scenario, assumed: "", workload: undefined, assumptionsText },
    answer: once(() => observedAnswerOf(analyzed, surroundings, extent, plain) ?? plain()),
    headline: () => `Observed: ${plainLine(now.headline)}. Alerts are those of this status, as long as it stays so.`,
    observedOwner: owner,
  };
}

interface AroundPod {
  readonly documents: Parameters<typeof workloadOf>[1];
  readonly play: PlaySubject;
  /** What is said of the object as it is. */
  readonly first: FirstWords | undefined;
  /** It has a status: nothing is assumed beside it. */
  readonly isObserved: boolean;
}

function subjectOfPod(analyzed: RunnablePod, { documents, play, first, isObserved }: AroundPod): PlacedSubject {
  const { pod, located, settings } = analyzed;
  const { scenario } = analyzed.scenario;
  const told = isObserved ? { scenario, assumed: "" } : assumedCrashLoop(pod, scenario);
  const workload = workloadOf(analyzed, documents)?.workload;
  return placed(
    {
      name: podName(located),
      pod,
      assumptions: settings.assumptions,
      ...told,
      workload: workload && { ...workload, scenario: told.scenario },
      job: analyzed.jobSpec(),
    },
    settings.assumptionsText,
    { ...play, first },
  );
}

function placed(
  subject: AlertSubject,
  assumptionsText: string,
  { extent, first }: PlaySubject & { readonly first?: FirstWords | undefined },
): PlacedSubject {
  const { pod, assumptions, scenario, job } = subject;
  const answer = once(() => forecastPod(pod, assumptions, scenario, { ...extent, job }).answer);
  return { ...subject, assumptionsText, answer, headline: () => playedHeadline({ first, answer }) };
}

function subjectsOfKubelets({ kubelets, settings }: AnalyzedDocument, play: PlaySubject): readonly PlacedSubject[] {
  return kubelets.flatMap((kubelet) => {
    const node = kubelet.node();
    const assumptions = { ...settings.assumptions, node };
    const assumptionsText = `Kubernetes ${node.kubernetes} · this kubelet configuration`;
    const title = "KubeletConfiguration: a pod without probes";
    const crashing = crashingPod(title, { assumptions, assumptionsText }, play);
    return "problem" in crashing ? [] : [{ ...crashing.value, node: true }];
  });
}

/** A pod with one container, `app`, which does what is asked, or crashes. */
function crashingPod(
  name: string,
  { assumptions, assumptionsText }: Pick<ResolvedSettings, "assumptions" | "assumptionsText">,
  play: PlaySubject,
): Parsed<PlacedSubject> {
  const spec = { containers: [{ name: "app", image: "app" }] };
  const { pod } = admit({ kind: "Pod", name: "crashing", namespace: "default", spec }, assumptions);
  const admitted: DefaultedPod | undefined = pod;
  if (admitted === undefined) throw new Error("a pod with one container is admitted");
  const containers = allContainers(admitted);
  const asked = askedOfPod(play.asked, containers);
  const { scenario, problems } = parseScenario(
    asked.map(({ text }) => text),
    containers,
  );
  const wrong = problems.map(({ textIndex, message }): AskedOutcome => ({ index: textIndex, is: "wrong", message }));
  const [refused] = askedProblems(play.asked, wrong);
  if (refused !== undefined) return { problem: refused };
  const subject = { name, pod: admitted, assumptions, workload: undefined, ...assumedCrashLoop(admitted, scenario) };
  return { value: placed(subject, assumptionsText, play) };
}

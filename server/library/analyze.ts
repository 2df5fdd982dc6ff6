import { once } from "../../shared/basics/once.ts";
import type { TrainingWay as PlayedWay } from "../../shared/forecast/training/training.ts";
import { defaultKubeletConfiguration, makeNode } from "../../shared/kubernetes/assumptions.ts";
import { assumptionsInWords } from "../../shared/kubernetes/assumptions-words.ts";
import type { Assumptions, PullRange } from "../../shared/kubernetes/node.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import { longestPullMs } from "../../shared/kubernetes/pull-range.ts";
import { newestVersion, parseVersion } from "../../shared/kubernetes/versions.ts";
import { defaultLoadAssumptions } from "../../shared/scenario/language/pod-mix.ts";
import { defaultTraining, type TrainingAssumptions } from "../../shared/scenario/training-assumptions.ts";
import { type AnalyzedDocument, analyzeDocument, type AnalyzedPod as InnerPod } from "../analysis/analysis.ts";
import { askedOutcomes, overriddenNotes } from "../analysis/asked-texts.ts";
import { trainingOf } from "../analysis/training.ts";
import { parseManifest } from "../manifest/documents/parse.ts";
import type { Manifest } from "../manifest/text/model.ts";
import { createPositions } from "../manifest/text/positions.ts";
import type { Finding as FoundByRule } from "../rules/core/model.ts";
import { findingsOf, findingsOfFile } from "../rules/findings.ts";
import { inFile } from "../rules/in-file.ts";
import { docsOf } from "../rules/index.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import { knownRuleLevels } from "../schema/rule-levels.ts";
import { askedIn, askedNames, checkTaken } from "./asked.ts";
import { forecastOf } from "./forecast.ts";
import type { Analysis, AnalyzedPod, AnalyzeOptions, Finding, TrainingWay } from "./model.ts";
import { keepSource } from "./source.ts";

export function analyzeText(text: string, options: AnalyzeOptions): Analysis {
  const settings = settingsOf(options);
  const beside = options.beside === undefined ? [] : parseManifest(options.beside).documents;
  const manifest = { ...parseManifest(text), beside: beside.map(({ document }) => document) };
  const positionAt = createPositions(text);
  const toFinding = (found: FoundByRule, startOffset: number): Finding => ({
    rule: found.rule,
    severity: found.severity,
    message: found.message,
    start: positionAt(startOffset + found.start),
    end: positionAt(startOffset + found.end),
    docs: docsOf(found.rule),
  });
  const documents = manifest.documents.map(({ document, startOffset }) => ({
    startOffset,
    analyzed: analyzeDocument(document, settings),
  }));
  checkTaken(
    settings.asked,
    documents.flatMap(({ analyzed }) => analyzed.pods.flatMap(askedOutcomes)),
  );
  return {
    pods: documents.flatMap(({ analyzed }) => analyzed.pods.map((pod) => publicPod(analyzed, pod, manifest))),
    findings: [
      ...findingsOfFile(manifest, settings).map((found) => toFinding(found, 0)),
      ...documents.flatMap(({ analyzed, startOffset }) =>
        inFile(manifest, analyzed, findingsOf(analyzed)).map((found) => toFinding(found, startOffset)),
      ),
    ],
  };
}

function publicPod(document: AnalyzedDocument, pod: InnerPod, manifest: Manifest): AnalyzedPod {
  const { kind, name, namespace } = pod.located;
  const training = once(() => trainingOf(pod)?.map(publicWay));
  const result: AnalyzedPod = {
    kind,
    name,
    namespace,
    containers: pod.pod === undefined ? [] : allContainers(pod.pod).map((container) => container.name),
    notes: overriddenNotes(pod, `${kind}/${name}`, askedNames),
    scenarioProblems: pod.scenario.problems.map(({ message }) => message),
    get forecast() {
      return forecastOf(result);
    },
    get training() {
      return training();
    },
  };
  keepSource(result, { document, pod, manifest });
  return result;
}

/** As `resolveSettings` makes them where there are no files. */
export function settingsOf(options: AnalyzeOptions): ResolvedSettings {
  const assumptions = assumptionsOf(options);
  return {
    assumptions,
    load: defaultLoadAssumptions,
    training: trainingFrom(options),
    assumptionsText: assumptionsInWords(assumptions),
    assumptionsSource: options.kubernetes === undefined ? "default" : "setting",
    rules: rulesOf(options),
    podTemplates: {},
    projectScenarios: {},
    asked: askedIn(options),
    ignored: false,
    project: undefined,
    newProjectUri: undefined,
    reads: [],
    trafficDelayMs: undefined,
    waiter: undefined,
    isDropIn: false,
    purpose: undefined,
    kubelet: { files: [], own: -1 },
    staticPods: undefined,
    kustomize: undefined,
    problems: [],
  };
}

function publicWay({ is, isWritten, goodput }: PlayedWay): TrainingWay {
  const { share, mean, failures, downMs, ended } = goodput;
  return { is, isWritten, goodput: share, meanGoodput: mean, failures, downMs, ended };
}

function trainingFrom({ training }: AnalyzeOptions): TrainingAssumptions | undefined {
  if (training === undefined) return undefined;
  const all = { ...defaultTraining, ...training };
  for (const [name, ms] of Object.entries(all)) {
    const isNeeded = name === "failuresEveryMs" || name === "checkpointEveryMs";
    if (!Number.isFinite(ms) || ms < (isNeeded ? 1000 : 0))
      throw new RangeError(`training.${name} must be a number of milliseconds, at least ${isNeeded ? 1000 : 0}.`);
  }
  return all;
}

function rulesOf({ rules }: AnalyzeOptions): ResolvedSettings["rules"] {
  const [problem] = knownRuleLevels(rules).problems;
  if (problem !== undefined) throw new RangeError(problem.message);
  return rules ?? {};
}

function assumptionsOf(options: AnalyzeOptions): Assumptions {
  const kubernetes = options.kubernetes === undefined ? newestVersion : parseVersion(options.kubernetes);
  if (kubernetes === undefined) throw new RangeError(`Kubernetes ${options.kubernetes} is not supported.`);
  const written = { kubernetes, featureGates: options.featureGates ?? {} };
  const { maxContainerRestartPeriodMs } = options;
  // What a kubelet would not start with.
  if (
    maxContainerRestartPeriodMs !== undefined &&
    !(maxContainerRestartPeriodMs >= 1000 && maxContainerRestartPeriodMs <= 300_000)
  )
    throw new RangeError("maxContainerRestartPeriodMs must be from 1000 to 300000.");
  const configuration = { ...defaultKubeletConfiguration, maxContainerRestartPeriodMs };
  return {
    node: makeNode({ ...written, kubeletConfiguration: { configuration, featureGates: {} } }),
    apiServer: written,
    timing: options.timing ?? "kubelet",
    semantics: options.semantics ?? "released",
    imagePull: imagePullOf(options),
  };
}

function imagePullOf({ imagePullMs }: AnalyzeOptions): PullRange | undefined {
  if (imagePullMs === undefined) return undefined;
  const { min, max } = imagePullMs;
  if (!(min >= 0 && min <= max && max <= longestPullMs))
    throw new RangeError(`imagePullMs must have 0 <= min <= max <= ${longestPullMs}.`);
  return { minMs: min, maxMs: max };
}

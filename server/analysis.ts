import { type Admission, admit } from "../shared/admission/admit.ts";
import { type Review, reviewObject } from "../shared/admission/review.ts";
import { readJob } from "../shared/controllers/read-job.ts";
import { forecastJob } from "../shared/forecast/job.ts";
import { forecastKubelet } from "../shared/forecast/kubelet.ts";
import { once } from "../shared/forecast/once.ts";
import { forecastPod } from "../shared/forecast/pod.ts";
import { makeNode } from "../shared/kubernetes/assumptions.ts";
import { allContainers } from "../shared/kubernetes/pod.ts";
import { type ContainerNames, parseScenario } from "../shared/scenario/parse.ts";
import { isWorkloadKind, workloadKinds } from "../shared/validation/kinds.ts";
import { checkDropInHeader, checkHeader } from "../shared/validation/kubelet/header.ts";
import { checkDropIn } from "../shared/validation/kubelet/merge.ts";
import type { KubeletProblem } from "../shared/validation/kubelet/model.ts";
import { hostOf, readKubeletConfiguration } from "../shared/validation/kubelet/read-configuration.ts";
import { embeddedConfigurations } from "./manifest/embedded.ts";
import type { LocatedKubeletConfiguration, LocatedPod, ManifestDocument } from "./manifest/model.ts";
import type { AnalysedDocument, AnalysedKubelet, AnalysedPod } from "./rules/subject.ts";
import { type PlacedScenarioText, scenarioTexts } from "./scenario-comments.ts";
import type { ResolvedSettings } from "./schema/model.ts";
import { writtenJobSpec } from "./written-job.ts";

export type { AnalysedDocument, AnalysedKubelet, AnalysedPod } from "./rules/subject.ts";

const known = new WeakMap<ManifestDocument, WeakMap<ResolvedSettings, AnalysedDocument>>();

/**
 * A document with what the engine makes of it under these settings. Worked out once for each pair of objects;
 * forecasts are made when somebody asks.
 */
export function analyseDocument(document: ManifestDocument, settings: ResolvedSettings): AnalysedDocument {
  const bySettings = known.get(document) ?? new WeakMap<ResolvedSettings, AnalysedDocument>();
  known.set(document, bySettings);
  const before = bySettings.get(settings);
  if (before !== undefined) return before;
  const analysed: AnalysedDocument = {
    document,
    settings,
    pods: analysePods(document, settings),
    kubelets: [...document.kubeletConfigurations, ...embeddedConfigurations(document)].map((located) =>
      analyseKubelet(located, settings),
    ),
  };
  bySettings.set(settings, analysed);
  return analysed;
}

/** The same pod with more said of it: what `--scenario` and `--at` of the command line say. */
export function withScenario(analysed: AnalysedPod, texts: readonly PlacedScenarioText[]): AnalysedPod {
  const { located, settings, admission, review, scenarioTexts: before } = analysed;
  return analysePod({ located, admission, review }, settings, [...before, ...texts]);
}

interface AdmittedPod {
  readonly located: LocatedPod;
  readonly admission: Admission;
  readonly review: () => Review | undefined;
}

function analysePods(document: ManifestDocument, settings: ResolvedSettings): readonly AnalysedPod[] {
  const admitted = document.pods.map((located) => {
    const { kind, name, namespace, spec } = located;
    const review = once(() => (document.problems.length > 0 ? undefined : reviewLocated(located, settings)));
    return { located, admission: admit({ kind, name, namespace, spec }, settings.assumptions.apiServer), review };
  });
  const subjects = admitted.map((each) => ({ located: each.located, containers: containersOf(each) }));
  const texts = scenarioTexts(document, subjects, settings);
  return admitted.map((each, index) => analysePod(each, settings, texts[index] ?? []));
}

function analysePod(
  admitted: AdmittedPod,
  settings: ResolvedSettings,
  texts: readonly PlacedScenarioText[],
): AnalysedPod {
  const { pod } = admitted.admission;
  const scenario = once(() => parseScenario(texts, containersOf(admitted)));
  return {
    ...admitted,
    pod,
    settings,
    scenarioTexts: texts,
    get scenario() {
      return scenario();
    },
    forecast: once(() => pod && forecastPod(pod, settings.assumptions, scenario().scenario)),
    job: once(() => {
      const spec = writtenJobSpec(admitted.located);
      if (pod === undefined || spec === undefined) return undefined;
      const { job } = readJob(spec, settings.assumptions.apiServer);
      return forecastJob(job, pod, settings.assumptions, scenario().scenario);
    }),
  };
}

/** A patch and a custom resource are not what the API server gets. */
function reviewLocated(located: LocatedPod, settings: ResolvedSettings): Review | undefined {
  const { kind, apiVersion, partial, owner } = located;
  if (partial || !isWorkloadKind(kind) || apiVersion !== workloadKinds[kind]) return undefined;
  return reviewObject(kind, owner, settings.assumptions.apiServer);
}

function containersOf({ admission: { pod } }: AdmittedPod): readonly ContainerNames[] {
  return pod === undefined ? [] : allContainers(pod);
}

function analyseKubelet(located: LocatedKubeletConfiguration, settings: ResolvedSettings): AnalysedKubelet {
  const { node: nodes, semantics } = settings.assumptions;
  const { kubernetes, featureGates } = nodes;
  const read = once(() => readKubeletConfiguration(located.value, undefined, kubernetes, featureGates, semantics));
  const node = () => makeNode({ kubernetes, featureGates, kubeletConfiguration: read() });
  const problems = once(() => kubeletProblemsOf(located, settings, read().problems));
  return {
    located,
    get problems() {
      return problems();
    },
    forecast: once(() => forecastKubelet(node(), semantics)),
  };
}

/** A drop-in is read in another way than the main file, whose problems are given. A bad header ends the start. */
function kubeletProblemsOf(
  { value, partial, embedded }: LocatedKubeletConfiguration,
  { assumptions: { node, semantics }, isDropIn }: ResolvedSettings,
  ofMainFile: readonly KubeletProblem[],
): readonly KubeletProblem[] {
  // A text that cannot be read as a whole may be no configuration at all.
  if (embedded !== undefined && embedded.document.problems.length > 0) return [];
  const host = hostOf(node.kubernetes, node.featureGates, semantics);
  const header = partial ? undefined : isDropIn ? checkDropInHeader(value, node.kubernetes) : checkHeader(value);
  const problems = isDropIn ? checkDropIn(value, host) : ofMainFile;
  if (header === undefined) return problems;
  return [header, ...problems.filter(({ origin }) => origin === "strict")];
}

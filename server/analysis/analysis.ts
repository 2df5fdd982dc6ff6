import { type Admission, admit } from "../../shared/api-server/admission/admit.ts";
import { type Review, reviewObject, reviewStaticPod } from "../../shared/api-server/admission/review.ts";
import { isWorkloadKind, workloadKinds } from "../../shared/api-server/types/kinds.ts";
import { memo, once } from "../../shared/basics/once.ts";
import { readJob } from "../../shared/controllers/job/read-job.ts";
import { forecastKubelet } from "../../shared/forecast/node-load/kubelet.ts";
import { forecastJob } from "../../shared/forecast/pod/job.ts";
import { visibleCrashLoop } from "../../shared/forecast/pod/visible-reason.ts";
import { checkDropIn } from "../../shared/kubelet-configuration/merge.ts";
import { checkDropInHeader, checkHeader } from "../../shared/kubelet-configuration/model/header.ts";
import type { KubeletHost, KubeletProblem } from "../../shared/kubelet-configuration/model/model.ts";
import { hostOf, readKubeletConfiguration } from "../../shared/kubelet-configuration/read-configuration.ts";
import { makeNode } from "../../shared/kubernetes/assumptions.ts";
import { allContainers, type DefaultedPod } from "../../shared/kubernetes/pod.ts";
import { type ContainerNames, parseScenario } from "../../shared/scenario/language/parse.ts";
import { ofWrittenPod } from "../../shared/scenario/written-pod.ts";
import { embeddedConfigurations } from "../manifest/documents/embedded.ts";
import type { LocatedKubeletConfiguration, LocatedPod, ManifestDocument } from "../manifest/text/model.ts";
import { startKubelet } from "../schema/kubelet-start.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import { withLabels } from "./kustomize-labels.ts";
import { nextStartOf } from "./met-start.ts";
import { type PlacedScenarioText, scenarioTexts } from "./scenario-comments.ts";
import { sharedForecast } from "./shared-forecasts.ts";
import { isStaticPod } from "./static-pods.ts";
import type { AnalyzedDocument, AnalyzedKubelet, AnalyzedPod } from "./subject.ts";
import { unplayedProblems } from "./workload-kind.ts";
import { writtenJobSpec } from "./written-job.ts";

export type { AnalyzedDocument, AnalyzedKubelet, AnalyzedPod } from "./subject.ts";

/** A pod with more containers is reviewed, but not simulated: the time of a pass grows with them, and the number of passes, too. */
export const simulatedContainersMax = 100;

/**
 * A document with what the engine makes of it under these settings. Worked out once for each pair of objects;
 * forecasts are made when somebody asks.
 */
export function analyzeDocument(document: ManifestDocument, settings: ResolvedSettings): AnalyzedDocument {
  return analysesOf(document)(settings);
}

const analysesOf = memo((document: ManifestDocument) =>
  memo(
    (settings: ResolvedSettings): AnalyzedDocument => ({
      document,
      settings,
      pods: analyzePods(document, settings),
      kubelets: [...document.kubeletConfigurations, ...embeddedConfigurations(document)].map((located) =>
        analyzeKubelet(document, located, settings),
      ),
    }),
  ),
);

/** The same pod with something else said of it: what is edited in the panel. */
export function withOnlyScenario(analyzed: AnalyzedPod, texts: readonly PlacedScenarioText[]): AnalyzedPod {
  const { located, settings, isStatic, admission, review } = analyzed;
  return analyzePod({ located, isStatic, admission, review }, settings, texts);
}

interface AdmittedPod {
  readonly located: LocatedPod;
  readonly isStatic: boolean;
  readonly admission: Admission;
  readonly review: () => Review | undefined;
}

function analyzePods(document: ManifestDocument, settings: ResolvedSettings): readonly AnalyzedPod[] {
  const admitted = document.pods.map((located) => {
    const { kind, name, namespace, spec } = located;
    const isStatic = isStaticPod(located, settings);
    const review = once(() => (document.problems.length > 0 ? undefined : reviewLocated(located, settings, isStatic)));
    const admission = admit({ kind, name, namespace, spec, isStatic }, settings.assumptions);
    return { located, isStatic, admission, review };
  });
  const subjects = admitted.map((each) => ({ located: each.located, containers: containersOf(each) }));
  const texts = scenarioTexts(document, subjects, settings);
  return admitted.map((each, index) => analyzePod(each, settings, texts[index] ?? []));
}

function analyzePod(
  admitted: AdmittedPod,
  settings: ResolvedSettings,
  texts: readonly PlacedScenarioText[],
): AnalyzedPod {
  const pod = admitted.admission.pod && simulated(admitted.admission.pod);
  const scenario = once(() => {
    const containers = containersOf(admitted);
    const parsed = parseScenario(texts, containers);
    const problems = [...parsed.problems, ...unplayedProblems(admitted.located, texts, containers)];
    return { ...parsed, problems, scenario: ofWrittenPod(parsed.scenario, admitted.located.kind) };
  });
  const jobSpec = once(() => {
    const spec = writtenJobSpec(admitted.located);
    if (spec === undefined) return undefined;
    const job = readJob(spec, settings.assumptions.apiServer);
    return { ...job, ...nextStartOf(admitted.located) };
  });
  return {
    ...admitted,
    pod,
    settings,
    scenarioTexts: texts,
    get scenario() {
      return scenario();
    },
    jobSpec,
    forecast: once(() => pod && sharedForecast(pod, settings.assumptions, scenario().scenario, jobSpec())),
    job: once(() => {
      const job = jobSpec();
      return job && pod && forecastJob(job, pod, settings.assumptions, scenario().scenario);
    }),
  };
}

function simulated(pod: DefaultedPod): DefaultedPod | undefined {
  return allContainers(pod).length > simulatedContainersMax ? undefined : pod;
}

/** A patch and a custom resource are not what the API server gets. */
function reviewLocated(located: LocatedPod, settings: ResolvedSettings, isStatic: boolean): Review | undefined {
  const { kind, apiVersion, partial } = located;
  if (partial || !isWorkloadKind(kind) || apiVersion !== workloadKinds[kind]) return undefined;
  const owner = withLabels(located, settings.kustomize?.labels ?? {});
  if (isStatic) return reviewStaticPod(owner, settings.assumptions.node);
  return reviewObject(kind, owner, settings.assumptions.apiServer);
}

function containersOf({ admission: { pod } }: AdmittedPod): readonly ContainerNames[] {
  return pod === undefined ? [] : allContainers(pod);
}

function analyzeKubelet(
  document: ManifestDocument,
  located: LocatedKubeletConfiguration,
  settings: ResolvedSettings,
): AnalyzedKubelet {
  const { node: nodes, semantics } = settings.assumptions;
  const { kubernetes, featureGates } = nodes;
  const read = once(() => readKubeletConfiguration(located.value, undefined, kubernetes, featureGates, semantics));
  const node = once(() => makeNode({ kubernetes, featureGates, kubeletConfiguration: read() }));
  const problems = once(() => kubeletProblemsOf({ document, settings }, located, read().problems));
  return {
    located,
    get problems() {
      return problems();
    },
    node,
    visibleShare: once(() => visibleCrashLoop(node(), semantics)),
    forecast: once(() => forecastKubelet(node(), semantics, settings.load)),
  };
}

/** A drop-in is read in another way than the main file, whose problems are given. A bad header ends the start. */
function kubeletProblemsOf(
  { document, settings }: Pick<AnalyzedDocument, "document" | "settings">,
  located: LocatedKubeletConfiguration,
  ofMainFile: readonly KubeletProblem[],
): readonly KubeletProblem[] {
  const { value, partial, embedded, prefix } = located;
  const { node, semantics } = settings.assumptions;
  // A text that cannot be read as a whole may be no configuration at all.
  if (embedded !== undefined && embedded.document.problems.length > 0) return [];
  const host = hostOf(node.kubernetes, node.featureGates, semantics);
  const isFile = !partial && embedded === undefined && prefix.length === 0;
  const isDropIn = isFile && settings.isDropIn;
  const header = partial ? undefined : isDropIn ? checkDropInHeader(value, node.kubernetes) : checkHeader(value);
  const alone = isDropIn ? checkDropIn(value, host) : ofMainFile;
  if (header !== undefined) return [header, ...alone.filter(({ origin }) => origin === "strict")];
  return isFile ? (problemsOfMerge(document, settings, host, alone) ?? alone) : alone;
}

/** Where the settings name this file together with others: what the kubelet says of all of them, as far as it is about this one. */
function problemsOfMerge(
  document: ManifestDocument,
  { kubelet: { files, own } }: ResolvedSettings,
  host: KubeletHost,
  alone: readonly KubeletProblem[],
): readonly KubeletProblem[] | undefined {
  if (own === -1 || files.length < 2) return undefined;
  // What is being typed is newer than what is on the disk.
  const typed = { text: document.text, document };
  const [main = typed, ...dropIns] = files.map((file, index) => (index === own ? typed : file));
  const refused = startKubelet(main, dropIns, host).problems.filter(
    ({ file, problem }) => file === own && problem.origin === "kubelet",
  );
  // A file with equal keys is not merged at all; what else is wrong in it is known of the file alone.
  if (refused.some(({ problem }) => /already set in map|duplicate field/.test(problem.reason))) return undefined;
  return [...refused.map(({ problem }) => problem), ...alone.filter(({ origin }) => origin === "strict")];
}

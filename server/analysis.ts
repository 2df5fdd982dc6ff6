import { type Admission, admit } from "../shared/admission/admit.ts";
import { readJob } from "../shared/controllers/read-job.ts";
import { forecastJob } from "../shared/forecast/job.ts";
import { forecastKubelet } from "../shared/forecast/kubelet.ts";
import { once } from "../shared/forecast/once.ts";
import { forecastPod } from "../shared/forecast/pod.ts";
import { makeNode } from "../shared/kubernetes/assumptions.ts";
import { readKubeletConfiguration } from "../shared/kubernetes/kubelet-configuration.ts";
import { allContainers } from "../shared/kubernetes/pod.ts";
import { type ContainerNames, parseScenario } from "../shared/scenario/parse.ts";
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
    kubelets: document.kubeletConfigurations.map((located) => analyseKubelet(located, settings)),
  };
  bySettings.set(settings, analysed);
  return analysed;
}

/** The same pod with more said of it: what `--scenario` and `--at` of the command line say. */
export function withScenario(analysed: AnalysedPod, texts: readonly PlacedScenarioText[]): AnalysedPod {
  const { located, settings, admission, scenarioTexts: before } = analysed;
  return analysePod({ located, admission }, settings, [...before, ...texts]);
}

interface AdmittedPod {
  readonly located: LocatedPod;
  readonly admission: Admission;
}

function analysePods(document: ManifestDocument, settings: ResolvedSettings): readonly AnalysedPod[] {
  const admitted = document.pods.map((located) => {
    const { kind, name, namespace, spec } = located;
    return { located, admission: admit({ kind, name, namespace, spec }, settings.assumptions.apiServer) };
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

function containersOf({ admission: { pod } }: AdmittedPod): readonly ContainerNames[] {
  return pod === undefined ? [] : allContainers(pod);
}

function analyseKubelet(located: LocatedKubeletConfiguration, settings: ResolvedSettings): AnalysedKubelet {
  const { node: nodes, semantics } = settings.assumptions;
  const { kubernetes, featureGates } = nodes;
  const read = once(() => readKubeletConfiguration(located.value, undefined, kubernetes, featureGates, semantics));
  const node = () => makeNode({ kubernetes, featureGates, kubeletConfiguration: read() });
  return {
    located,
    get problems() {
      return read().problems;
    },
    forecast: once(() => forecastKubelet(node(), semantics)),
  };
}

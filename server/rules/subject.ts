import type { Admission } from "../../shared/admission/admit.ts";
import type { Review } from "../../shared/admission/review.ts";
import type { JobForecast } from "../../shared/forecast/job.ts";
import type { ContainerForecast, KubeletForecast, PodForecast } from "../../shared/forecast/model.ts";
import type { Path } from "../../shared/kubernetes/path.ts";
import type { Container, DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { ParsedScenario } from "../../shared/scenario/parse.ts";
import type { KubeletProblem } from "../../shared/validation/kubelet/model.ts";
import type { LocatedKubeletConfiguration, LocatedPod, ManifestDocument } from "../manifest/model.ts";
import type { PlacedScenarioText } from "../scenario-comments.ts";
import type { ResolvedSettings } from "../schema/model.ts";

/** A document with what the engine makes of it. */
export interface AnalysedDocument {
  readonly document: ManifestDocument;
  readonly settings: ResolvedSettings;
  readonly pods: readonly AnalysedPod[];
  readonly kubelets: readonly AnalysedKubelet[];
}

export interface AnalysedPod {
  readonly located: LocatedPod;
  readonly settings: ResolvedSettings;
  /** A kubelet reads it from a file. The API server sees no more of it than a copy. */
  readonly isStatic: boolean;
  readonly admission: Admission;
  /** What the API server says of the whole object. Undefined: it never sees it as it is written here, or does not know its kind. Of a static pod: what the kubelet says. */
  review(): Review | undefined;
  /** Undefined: there is nothing to run, for example in a patch that touches labels only. */
  readonly pod: DefaultedPod | undefined;
  /** What the scenario was read from, in the order of `scenario.problems[].textIndex`. */
  readonly scenarioTexts: readonly PlacedScenarioText[];
  readonly scenario: ParsedScenario;
  /** Made when first asked for. Undefined where there is no pod. */
  forecast(): PodForecast | undefined;
  /** Made when first asked for. Undefined where the pod is not of a Job, or nothing can be said of it. */
  job(): JobForecast | undefined;
}

export interface AnalysedKubelet {
  readonly located: LocatedKubeletConfiguration;
  readonly problems: readonly KubeletProblem[];
  /** Made when first asked for. */
  forecast(): KubeletForecast;
}

/** One container, as a rule sees it. Paths are relative to the pod spec. */
export interface ContainerSubject {
  readonly pod: AnalysedPod & { readonly pod: DefaultedPod };
  readonly container: Container;
  /** Made when first asked for: look at plain fields first. Undefined: the engine has no answer. */
  forecast(): ContainerForecast | undefined;
  /**
   * True when the value that the node will get at this path is in this file: it is written and no template, or it is absent and
   * nothing else can supply it. A rule that needs a value which is not certain stays silent.
   */
  isCertain(path: Path): boolean;
}

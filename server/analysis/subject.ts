import type { Admission } from "../../shared/api-server/admission/admit.ts";
import type { Review } from "../../shared/api-server/admission/review.ts";
import type { Path } from "../../shared/basics/path.ts";
import type { JobSpec } from "../../shared/controllers/job/model.ts";
import type { KubeletForecast } from "../../shared/forecast/node-load/model.ts";
import type { JobForecast } from "../../shared/forecast/pod/job.ts";
import type { ContainerForecast, PodForecast } from "../../shared/forecast/pod/model.ts";
import type { KubeletProblem } from "../../shared/kubelet-configuration/model/model.ts";
import type { Node } from "../../shared/kubernetes/node.ts";
import type { Container, DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { ParsedScenario } from "../../shared/scenario/language/parse.ts";
import type { LocatedKubeletConfiguration, LocatedPod, ManifestDocument } from "../manifest/text/model.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import type { PlacedScenarioText } from "./scenario-comments.ts";

/** A document with its analysis. */
export interface AnalyzedDocument {
  readonly document: ManifestDocument;
  readonly settings: ResolvedSettings;
  readonly pods: readonly AnalyzedPod[];
  readonly kubelets: readonly AnalyzedKubelet[];
}

export interface AnalyzedPod {
  readonly located: LocatedPod;
  readonly settings: ResolvedSettings;
  /** A kubelet reads it from a file. The API server gets only a copy. */
  readonly isStatic: boolean;
  readonly admission: Admission;
  /** The API server's review of the whole object. Undefined if it never gets the object as written here, or does not know its kind. For a static pod: the kubelet's review. */
  review(): Review | undefined;
  /** Undefined if there is nothing to run, for example in a patch that changes only labels, or too much. */
  readonly pod: DefaultedPod | undefined;
  /** What the scenario was read from, in the order of `scenario.problems[].textIndex`. */
  readonly scenarioTexts: readonly PlacedScenarioText[];
  readonly scenario: ParsedScenario;
  /** Spec of the Job that creates the pod. Undefined if there is none, or if something outside this file can change it. */
  jobSpec(): JobSpec | undefined;
  /** Computed on first use, for the default horizon. Undefined if there is no pod. */
  forecast(): PodForecast | undefined;
  /** Computed on first use. Undefined if the pod does not belong to a Job or cannot be simulated. */
  job(): JobForecast | undefined;
}

/** A pod that can be played, which a patch of labels cannot. */
export type RunnablePod = AnalyzedPod & { readonly pod: DefaultedPod };

export function isRunnable(pod: AnalyzedPod): pod is RunnablePod {
  return pod.pod !== undefined;
}

export interface AnalyzedKubelet {
  readonly located: LocatedKubeletConfiguration;
  readonly problems: readonly KubeletProblem[];
  /** A node with this configuration. */
  node(): Node;
  /** The share of the time in which its status shows a crash loop without probes as CrashLoopBackOff. Computed on first use. */
  visibleShare(): number;
  /** Computed on first use. */
  forecast(): KubeletForecast;
}

/** One container, as a rule sees it. Paths are relative to the pod spec. */
export interface ContainerSubject {
  readonly pod: AnalyzedPod & { readonly pod: DefaultedPod };
  readonly container: Container;
  /** Computed on first use, so check plain fields first. Undefined if the engine has no answer. */
  forecast(): ContainerForecast | undefined;
  /**
   * True if this file decides the value at this path: it is written without a template, or it is absent and
   * nothing else can supply it; in a template, because all entries around it are written as they are. A rule that needs an uncertain value reports nothing.
   */
  isCertain(path: Path): boolean;
  /** The text of the value at a path of the document, also of a template; "" if nothing is there. */
  written(path: Path): string;
}

import type { Path } from "../../shared/basics/path.ts";
import type { Waiter } from "../../shared/controllers/waiters/waiters.ts";
import type { Assumptions, PullRange, Semantics, Timing } from "../../shared/kubernetes/node.ts";
import type { KubernetesVersion } from "../../shared/kubernetes/versions.ts";
import type { AskedScenario } from "../../shared/scenario/language/asked.ts";
import type { LoadAssumptions } from "../../shared/scenario/language/pod-mix.ts";
import type { TrainingAssumptions } from "../../shared/scenario/training-assumptions.ts";
import type { RuleLevel } from "../rule-ids/ids.ts";
import type { KustomizeRole } from "./files/kustomize-role.ts";
import type { StaticPodPlace } from "./files/static-pod-folder.ts";
import type { FilePurpose } from "./files/test-files.ts";
import type { KubeletFile } from "./kubelet-files.ts";
import type { TrainingValues } from "./values.ts";

/** Settings for the files of one folder, from the editor or CLI flags, parsed. Absent means not set. */
export interface Overrides {
  readonly kubernetes?: KubernetesVersion | undefined;
  readonly featureGates?: FeatureGates | undefined;
  /** Paths: absolute, or relative to `SettingsInput.baseUri`. The main file first, then drop-ins. */
  readonly kubeletConfiguration?: readonly string[] | undefined;
  readonly apiServer?: VersionAndGates | undefined;
  readonly timing?: Timing | undefined;
  readonly semantics?: Semantics | undefined;
  /** How long the first pull of an image takes that no scenario speaks of. */
  readonly imagePull?: PullRange | undefined;
  readonly load?: Partial<LoadAssumptions> | undefined;
  readonly training?: TrainingValues | undefined;
  readonly rules?: Readonly<Record<string, RuleLevel>> | undefined;
  readonly podTemplates?: Readonly<Record<string, readonly string[]>> | undefined;
  /** `--node gpu`: a profile of the project file. */
  readonly node?: string | undefined;
  /** `--scenario` and `--at`. */
  readonly asked?: AskedScenario | undefined;
}

export type FeatureGates = Readonly<Record<string, boolean>>;

interface VersionAndGates {
  readonly kubernetes?: KubernetesVersion | undefined;
  readonly featureGates?: FeatureGates | undefined;
}

export interface SettingsInput {
  /** The file that the settings are for; for standard input any name in the working directory. */
  readonly fileUri: string;
  /** Where the search for the project file ends besides the repository root; undefined means the root of the file system. */
  readonly rootUri: string | undefined;
  /** What relative paths of `overrides` are relative to: the workspace folder or the working directory. */
  readonly baseUri: string | undefined;
  readonly overrides: Overrides;
  /** `find`: upwards from the file; `none`: `--no-config`; else the file that `--config` names. */
  readonly projectFile: "find" | "none" | { readonly uri: string };
}

/** Everything that applies to one file. Compare by identity: the same settings give the same object. */
export interface ResolvedSettings {
  readonly assumptions: Assumptions;
  /** What runs on the nodes, for what their kubelets cost. */
  readonly load: LoadAssumptions;
  /** How long load balancers still send requests to a deleted pod; undefined if nobody says. */
  readonly trafficDelayMs: number | undefined;
  /** Who waits for rollouts; undefined if nobody says. */
  readonly waiter: Waiter | undefined;
  /** Undefined if nobody says how often training runs fail. */
  readonly training: TrainingAssumptions | undefined;
  /** For people: `Kubernetes 1.37 · gates default · kubelet configuration: kubelet.yaml`. */
  readonly assumptionsText: string;
  /** Who said the Kubernetes version of the node. */
  readonly assumptionsSource: "setting" | "project file" | "default";
  /** Levels that somebody set; a rule that is not here has the level of its own. */
  readonly rules: Readonly<Partial<Record<string, RuleLevel>>>;
  /** Where custom resources keep pod specs, as `ManifestOptions` of `parseManifest` takes it. */
  readonly podTemplates: Readonly<Record<string, readonly string[]>>;
  /** `Deployment/web` → container → scenario text. */
  readonly projectScenarios: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>;
  /** What somebody asks besides what the files say of their pods. */
  readonly asked: AskedScenario;
  /** The file matches `ignore` of the project file, or a test only compares with it: nothing is said about it. */
  readonly ignored: boolean;
  /** What is wrong in an input of tests may be meant, and advice about a copy is for others: it is at most an information. */
  readonly purpose: FilePurpose;
  readonly project: ProjectReference | undefined;
  /** Where a project file would be found that counts for the whole repository or workspace; undefined if there is one, or no such place. */
  readonly newProjectUri: string | undefined;
  /** Addresses of the kubelet configuration files that were read: a change of one changes the settings. */
  readonly reads: readonly string[];
  /** A KubeletConfiguration in the file is a drop-in, which the kubelet reads in its own way. */
  readonly isDropIn: boolean;
  /** The files of the kubelet's configuration that the settings name and that count, and which of them this file is (-1: none of them). */
  readonly kubelet: { readonly files: readonly KubeletFile[]; readonly own: number };
  /** The file stands where a kubelet looks for static pods. */
  readonly staticPods: StaticPodPlace;
  /** Undefined if no kustomization beside or above the file names it. */
  readonly kustomize: KustomizeRole | undefined;
  readonly problems: readonly SettingsProblem[];
}

interface ProjectReference {
  readonly uri: string;
  readonly text: string;
  /** Names of its node profiles. */
  readonly nodes: readonly string[];
}

/** A wrong setting, flag or entry of the project file, in words. What it says does not count; the default does. */
export type SettingsProblem =
  /** `key` as in the section `podCadence`: `apiServer.kubernetes`; a flag of the CLI has the same key. */
  | { readonly in: "setting"; readonly key: string; readonly message: string }
  | ({ readonly in: "project"; readonly uri: string } & ProjectProblem);

/** A mistake in the project file with its place in the text (UTF-16 offsets). */
export interface ProjectProblem {
  readonly path: Path;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** The word that was meant in the place of what stands there. */
  readonly meant?: string | undefined;
}

import type { Path } from "../../basics/path.ts";
import type { Component, Semantics } from "../../kubernetes/node.ts";

/** The step of its start at which the kubelet stops. `later`: after validation. */
export type KubeletStage = "decode" | "gates" | "logging" | "validation" | "later";

/** A repair that is certain. Paths are those of the document. */
export type KubeletRepair =
  /** Replaces a value. */
  | { readonly kind: "value"; readonly path: Path; readonly text: string }
  /** The value as it is written, in quotes or as the one item of a list. */
  | { readonly kind: "quote" | "wrap"; readonly path: Path }
  | { readonly kind: "key"; readonly path: Path; readonly name: string }
  /** Removes the line of the entry. */
  | { readonly kind: "remove"; readonly path: Path }
  /** The gate is set below `featureGates`. */
  | { readonly kind: "gate"; readonly gate: string; readonly value: boolean };

/** What to do, or why: a sentence without its period. `repairs` belong together. */
export interface KubeletAdvice {
  readonly advice?: string | undefined;
  readonly repairs?: readonly KubeletRepair[];
}

/** `kubelet`: it does not start with this. `strict`: it logs this, ignores the field and continues. */
export interface KubeletProblem extends KubeletAdvice {
  readonly path: Path;
  readonly origin: "kubelet" | "strict";
  readonly stage: KubeletStage;
  /** The reason in the kubelet's own words. */
  readonly reason: string;
  /** A shorter version, if it is too long to read. */
  readonly brief?: string;
  /** The missing value is not in this file; another file may have it. */
  readonly absent?: boolean;
  /** The kubelet says this only when the problems of an earlier step are repaired. */
  readonly isNext?: boolean;
}

/** What is known of the machine that reads the configuration. */
export interface KubeletHost extends Component {
  /** As released if undefined; `kep`: as KEP-5593 describes. */
  readonly semantics: Semantics;
  /** Since 1.35 a host with cgroup v1 is rejected by default; v2 if undefined. */
  readonly cgroups: "v1" | "v2";
  /** Where the main file lies: relative paths start there. */
  readonly directory: string;
}

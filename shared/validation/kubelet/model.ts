import type { Component, Semantics } from "../../kubernetes/node.ts";
import type { Path } from "../../kubernetes/path.ts";

/** An object as plain data. */
export type Fields = Readonly<Record<string, unknown>>;

/** The step of its start at which the kubelet gives up. `later`: after its configuration was found valid. */
export type KubeletStage = "decode" | "gates" | "logging" | "validation" | "later";

/** A repair that is certain. Paths are those of the document. */
export type KubeletRepair =
  /** Another text in the place of a value. */
  | { readonly kind: "value"; readonly path: Path; readonly text: string }
  /** The value as it is written, in quotes or as the one item of a list. */
  | { readonly kind: "quote" | "wrap"; readonly path: Path }
  | { readonly kind: "key"; readonly path: Path; readonly name: string }
  /** The line of the entry goes. */
  | { readonly kind: "remove"; readonly path: Path }
  /** The gate is set below `featureGates`. */
  | { readonly kind: "gate"; readonly gate: string; readonly value: boolean };

/** What to write instead, or why it is so: a sentence without its full stop. `repairs` belong together. */
export interface KubeletAdvice {
  readonly advice?: string | undefined;
  readonly repairs?: readonly KubeletRepair[];
}

/** `kubelet`: it does not start with this. `strict`: it logs this, ignores the field and goes on. */
export interface KubeletProblem extends KubeletAdvice {
  readonly path: Path;
  readonly origin: "kubelet" | "strict";
  readonly stage: KubeletStage;
  /** In the kubelet's own words. */
  readonly reason: string;
  /** The same, where it is too long to be read. */
  readonly brief?: string;
  /** What the kubelet misses is written nowhere in the file: another file may have it. */
  readonly absent?: boolean;
}

/** What is known of the machine that reads the configuration. */
export interface KubeletHost extends Component {
  /** As released where nothing is said; `kep`: what KEP-5593 describes. */
  readonly semantics: Semantics;
  /** A host with cgroup v1 is refused by default since 1.35; v2 where nothing is said. */
  readonly cgroups: "v1" | "v2";
  /** Where the main file lies: relative paths start there. */
  readonly directory: string;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

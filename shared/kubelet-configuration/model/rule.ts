import type { Path } from "../../basics/path.ts";
import type { KubeletHost } from "./model.ts";
import type { KubeletValues } from "./values.ts";

/** What the kubelet's validation says of a field. */
export interface Refusal {
  readonly path: Path;
  /** In the kubelet's words, without the `invalid configuration: ` that most of them begin with. */
  readonly reason: string;
  /** The words do not begin with `invalid configuration: `. */
  readonly bare?: boolean;
  readonly advice?: string;
  /** What is missed is written nowhere in the file. */
  readonly absent?: boolean;
}

/** Looks at the whole configuration after defaulting. */
export type KubeletRule = (values: KubeletValues, host: KubeletHost) => readonly Refusal[];

import type { Path } from "../../basics/path.ts";

/**
 * `good`: nothing is wrong. `under-way`: nothing is wrong, and it is not there yet. `attention`: something happens that people may not
 * want. `bad`: the pod or its workload fails.
 */
export type VerdictMark = "good" | "under-way" | "attention" | "bad";

/** One line below the verdict. */
export interface ScreenRow {
  /** `Why`, `Fix`, `Start`, or the name of a container. */
  readonly label: string;
  readonly text: string;
  /** The field that the line is about, relative to the pod spec. */
  readonly path?: Path | undefined;
}

/** What is said first of a pod and its workload. All texts are plain. */
export interface FirstScreen {
  readonly mark: VerdictMark;
  readonly headline: string;
  readonly rows: readonly ScreenRow[];
}

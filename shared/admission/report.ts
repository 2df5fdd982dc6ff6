import type { Path } from "../basics/path.ts";

/** A field that the node never sees. `reason` is a sentence for people. */
export interface DroppedField {
  readonly path: Path;
  readonly reason: string;
}

/** Why the API server refuses the object, in its own words. Paths are relative to the pod spec. */
export interface AdmissionError {
  readonly path: Path;
  readonly errorType: "Forbidden" | "NotSupported";
  readonly detail: string;
}

export interface AdmissionWarning {
  readonly path: Path;
  readonly message: string;
}

/** What the steps of an admission write down. */
export interface Report {
  readonly dropped: DroppedField[];
  readonly errors: AdmissionError[];
  readonly warnings: AdmissionWarning[];
}

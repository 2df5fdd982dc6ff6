import type { Path } from "../../basics/path.ts";

/** A field that the node never sees. `reason` is a sentence for people. */
export interface DroppedField {
  readonly path: Path;
  readonly reason: string;
}

import type { Path } from "../../shared/basics/path.ts";
import type { Span } from "../../shared/basics/span.ts";
import type { Spread } from "../../shared/forecast/answer/model.ts";
import type { Manifest, ManifestDocument } from "../manifest/text/model.ts";
import type { Finding } from "../rules/core/model.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import type { ChangedField } from "./changed-fields.ts";

/** One side of a comparison: a file as it was or as it is, with what applies to it. */
export interface DiffFile {
  /** For people: as the caller wrote it, or relative to the working directory. */
  readonly path: string;
  /** What says that two files are the same one: the path below what is compared. */
  readonly key: string;
  readonly text: string;
  readonly manifest: Manifest;
  readonly settings: ResolvedSettings;
  /** Documents of other files that are about the workloads of this one, such as a HorizontalPodAutoscaler. */
  readonly beside: readonly ManifestDocument[];
}

/** What a change does to a time (`sooner`, `later`), to people (`better`, `worse`), or neither. */
export type DiffEffect = "sooner" | "later" | "better" | "worse" | "changed";

/** A value as `forecast --format json` writes it. */
type DiffValue = Span | Spread | number | string | readonly number[];

/** One question that the two sides answer in different ways. */
export interface DiffRow {
  readonly what: string;
  /** Undefined means the pod as a whole, or a kubelet. */
  readonly container: string | undefined;
  readonly base: DiffAnswer | undefined;
  readonly head: DiffAnswer | undefined;
  readonly is: DiffEffect;
  /** Where the manifest decides it, from the root of its object; where the head has no such field, that of the base. */
  readonly path: Path;
  /** Of rendered output: where that is written. */
  readonly source?: DiffSource | undefined;
}

/** Where people write what is rendered. */
export interface DiffSource {
  readonly path: string;
  /** Zero-based. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** False: the file made the object, but the line is not known. */
  readonly certain: boolean;
}

export interface DiffAnswer {
  readonly value: DiffValue;
  /** The same as `forecast` writes it for people. */
  readonly text: string;
}

/** A finding with the file that it is in. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly file: DiffFile;
  /** The number of the document, as kubectl counts. */
  readonly document: number;
  readonly startOffset: number;
  /** Of rendered output: where it is written. */
  readonly source?: DiffSource | undefined;
}

/** Where an object is written. */
export interface ObjectPlace {
  readonly file: DiffFile;
  readonly document: ManifestDocument;
  readonly startOffset: number;
  /** From the root of the document. */
  readonly objectPath: Path;
}

/** What becomes of one object: a pod, a kubelet configuration, or a file that has findings besides. */
export interface DiffChange {
  /** "" for a file. */
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Of the head; of the base where the object is gone. */
  readonly path: string;
  readonly is: "added" | "removed" | "changed";
  /** Its place in the head; undefined if it is gone or is a file. */
  readonly place: ObjectPlace | undefined;
  /** What happens to the pod on each side, as a sentence; undefined without a pod. */
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** Fields of the head that are not what they were, from the root of the object; the first of them. */
  readonly fields: readonly ChangedField[];
  /** Of rendered output: where the fields are written that are not what they were. Empty for files. */
  readonly sources: readonly DiffSource[];
  /** Why the API server refuses the update. */
  readonly refused: RefusedUpdates;
  /** What becomes of the pods that run when the change is applied, and why; undefined: they stay as they are. */
  readonly replaces: string | undefined;
  readonly rows: readonly DiffRow[];
  /** What becomes of the object, whatever the findings say. */
  readonly outcome: Worst;
  /** Expectations that no longer hold because the pod got better. */
  readonly toUpdate: readonly PlacedFinding[];
  readonly added: readonly PlacedFinding[];
  readonly gone: readonly PlacedFinding[];
}

/** What the API server says of an update that it refuses. */
export interface RefusedUpdate {
  /** In the server's words: `spec.template: field is immutable`. */
  readonly message: string;
  /** The field that changes, which the server does not name. */
  readonly path: Path;
}

export interface RefusedUpdates {
  readonly reasons: readonly RefusedUpdate[];
  /** What makes the change in another way, and what that does; undefined if nothing is refused. */
  readonly instead: string | undefined;
}

/** The worst that a change does. `refused`: Kubernetes takes what was, and rejects what is, or the way from the one to the other. */
export type Worst = "none" | "changed" | "better" | "worse" | "refused";

export interface Diff {
  readonly changes: readonly DiffChange[];
  readonly worst: Worst;
  /** Pods and kubelet configurations of the head that stay as they are. */
  readonly unchanged: number;
  /** How objects were taken for the same, where it is not plain: each a sentence. */
  readonly notes: readonly string[];
}

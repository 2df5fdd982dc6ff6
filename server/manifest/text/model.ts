import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { Path } from "../../../shared/basics/path.ts";

/** Broken text: what is wrong, and what to write instead, in plain words. */
export interface ManifestProblem extends OffsetRange {
  readonly message: string;
}

/** What Kubernetes' YAML 1.1 reader makes of a scalar. */
export type ScalarValue = string | number | boolean | null;

export interface ScalarNode extends OffsetRange {
  readonly type: "scalar";
  readonly value: ScalarValue;
  readonly style: "plain" | "quoted" | "block";
  /**
   * A template (`{{ … }}`) or a variable (`${NAME}`) stands in it: what Kubernetes will get is not in this file.
   * The plain value of a template is undefined, that of a variable its text; either way nothing can be said about it.
   */
  readonly unknown: boolean;
}

export interface MapEntry {
  readonly key: string;
  readonly keyRange: OffsetRange;
  /** Of an alias: the node that has the anchor, which stands elsewhere. */
  readonly value: TreeNode;
  /** `*name` in place of the value. */
  readonly alias: OffsetRange | undefined;
  /** `<<`: the entries of the value (a map, or a sequence of maps) count as entries of this map. */
  readonly merge: boolean;
  /** The key is a template: the entry has no place in paths and values. */
  readonly unknown: boolean;
}

/** Entries as written: of equal keys the last one counts, merged ones included. `entryOf` looks them up. */
export interface MapNode extends OffsetRange {
  readonly type: "map";
  readonly flow: boolean;
  readonly entries: readonly MapEntry[];
}

export interface SequenceItem {
  /** Of the `-`; in flow style of the item itself. */
  readonly start: number;
  readonly value: TreeNode;
  readonly alias: OffsetRange | undefined;
}

export interface SequenceNode extends OffsetRange {
  readonly type: "sequence";
  readonly flow: boolean;
  readonly items: readonly SequenceItem[];
}

/** Ranges hold no comment and no line break after the node; those of an empty value have no length. */
export type TreeNode = MapNode | SequenceNode | ScalarNode;

/** The text from its `#` to the end of the line. */
export interface Comment extends OffsetRange {
  /** Without the `#` and the spaces around it. */
  readonly text: string;
  /** Nothing but the comment stands on its line. */
  readonly ownLine: boolean;
  /** Zero-based, in the document. */
  readonly line: number;
  /** The line that the comment speaks of: its own, or the next if that (or what follows a block of comments) has content; else undefined. */
  readonly subjectLine: number | undefined;
}

export interface DuplicateKey extends OffsetRange {
  readonly key: string;
  /** The entry that this one makes void. */
  readonly earlier: OffsetRange;
}

/** An object that holds a pod spec, or a part of one. Plain values are made when first asked for. */
export interface LocatedPod {
  /** As written; "" where it is absent or a template. In a `PodList`, its items are Pods even if they do not say so. */
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  /** `default` where it is absent or a template. */
  readonly namespace: string;
  /** Position in a list; undefined if the document is the object. */
  readonly item: number | undefined;
  /** From the document's root to the pod spec: `["items", 2, "spec", "template", "spec"]`. */
  readonly prefix: Path;
  /** From the document's root to the object: `["items", 2]`. */
  readonly objectPath: Path;
  /** Plain value of the pod spec; undefined where nothing is written at `prefix`. */
  readonly spec: unknown;
  /** Plain value of the whole object: replicas, Job fields. */
  readonly owner: unknown;
  /** A Kustomize patch, a custom resource or a template: what is absent here can come from elsewhere, so absence says nothing. */
  readonly partial: boolean;
}

export interface LocatedKubeletConfiguration {
  readonly apiVersion: string;
  readonly item: number | undefined;
  /** From the document's root to the object; from the root of the inner document, if it is embedded. */
  readonly prefix: Path;
  /** The value as `exactValue` reads it. */
  readonly value: unknown;
  /** Fields without a header, or a patch: what is absent here comes from elsewhere, so absence says nothing. */
  readonly partial: boolean;
  /** It is the text of a block scalar. */
  readonly embedded?: EmbeddedText;
}

/** A document inside of a block scalar. Offsets are those of the inner and of the outer document. */
export interface EmbeddedText {
  readonly document: ManifestDocument;
  /** Of the scalar, in the outer document. */
  readonly path: Path;
  /** Columns that stand before each of its lines. */
  readonly indent: number;
  outerOffset(offset: number): number;
  /** Undefined if it is outside of the inner document. */
  innerOffset(offset: number): number | undefined;
}

/** A document that is an item of a list, and what it has of the list. */
export interface ListItem {
  readonly index: number;
  /** For items without their own: `Pod` in a `PodList`, else "". */
  readonly kind: string;
  readonly apiVersion: string;
  /** Column of the dash; undefined in JSON, which has none. */
  readonly indent: number | undefined;
}

/** One document of a file, or one item of a long list. It does not know where it stands, so that it can be used again after an edit elsewhere. */
export interface ManifestDocument {
  readonly text: string;
  /** Its text begins with the dash or ends with the comma, which its tree does not have: paths begin at the object. */
  readonly listItem: ListItem | undefined;
  readonly lineCount: number;
  /** Nothing but blanks, comments or `null`: kubectl does not count it. */
  readonly empty: boolean;
  /** False: no word in it says that it could be of interest, so it was not parsed. The tree is then made when somebody asks. */
  readonly ours: boolean;
  /** Its words say that it is a PrometheusRule or a rule file of Prometheus. */
  readonly hasAlerts: boolean;
  readonly root: TreeNode | undefined;
  readonly comments: readonly Comment[];
  /** YAML that kubectl cannot read. None in a template, none in a document that is not ours. */
  readonly problems: readonly ManifestProblem[];
  /** kubectl keeps the last one and says nothing. None in a template. */
  readonly duplicateKeys: readonly DuplicateKey[];
  /** `{{ … }}` or `{% … %}` stands outside of quotes, comments and block scalars. */
  readonly templated: boolean;
  readonly pods: readonly LocatedPod[];
  readonly kubeletConfigurations: readonly LocatedKubeletConfiguration[];
  /** Plain value of the document; templates are undefined. Shared between callers: not to be changed. */
  value(): unknown;
}

export interface PlacedDocument {
  readonly document: ManifestDocument;
  readonly startOffset: number;
  /** Zero-based line of the document's first line. */
  readonly startLine: number;
  /** Number of the document as kubectl counts (a list is one document); undefined if the document is empty. */
  readonly index: number | undefined;
}

export interface ManifestOptions {
  /** Where odd custom resources keep pod specs: `{"MyKind.example.com": ["spec.template.spec"]}`; `[]` stands for every item, `*` for every key. */
  readonly podTemplates?: Readonly<Record<string, readonly string[]>>;
  /** Every document is of interest: for files that are no manifests. */
  readonly all?: boolean;
  /** The items of a long list become documents of their own, so that an edit in one leaves the others as they are. */
  readonly cutLists?: boolean;
  /** What Kustomize makes of the file: a patch is never whole, and a resource without patches is never a patch. */
  readonly kustomize?: "patch" | "whole" | "patched" | undefined;
  /** The text is such an item. */
  readonly listItem?: ListItem | undefined;
}

export interface Manifest {
  readonly documents: readonly PlacedDocument[];
  /** Of the file as a whole (too large, binary, a broken separator); offsets are those of the file. */
  readonly problems: readonly ManifestProblem[];
  /** Nothing was parsed. */
  readonly tooLarge: boolean;
  readonly options: ManifestOptions;
  /** Documents of other files of the same application, which may select the pods of this one. Undefined if nobody looked for any. */
  readonly beside?: readonly ManifestDocument[];
}

import type { OffsetRange } from "../../shared/basics/offset-range.ts";
import type { Container, DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../analysis/subject.ts";
import type { MapNode } from "../manifest/text/model.ts";

/** What stands in the place of a range; offsets in the document. */
export interface SnippetEdit extends OffsetRange {
  readonly parts: readonly Part[];
}

/** Text, or text that the cursor goes to, in the order of the parts. */
export type Part = string | { readonly placeholder: string };

/** Another way to write a container, of which the engine says that it is no worse. */
export interface Refactoring {
  readonly title: string;
  /** In the order of the text, on lines of their own. */
  readonly edits: readonly SnippetEdit[];
  /** What is said in placeholders is a question to a person: of no use where the editor cannot ask it. */
  readonly asks: boolean;
}

/** A container that is written in this document, in block style, without templates. */
export interface BlockContainer {
  readonly analyzed: AnalyzedDocument;
  readonly pod: AnalyzedPod & { readonly pod: DefaultedPod };
  readonly container: Container;
  /** The container as it is written. */
  readonly map: MapNode;
  /** The indentation of its keys. */
  readonly indent: string;
}

export interface Refactor {
  /** The fields of the container where it is offered. */
  readonly fields: readonly string[];
  /** Undefined if there is nothing of that kind to rewrite, or not with certainty. */
  readonly refactor: (place: BlockContainer) => Refactoring | undefined;
}

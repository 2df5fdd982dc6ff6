import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { containerName } from "../../../shared/kubernetes/pod.ts";
import { descend } from "../text/descend.ts";
import type { Comment, ManifestDocument } from "../text/model.ts";
import { createLineTable } from "../text/text.ts";
import { textAt } from "../text/values.ts";

/** What follows `cadence:`; the range is that of `text`. */
export interface CadenceComment extends OffsetRange {
  readonly text: string;
  readonly comment: Comment;
  /** Undefined if the comment stands elsewhere, or on a line that holds several containers, and must say whom it means. */
  readonly containerOf: ContainerPlace | undefined;
}

interface ContainerPlace {
  /** Position in `document.pods`. */
  readonly pod: number;
  /** The name that the engine uses. */
  readonly name: string;
  /** Relative to the pod spec: `["containers", 0]`. */
  readonly path: Path;
}

interface Lines {
  readonly first: number;
  readonly last: number;
}

const lists = ["initContainers", "containers"];

/**
 * The comments of the scenario language with the container that each is about: at the end of a line of the container's entry,
 * or on a line of its own directly above such a line (of `- name: app`, most of all).
 */
export function cadenceComments(document: ManifestDocument): readonly CadenceComment[] {
  if (!document.text.includes("cadence:")) return [];
  const found = document.comments.filter((comment) => comment.text.startsWith("cadence:"));
  if (found.length === 0) return [];
  const containers = containersOf(document);
  return found.map((comment) => {
    const from = document.text.indexOf("cadence:", comment.start) + "cadence:".length;
    const text = document.text.slice(from, comment.end).trim();
    const start = text === "" ? from : document.text.indexOf(text, from);
    const line = comment.subjectLine;
    const there = line === undefined ? [] : onLine(containers, line);
    return {
      text,
      start,
      end: start + text.length,
      comment,
      containerOf: there.length === 1 ? there[0]?.place : undefined,
    };
  });
}

/** The containers of which a line is one: a comment on it or above it is about the only one, or else must name whom it means. */
export function containersOnLine(document: ManifestDocument, line: number): readonly ContainerPlace[] {
  return onLine(containersOf(document), line).map(({ place }) => place);
}

interface ContainerLines {
  readonly place: ContainerPlace;
  readonly lines: Lines;
}

function onLine(containers: readonly ContainerLines[], line: number): readonly ContainerLines[] {
  return containers.filter(({ lines }) => lines.first <= line && line <= lines.last);
}

function containersOf(document: ManifestDocument): readonly ContainerLines[] {
  const lineAt = createLineTable(document.text);
  return document.pods.flatMap(({ prefix }, pod) =>
    lists.flatMap((list) => {
      const node = descend(document.root, [...prefix, list]);
      if (node?.type !== "sequence") return [];
      return node.items.map(({ start, value, alias }, index) => {
        const lines = { first: lineAt(start), last: lineAt(Math.max(start, (alias ?? value).end)) };
        const path = [list, index];
        return { place: { pod, name: containerName(textAt(value, "name"), path), path }, lines };
      });
    }),
  );
}

import type { TextEdit } from "../rules/edits/edits.ts";

/** A text on its way through several rounds of edits, and what has become of the original one. */
export interface Rewriting {
  readonly text: string;
  /** In order: parts of the original that are still there, and texts that were not. */
  readonly pieces: readonly Piece[];
}

type Piece =
  | { readonly kept: true; readonly start: number; readonly text: string }
  | { readonly kept: false; readonly text: string };

export function startRewriting(text: string): Rewriting {
  return { text, pieces: [{ kept: true, start: 0, text }] };
}

/** Makes edits that do not overlap; their offsets are those of the text as it is now. */
export function rewrite({ pieces }: Rewriting, edits: readonly TextEdit[]): Rewriting {
  const inOrder = edits.toSorted((left, right) => left.start - right.start || left.end - right.end);
  const done = inOrder.reduceRight<readonly Piece[]>(replaced, pieces);
  return { text: done.map(({ text }) => text).join(""), pieces: done };
}

/** The text after edits that do not overlap. */
export function textAfter(text: string, edits: readonly TextEdit[]): string {
  return rewrite(startRewriting(text), edits).text;
}

/** The edits of the original text that do all rounds at once, in order and apart from each other. */
export function editsOfRewriting({ pieces }: Rewriting, length: number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let start = 0;
  let newText = "";
  const close = (end: number): void => {
    if (end > start || newText !== "") edits.push({ start, end, newText });
    newText = "";
  };
  for (const piece of pieces) {
    if (!piece.kept) newText += piece.text;
    else {
      close(piece.start);
      start = piece.start + piece.text.length;
    }
  }
  close(length);
  return edits;
}

function replaced(pieces: readonly Piece[], { start, end, newText }: TextEdit): readonly Piece[] {
  const before = cut(pieces, 0, start);
  const after = cut(pieces, end, Number.POSITIVE_INFINITY);
  return newText === "" ? [...before, ...after] : [...before, { kept: false, text: newText }, ...after];
}

/** What of the pieces stands between two offsets of their text. */
function cut(pieces: readonly Piece[], from: number, to: number): readonly Piece[] {
  let offset = 0;
  return pieces.flatMap((piece): readonly Piece[] => {
    const first = Math.max(0, from - offset);
    const text = piece.text.slice(first, Math.max(first, to - offset));
    offset += piece.text.length;
    if (text === "") return [];
    return [piece.kept ? { kept: true, start: piece.start + first, text } : { kept: false, text }];
  });
}

/** Zero-based, in UTF-16 units, as in LSP. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** Finds lines and characters of offsets in a text. The lines are counted once. */
export function createPositions(text: string): (offset: number) => TextPosition {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  };
}

/**
 * How many letters must be changed, added, left out or swapped with their neighbor to make one word of the other.
 * Gives up with `limit + 1` when the lengths alone say that it is more, so that a long text costs nothing.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const changed = valueAt(last, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const swapped = isSwap(left, right, row, column) ? valueAt(beforeLast, column - 2) + 1 : changed;
      current.push(Math.min(changed, swapped, valueAt(last, column) + 1, valueAt(current, column - 1) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return valueAt(last, right.length);
}

function isSwap(left: string, right: string, row: number, column: number): boolean {
  return row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
}

function valueAt(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

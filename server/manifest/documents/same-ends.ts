/** How many UTF-16 units of a text were there before an edit: from its start, and from its end. They do not overlap in either text. */
interface SameEnds {
  readonly fromStart: number;
  readonly fromEnd: number;
}

/** V8 compares slices of this length at the speed of memory. */
const blockLength = 0x10000;

export function sameEnds(before: string, now: string): SameEnds {
  const length = Math.min(before.length, now.length);
  const fromStart = sameLength(length, (at, end) => before.slice(at, end) === now.slice(at, end));
  const fromEnd = sameLength(
    length - fromStart,
    (at, end) => before.slice(before.length - end, before.length - at) === now.slice(now.length - end, now.length - at),
  );
  return { fromStart, fromEnd };
}

/** Goes ahead in blocks that are the same, then in shorter ones. */
function sameLength(length: number, isSame: (at: number, end: number) => boolean): number {
  let at = 0;
  for (let block = blockLength; block >= 1; block /= 16)
    while (at + block <= length && isSame(at, at + block)) at += block;
  return at;
}

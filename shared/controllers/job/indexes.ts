/** Completion indexes as the API writes them (`0,2-4`), in order. Those from `completions` on and fragments that cannot be read are left out. */
// Models pkg/controller/job/indexed_job_utils.go parseIndexesFromString (v1.37.1)
export function parseIndexes(text: string, completions: number): readonly number[] {
  const found = new Set<number>();
  for (const fragment of text.split(",")) {
    const [, first, last] = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(fragment) ?? [];
    if (first === undefined) continue;
    const end = Math.min(Number(last ?? first), completions - 1, Number(first) + indexesMax);
    for (let index = Number(first); index <= end; index += 1) found.add(index);
  }
  return [...found].sort((left, right) => left - right);
}

/** More than any Job that is played has; the API server takes lists of ten times as many. */
const indexesMax = 10_000;

/** `0,1,3-6`: two neighbors are written one by one. */
// Models pkg/controller/job/indexed_job_utils.go orderedIntervals.String (v1.37.1)
export function formatIndexes(indexes: Iterable<number>): string {
  const intervals: [number, number][] = [];
  for (const index of [...indexes].sort((left, right) => left - right)) {
    const last = intervals.at(-1);
    if (last !== undefined && index <= last[1] + 1) last[1] = index;
    else intervals.push([index, index]);
  }
  return intervals
    .map(([first, last]) => (last === first ? `${first}` : `${first}${last === first + 1 ? "," : "-"}${last}`))
    .join(",");
}

import { labelWidthPx } from "./lane-shapes.ts";
import type { Item } from "./model.ts";

/** A run with its wait that is narrower than this cannot be told from the next. */
const cyclePx = 24;
/** So few are drawn as they are. */
const cyclesLeast = 3;

const runKinds: ReadonlySet<Item["kind"]> = new Set(["running", "unready"]);

/** Runs and waits in turn that are too narrow to be told apart become one bar that says how many there are. */
export function withCycles(items: readonly Item[]): readonly Item[] {
  const bars = items.filter(({ shape }) => shape === "bar");
  const starts = bars.filter(({ kind }, index) => runKinds.has(kind) && !runKinds.has(bars[index - 1]?.kind ?? "note"));
  const groups = groupsOf(starts, bars);
  if (groups.length === 0) return items;
  const isIn = ({ xPx }: Item): boolean => groups.some(({ fromPx, toPx }) => xPx >= fromPx && xPx < toPx);
  const firstMark = items.findIndex(({ shape }) => shape === "mark");
  const left = items.filter((item) => !isIn(item));
  const cycles = groups.map((group) =>
    cyclesOf(
      group,
      items.filter((item) => isIn(item) && within(item, group)),
    ),
  );
  return firstMark === -1
    ? [...left, ...cycles]
    : [...left.filter(isBar), ...cycles, ...left.filter((item) => !isBar(item))];
}

function isBar({ shape }: Item): boolean {
  return shape === "bar";
}

interface Group {
  readonly fromPx: number;
  readonly toPx: number;
  readonly count: number;
}

/** Each reaches to the start of the run behind it, or to the end of the last bar. */
function groupsOf(starts: readonly Item[], bars: readonly Item[]): readonly Group[] {
  const groups: Group[] = [];
  const last = bars.at(-1);
  const endPx = last === undefined ? 0 : last.xPx + last.widthPx;
  for (let index = 0; index < starts.length; ) {
    let next = index;
    while (isNarrow(starts[next], starts[next + 1])) next += 1;
    const [first, behind] = [starts[index], starts[next + 1]];
    // The last of a group may be a long one: it stays as it is.
    const isLong = next > index && (behind?.xPx ?? endPx) - (starts[next]?.xPx ?? 0) >= cyclePx;
    const members = starts.slice(index, isLong ? next : next + 1);
    const counted = members.reduce((sum, { count }) => sum + count, 0);
    const toPx = isLong ? starts[next]?.xPx : (behind?.xPx ?? endPx);
    if (first !== undefined && toPx !== undefined && counted >= cyclesLeast)
      groups.push({ fromPx: first.xPx, toPx, count: counted });
    index = next + 1;
  }
  return groups;
}

function isNarrow(one: Item | undefined, other: Item | undefined): boolean {
  return one !== undefined && other !== undefined && other.xPx - one.xPx < cyclePx;
}

function within({ xPx }: Item, { fromPx, toPx }: Group): boolean {
  return xPx >= fromPx && xPx < toPx;
}

function cyclesOf({ fromPx, toPx, count }: Group, members: readonly Item[]): Item {
  const label = `↻×${count}`;
  const [first] = members;
  return {
    shape: "bar",
    kind: "cycles",
    xPx: fromPx,
    widthPx: toPx - fromPx,
    fromMs: first?.fromMs ?? 0,
    toMs: Math.max(...members.map(({ toMs }) => toMs)),
    label: toPx - fromPx >= labelWidthPx(label) ? label : "",
    ids: members.flatMap(({ ids }) => ids),
    count,
  };
}

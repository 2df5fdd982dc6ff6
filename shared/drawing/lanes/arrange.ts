import type { Lane } from "./model.ts";

/** What people made of the lanes: names of containers, and of rows that have others below them. */
interface Arrangement {
  /** Their probes, or what else belongs to them, have rows of their own. */
  readonly expanded: ReadonlySet<string>;
  /** They stand first. */
  readonly pinned: ReadonlySet<string>;
}

/** Names of what can be expanded beside containers, which have no names with a colon. */
export const expandables = { pod: "kubectl:", quiet: "quiet:" } as const;

const prefixes = /^(?:second|observed)-/;

/** The container that a lane belongs to; undefined if it is the pod's. */
export function containerOf({ id }: Lane): string | undefined {
  const [kind, name] = id.replace(prefixes, "").split(":");
  return kind === "container" || kind === "probe" || kind === "faults" ? name : undefined;
}

/** Ready is always in sight, and so is what is pinned. */
export function isSticky(lane: Lane, { pinned }: Pick<Arrangement, "pinned">): boolean {
  return isOfReady(lane) || pinned.has(containerOf(lane) ?? "");
}

/** The lanes in the order and form that people chose. */
export function arranged(lanes: readonly Lane[], { expanded, pinned }: Arrangement): readonly Lane[] {
  const shown = folded(lanes, { expanded, pinned }).filter((lane) => isShown(lane, expanded));
  return [
    ...shown.filter((lane) => isSticky(lane, { pinned })).toSorted(byReadyFirst),
    ...shown.filter((lane) => !isSticky(lane, { pinned })),
  ];
}

function isShown(lane: Lane, expanded: Arrangement["expanded"]): boolean {
  if (lane.kind === "pod" || lane.kind === "conditions") return expanded.has(expandables.pod);
  return lane.kind !== "probe" || expanded.has(containerOf(lane) ?? "");
}

/** So many that only run are one row. */
const foldedLeast = 3;

/**
 * Containers to which nothing happens, from three on, are one row in the place of the first of them. In a comparison those are that do the
 * same on both sides: what differs is what people look for.
 */
function folded(lanes: readonly Lane[], { expanded, pinned }: Arrangement): readonly Lane[] {
  const isCompared = lanes.some(isOfSecond);
  const names = (isCompared ? equalNames(lanes) : quietNames(lanes)).filter((name) => !pinned.has(name));
  if (names.length < (isCompared ? 1 : foldedLeast)) return lanes;
  const isOpen = expanded.has(expandables.quiet);
  const isFolded = (lane: Lane): boolean => names.includes(containerOf(lane) ?? "");
  const first = lanes.find((lane) => isFolded(lane) && lane.kind === "container");
  return lanes.flatMap((lane): readonly Lane[] => {
    const head =
      lane === first
        ? [
            isCompared
              ? rowOf(alikeInWords(names.length), [])
              : rowOf(`${names.length} keep running`, isOpen ? [] : lane.bars),
          ]
        : [];
    return [...head, ...(isFolded(lane) && !isOpen ? [] : [lane])];
  });
}

function alikeInWords(count: number): string {
  return `${count} alike`;
}

function rowOf(label: string, bars: Lane["bars"]): Lane {
  const shown = bars.map((bar) => ({ ...bar, label: "" }));
  return { id: "quiet", kind: "quiet", label, note: "", path: undefined, bars: shown, marks: [] };
}

const quietBars: ReadonlySet<Lane["bars"][number]["kind"]> = new Set(["running", "unready", "pulling"]);

function isOfSecond({ id }: Lane): boolean {
  return id.startsWith("second-");
}

/** Bars that begin and end so little apart differ by no more than chance. */
const sameMs = 2000;

/** Containers that do the same on both sides. One that a fault hits, or that was observed, is looked at by itself. */
function equalNames(lanes: readonly Lane[]): readonly string[] {
  const own = lanes.filter(({ kind }) => kind === "container");
  const seconds = new Map(own.filter(isOfSecond).map((lane) => [containerOf(lane), lane]));
  const others = new Set(lanes.filter(({ kind }) => kind === "faults" || kind === "observed").map(containerOf));
  return own.flatMap((lane) => {
    const name = containerOf(lane);
    const second = seconds.get(name);
    if (name === undefined || second === undefined || isOfSecond(lane) || others.has(name)) return [];
    return isSame(lane, second) ? [name] : [];
  });
}

function isSame(one: Lane, other: Lane): boolean {
  const isNear = (left: number, right: number): boolean => Math.abs(left - right) <= sameMs;
  return (
    one.bars.length === other.bars.length &&
    one.bars.every(({ kind, fromMs, toMs }, index) => {
      const bar = other.bars[index];
      return bar?.kind === kind && isNear(bar.fromMs, fromMs) && isNear(bar.toMs, toMs);
    })
  );
}

function quietNames(lanes: readonly Lane[]): readonly string[] {
  const own = lanes.filter(({ kind }) => kind === "container");
  const faulty = lanes.filter(({ kind }) => kind === "faults");
  const busy = new Set([...own.filter((lane) => !onlyRuns(lane)), ...faulty].map((lane) => containerOf(lane)));
  return [...new Set(own.flatMap((lane) => containerOf(lane) ?? []))].filter((name) => !busy.has(name));
}

function onlyRuns({ bars, marks }: Lane): boolean {
  return (
    bars.some(({ kind }) => kind === "running") &&
    bars.every(({ kind }) => quietBars.has(kind)) &&
    marks.every(({ kind }) => kind === "note" || kind === "failed-startup")
  );
}

function byReadyFirst(left: Lane, right: Lane): number {
  return Number(isOfReady(right)) - Number(isOfReady(left));
}

function isOfReady({ kind }: Lane): boolean {
  return kind === "condition" || kind === "difference";
}

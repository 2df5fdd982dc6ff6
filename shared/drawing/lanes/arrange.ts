import type { Lane } from "./model.ts";

/** What people made of the lanes: names of containers. */
interface Arrangement {
  /** They have one thin row: no probes, no signs. */
  readonly collapsed: ReadonlySet<string>;
  /** They stand first. */
  readonly pinned: ReadonlySet<string>;
}

const prefixes = /^(?:second|observed)-/;

/** The container that a lane belongs to; undefined if it is the pod's. */
export function containerOf({ id }: Lane): string | undefined {
  const [kind, name] = id.replace(prefixes, "").split(":");
  return kind === "container" || kind === "probe" ? name : undefined;
}

/** Ready is always in sight, and so is what is pinned. */
export function isSticky(lane: Lane, { pinned }: Pick<Arrangement, "pinned">): boolean {
  return lane.kind === "condition" || pinned.has(containerOf(lane) ?? "");
}

/** The lanes in the order and form that people chose. */
export function arranged(lanes: readonly Lane[], { collapsed, pinned }: Arrangement): readonly Lane[] {
  const shown = lanes.flatMap((lane): readonly Lane[] => {
    if (!collapsed.has(containerOf(lane) ?? "")) return [lane];
    return lane.kind === "container" ? [{ ...lane, kind: "collapsed", marks: [] }] : [];
  });
  return [
    ...shown.filter((lane) => isSticky(lane, { pinned })).toSorted(byReadyFirst),
    ...shown.filter((lane) => !isSticky(lane, { pinned })),
  ];
}

function byReadyFirst(left: Lane, right: Lane): number {
  return Number(right.kind === "condition") - Number(left.kind === "condition");
}

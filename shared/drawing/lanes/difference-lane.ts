import type { Bar, BarKind, Lane } from "./model.ts";

/** Less than this is chance. */
const sameMs = 2000;

/** Between the two rows of Ready in a comparison: when only one of the drawn runs is Ready. */
export function differenceLane(own: Lane, second: Lane): Lane {
  const bars = [...onlyIn(own, second, "only-first"), ...onlyIn(second, own, "only-second")];
  return {
    id: "difference:Ready",
    kind: "difference",
    label: "Δ",
    note: "▲ only A ▼ B",
    path: undefined,
    bars: bars.toSorted((left, right) => left.fromMs - right.fromMs),
    marks: [],
  };
}

/** What the bars of the one leave where those of the other are taken away. */
function onlyIn(own: Lane, other: Lane, kind: BarKind): readonly Bar[] {
  return own.bars.flatMap(({ ids, fromMs, toMs }) => {
    const pieces: Bar[] = [];
    let leftMs = fromMs;
    const add = (untilMs: number): void => {
      if (untilMs - leftMs >= sameMs) pieces.push({ kind, fromMs: leftMs, toMs: untilMs, label: "", ids });
    };
    for (const bar of other.bars) {
      if (bar.toMs <= leftMs || bar.fromMs >= toMs) continue;
      add(bar.fromMs);
      leftMs = bar.toMs;
    }
    add(toMs);
    return pieces;
  });
}

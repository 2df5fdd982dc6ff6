import type { Judgment } from "./judge.ts";

interface Counts {
  /** Said by both, by us only, recorded only. */
  both: number;
  ours: number;
  recorded: number;
}

export interface Totals {
  documents: number;
  /** Documents of which both, only we, or only the recording says that they are refused. */
  readonly refused: Counts;
  readonly byRule: Map<string, Counts>;
}

export function noTotals(): Totals {
  return { documents: 0, refused: { both: 0, ours: 0, recorded: 0 }, byRule: new Map() };
}

export function tally(totals: Totals, { ours, recorded, ruleOf }: Judgment): void {
  totals.documents += 1;
  count(totals.refused, ours.length > 0, recorded.length > 0);
  for (const line of new Set([...ours, ...recorded])) {
    const counts = totals.byRule.get(ruleOf.get(line) ?? "") ?? { both: 0, ours: 0, recorded: 0 };
    count(counts, ours.includes(line), recorded.includes(line));
    totals.byRule.set(ruleOf.get(line) ?? "", counts);
  }
}

function count(counts: Counts, isOurs: boolean, isRecorded: boolean): void {
  if (isOurs && isRecorded) counts.both += 1;
  else if (isOurs) counts.ours += 1;
  else if (isRecorded) counts.recorded += 1;
}

/** Precision and recall of what the rules say, as a table. */
export function formatTotals(title: string, { documents, refused, byRule }: Totals): string {
  const rows = [...byRule].toSorted(([left], [right]) => left.localeCompare(right));
  const all = rows.reduce(
    (sum, [, { both, ours, recorded }]) => ({
      both: sum.both + both,
      ours: sum.ours + ours,
      recorded: sum.recorded + recorded,
    }),
    { both: 0, ours: 0, recorded: 0 },
  );
  const lines = [...rows, ["all lines", all] as const, ["all documents", refused] as const].map(([rule, counts]) =>
    lineOf(rule, counts),
  );
  return [`${title}: ${documents} documents`, ...lines].join("\n");
}

function lineOf(rule: string, { both, ours, recorded }: Counts): string {
  const precision = percent(both, both + ours);
  const recall = percent(both, both + recorded);
  return `  ${rule.padEnd(24)} ${String(both + recorded).padStart(6)}  precision ${precision}  recall ${recall}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "     –" : `${((100 * part) / whole).toFixed(1)}%`.padStart(6);
}

import { formatPath } from "../../../shared/basics/path.ts";
import { defaultHorizonMs } from "../../../shared/forecast/pod/restarts.ts";
import { compareFiles } from "../../diff/compare.ts";
import type { DiffChange, DiffFile, PlacedFinding } from "../../diff/model.ts";
import { shortened } from "../../exports/brief.ts";

/** What a change of a text does, as the tool `diff` of `pod-cadence mcp` says it. */
export function briefChange(before: DiffFile, after: DiffFile) {
  const { changes, worst } = compareFiles([before], [after], { horizonMs: defaultHorizonMs });
  const { list, more } = shortened(changes);
  return { worst, changes: list.map(briefOf), more };
}

function briefOf({ kind, name, is, outcome, rows, toUpdate, added, gone }: DiffChange) {
  return {
    object: kind === "" ? "file" : `${kind}/${name}`,
    is,
    outcome,
    rows: shortened(rows).list.map((row) => ({
      is: row.is,
      what: row.what,
      container: row.container,
      before: row.base?.text ?? "none",
      after: row.head?.text ?? "none",
      fieldPath: formatPath(row.path),
    })),
    expectationsToUpdate: shortened(toUpdate).list.map(problemText),
    newProblems: shortened(added).list.map(problemText),
    goneProblems: shortened(gone).list.map(problemText),
  };
}

function problemText({ finding: { severity, message, rule } }: PlacedFinding): string {
  return `${severity}: ${message} (${rule})`;
}

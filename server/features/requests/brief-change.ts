import { formatPath } from "../../../shared/basics/path.ts";
import type { askedSchema } from "../../../shared/protocol/request.ts";
import type { Message } from "../../../shared/protocol/values/parse.ts";
import { analyzeDocument } from "../../analysis/analysis.ts";
import { askedOutcomes, overriddenNotes } from "../../analysis/asked-texts.ts";
import { compareFiles } from "../../diff/compare.ts";
import type { DiffChange, DiffFile, PlacedFinding } from "../../diff/model.ts";
import { shortened } from "../../exports/brief.ts";
import { podName } from "../../exports/pod-name.ts";
import { askedNames, readAsked, refusedIn } from "./read-asked.ts";

/** What a change of a text does, as the tool `diff` of `pod-cadence mcp` says it. */
export function briefChange(before: DiffFile, after: DiffFile, params: Message<typeof askedSchema>) {
  const read = readAsked(params);
  if ("problem" in read) return read;
  const { asked, extent } = read;
  const [base, head] = [before, after].map((file) => ({ ...file, settings: { ...file.settings, asked } }));
  if (base === undefined || head === undefined) return { problem: "Two manifests are compared." };
  const pods = [base, head].flatMap(({ manifest, settings }) =>
    manifest.documents.flatMap(({ document }) => analyzeDocument(document, settings).pods),
  );
  const problem = refusedIn(asked, pods.flatMap(askedOutcomes));
  if (problem !== undefined) return { problem };
  const { changes, worst } = compareFiles([base], [head], extent);
  const { list, more } = shortened(changes);
  const notes = new Set(pods.flatMap((pod) => overriddenNotes(pod, podName(pod.located), askedNames)));
  return { worst, changes: list.map(briefOf), more, notes: [...notes] };
}

function briefOf({ kind, name, is, outcome, refused, replaces, rows, toUpdate, added, gone }: DiffChange) {
  return {
    object: kind === "" ? "file" : `${kind}/${name}`,
    is,
    outcome,
    refused: shortened(refused.reasons).list.map(({ message }) => message),
    instead: refused.instead,
    replaces,
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

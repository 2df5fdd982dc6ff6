import { formatPath } from "../../../shared/basics/path.ts";
import type { Diff, DiffChange, DiffRow } from "../../diff/model.ts";
import { prettyJson } from "../../exports/pretty-json.ts";
import type { DiffChangeJson, DiffJson } from "../../exports/schemas/diff.ts";
import { diagnosticOf } from "./diagnostics.ts";

/** What the sides are called in the output: as they were typed. */
export interface SideNames {
  readonly base: string;
  readonly head: string;
}

/** `diff --format json` */
export function diffJson({ changes, worst }: Diff, { base, head }: SideNames, notes: readonly string[]): string {
  const json: DiffJson = { version: 1, base, head, changes: changes.map(changeJson), worst, notes };
  return prettyJson(json);
}

function changeJson({
  kind,
  name,
  namespace,
  path,
  is,
  outcome,
  refused,
  rows,
  toUpdate,
  added,
  gone,
}: DiffChange): DiffChangeJson {
  return {
    kind,
    name,
    namespace,
    path,
    is,
    outcome,
    refused: refused.reasons.map(({ message, path: at }) => ({ message, fieldPath: formatPath(at) })),
    instead: refused.instead ?? null,
    rows: rows.map(rowJson),
    findings: { toUpdate: toUpdate.map(diagnosticOf), new: added.map(diagnosticOf), gone: gone.map(diagnosticOf) },
  };
}

function rowJson({ what, container, base, head, is, path }: DiffRow): DiffChangeJson["rows"][number] {
  return {
    what,
    container: container ?? null,
    base: base?.value ?? null,
    head: head?.value ?? null,
    is,
    fieldPath: formatPath(path),
  };
}

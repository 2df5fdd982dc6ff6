import { formatPath } from "../../../shared/basics/path.ts";
import type { Diff, DiffChange, DiffRow, DiffSource, PlacedFinding } from "../../diff/model.ts";
import { prettyJson } from "../../exports/pretty-json.ts";
import type { DiffChangeJson, DiffFindingJson, DiffJson, DiffSourceJson } from "../../exports/schemas/diff.ts";
import { diagnosticOf, rangeOfSource } from "./diagnostics.ts";

/** What the sides are called in the output: as they were typed. */
export interface SideNames {
  readonly base: string;
  readonly head: string;
}

interface Told {
  readonly notCompared: readonly string[];
  readonly notes: readonly string[];
}

/** `diff --format json` */
export function diffJson({ changes, worst }: Diff, { base, head }: SideNames, told: Told): string {
  const json: DiffJson = { version: 1, base, head, changes: changes.map(changeJson), worst, ...told };
  return prettyJson(json);
}

function changeJson({
  kind,
  name,
  namespace,
  path,
  is,
  outcome,
  sources,
  refused,
  replaces,
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
    replaces: replaces ?? null,
    rows: rows.map(rowJson),
    sources: sources.map(sourceJson),
    findings: { toUpdate: toUpdate.map(findingJson), new: added.map(findingJson), gone: gone.map(findingJson) },
  };
}

function rowJson({ what, container, base, head, is, path, source }: DiffRow): DiffChangeJson["rows"][number] {
  return {
    what,
    container: container ?? null,
    base: base?.value ?? null,
    head: head?.value ?? null,
    is,
    fieldPath: formatPath(path),
    source: source === undefined ? null : sourceJson(source),
  };
}

function sourceJson(source: DiffSource): DiffSourceJson {
  return { path: source.path, range: source.certain ? rangeOfSource(source) : null };
}

function findingJson(placed: PlacedFinding): DiffFindingJson {
  return { ...diagnosticOf(placed), path: placed.source?.path ?? placed.file.path };
}

import type { Path } from "../../../shared/basics/path.ts";
import type { Diff, DiffChange, DiffFile, DiffRow, DiffSource, ObjectPlace, PlacedFinding } from "../../diff/model.ts";
import { positionsIn } from "../../diff/positions.ts";
import { rangeIn } from "../../diff/refused-fields.ts";
import type { Rendered, WantedLine } from "../../render/model.ts";
import { wantedLine } from "../files/wanted-line.ts";

type Origins = ReadonlyMap<DiffFile, Rendered>;

/** A comparison of rendered output with the places of what people edit: values, templates, patches. */
export async function placedInSources(diff: Diff, origins: Origins): Promise<Diff> {
  if (origins.size === 0) return diff;
  const places = createPlaces(origins);
  const marks = diff.changes.map((change) => markChange(change, places));
  await places.trace();
  return { ...diff, changes: diff.changes.map((change, index) => marks[index]?.() ?? change) };
}

/** Asks for all places of a change, and answers with the change once they are known. */
function markChange(change: DiffChange, places: Places): () => DiffChange {
  const { place, fields, rows, toUpdate, added, gone } = change;
  const sources = fields.map(({ path, part }) => places.ofField(place, path, part));
  const ofRows = rows.map((row) => rowSource(row, { place, fields, sources, places }));
  const ofFindings = [toUpdate, added, gone].map((all) => all.map((each) => places.ofFinding(each)));
  const withSources = (all: readonly PlacedFinding[], index: number): readonly PlacedFinding[] =>
    all.map((each, at) => ({ ...each, source: ofFindings[index]?.[at]?.() }));
  return () => ({
    ...change,
    sources: distinct(sources.flatMap((each) => each() ?? [])),
    rows: rows.map((row, index) => ({ ...row, source: ofRows[index]?.() })),
    toUpdate: withSources(toUpdate, 0),
    added: withSources(added, 1),
    gone: withSources(gone, 2),
  });
}

type Later = () => DiffSource | undefined;

interface RowPlaces {
  readonly place: ObjectPlace | undefined;
  readonly fields: DiffChange["fields"];
  readonly sources: readonly Later[];
  readonly places: Places;
}

/** What changed below the field that decides an answer; else that field. */
function rowSource({ path }: DiffRow, { place, fields, sources, places }: RowPlaces): Later {
  const below = fields.findIndex((field) => path.every((step, index) => field.path[index] === step));
  return sources[below] ?? places.ofField(place, path);
}

interface Places {
  ofField(place: ObjectPlace | undefined, path: Path, part?: string): Later;
  ofFinding(finding: PlacedFinding): Later;
  trace(): Promise<void>;
}

function createPlaces(origins: Origins): Places {
  const wanted = new Map<DiffFile, WantedLine[]>();
  const found = new Map<WantedLine, DiffSource>();
  const ask = (file: DiffFile, line: WantedLine): Later => {
    const lines = wanted.get(file) ?? [];
    wanted.set(file, lines);
    const same = lines.find((each) => each.line === line.line && each.value?.start === line.value?.start) ?? line;
    if (same === line) lines.push(line);
    return () => found.get(same);
  };
  const linesOf = new Map([...origins.keys()].map((file) => [file, file.text.split("\n")]));
  return {
    ofField(place, path, part) {
      const lines = place && linesOf.get(place.file);
      if (place === undefined || lines === undefined) return () => undefined;
      return ask(place.file, { ...wantedLine(rangeIn(place, path, "value"), lines), part });
    },
    ofFinding({ finding, file, startOffset }) {
      const lines = linesOf.get(file);
      if (lines === undefined) return () => undefined;
      const positionAt = positionsIn(file);
      const [start, end] = [finding.start, finding.end].map((offset) => positionAt(startOffset + offset));
      return start === undefined || end === undefined ? () => undefined : ask(file, wantedLine({ start, end }, lines));
    },
    async trace() {
      for (const [file, lines] of wanted) {
        const traced = (await origins.get(file)?.trace(lines)) ?? [];
        for (const [index, line] of lines.entries()) {
          const one = traced[index];
          if (one !== undefined) found.set(line, { ...one.place, certain: one.certain });
        }
      }
    },
  };
}

function distinct(all: readonly DiffSource[]): readonly DiffSource[] {
  const seen = new Map(all.map((each) => [JSON.stringify([each.path, each.line]), each]));
  return [...seen.values()].toSorted((left, right) =>
    left.path === right.path ? left.line - right.line : left.path < right.path ? -1 : 1,
  );
}

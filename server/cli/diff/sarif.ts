import { formatPath, type Path } from "../../../shared/basics/path.ts";
import { repositoryAddress } from "../../../shared/repository.ts";
import type { Diff, DiffChange, DiffSource, ObjectPlace, PlacedFinding } from "../../diff/model.ts";
import { rangeIn } from "../../diff/refused-fields.ts";
import { changeName, rowName, rowWords } from "../../diff/words.ts";
import { reportedOf } from "../check/reported.ts";
import { reportSetting } from "../reports/formats.ts";
import { hashOf } from "../reports/hash.ts";
import { forecastWorse, type Reported, type ReportedFile } from "../reports/model.ts";
import type { RulePages } from "../reports/rule-pages.ts";
import { type Baseline, sarifReport } from "../reports/sarif.ts";
import { diagnosticOf, rangeOfSource } from "./diagnostics.ts";

/** Something reported, in the file that people edit. */
interface InFile {
  readonly path: string;
  readonly reported: Reported;
}

/** `diff --format sarif`: problems that are new or absent, and answers that are worse, as new results. */
export function diffSarif({ changes }: Diff, problems: readonly string[], pages: RulePages): string {
  const states = new Map<Reported, Baseline>();
  const withState = (found: readonly InFile[], state: Baseline): readonly InFile[] => {
    for (const { reported } of found) states.set(reported, state);
    return found;
  };
  const files = changes.flatMap((change) =>
    byPath([
      ...withState([...foundIn(change.toUpdate), ...foundIn(change.added), ...worseRows(change)], "new"),
      ...withState(foundIn(change.gone), "absent"),
    ]),
  );
  const report = sarifReport(reportSetting(), pages, (finding) => states.get(finding) ?? "new");
  return [report.head(), ...files.map(report.file), report.tail(problems)].join("");
}

function byPath(found: readonly InFile[]): readonly ReportedFile[] {
  const paths = [...new Set(found.map(({ path }) => path))];
  return paths.map((path) => ({
    path,
    findings: found.flatMap((each) => (each.path === path ? [each.reported] : [])),
  }));
}

function foundIn(placed: readonly PlacedFinding[]): readonly InFile[] {
  const all = reportedOf(
    placed.map((each) => {
      const { finding, file } = each;
      const document = file.manifest.documents.find(({ startOffset }) => startOffset === each.startOffset)?.document;
      return { finding, document, diagnostic: diagnosticOf(each), suppressed: false };
    }),
  );
  return all.map((reported, index) => ({
    path: placed[index]?.source?.path ?? placed[index]?.file.path ?? "",
    reported,
  }));
}

function worseRows(change: DiffChange): readonly InFile[] {
  const { place, refused, rows, outcome, sources } = change;
  if (place === undefined || (outcome !== "worse" && outcome !== "refused")) return [];
  const worse = rows.filter(({ is }) => is === "worse");
  return [
    ...refused.reasons.map(({ message, path }) =>
      worseAt(change, { what: "refused", words: message, path, source: sources[0] }, place),
    ),
    ...worse.map((row) =>
      worseAt(change, { what: rowName(row), words: rowWords(row), path: row.path, source: row.source }, place),
    ),
  ];
}

interface WorseThing {
  readonly what: string;
  readonly words: string;
  readonly path: Path;
  readonly source: DiffSource | undefined;
}

function worseAt(change: DiffChange, { what, words, path, source }: WorseThing, place: ObjectPlace): InFile {
  const name = changeName(change);
  const reported: Reported = {
    rule: forecastWorse,
    severity: "warning",
    message: `${name}: ${what}: ${words}`,
    fieldPath: formatPath(path),
    range: source === undefined ? rangeIn(place, path) : rangeOfSource(source),
    docs: `${repositoryAddress}/blob/main/docs/cli.md#diff`,
    fingerprint: hashOf(JSON.stringify([forecastWorse, name, change.namespace, what])),
    suppressed: false,
  };
  return { path: source?.path ?? change.path, reported };
}

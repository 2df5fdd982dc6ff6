import { formatPath, type Path } from "../../../shared/basics/path.ts";
import { repositoryAddress } from "../../../shared/repository.ts";
import type { Diff, DiffChange, ObjectPlace, PlacedFinding } from "../../diff/model.ts";
import { rangeIn } from "../../diff/refused-fields.ts";
import { changeName, rowName, rowWords } from "../../diff/words.ts";
import { reportedOf } from "../check/reported.ts";
import { reportSetting } from "../reports/formats.ts";
import { hashOf } from "../reports/hash.ts";
import { forecastWorse, type Reported, type ReportedFile } from "../reports/model.ts";
import type { RulePages } from "../reports/rule-pages.ts";
import { type Baseline, sarifReport } from "../reports/sarif.ts";
import { diagnosticOf } from "./diagnostics.ts";

/** `diff --format sarif`: problems that are new or absent, and answers that are worse, as new results. */
export function diffSarif({ changes }: Diff, problems: readonly string[], pages: RulePages): string {
  const states = new Map<Reported, Baseline>();
  const withState = (found: readonly Reported[], state: Baseline): readonly Reported[] => {
    for (const each of found) states.set(each, state);
    return found;
  };
  const files = changes.map((change): ReportedFile => {
    const found = [
      ...withState([...reported(change.toUpdate), ...reported(change.added), ...worseRows(change)], "new"),
      ...withState(reported(change.gone), "absent"),
    ];
    return { path: change.path, findings: found };
  });
  const report = sarifReport(reportSetting(), pages, (finding) => states.get(finding) ?? "new");
  return [report.head(), ...files.map(report.file), report.tail(problems)].join("");
}

function reported(placed: readonly PlacedFinding[]): readonly Reported[] {
  return reportedOf(
    placed.map((each) => {
      const { finding, file } = each;
      const document = file.manifest.documents.find(({ startOffset }) => startOffset === each.startOffset)?.document;
      return { finding, document, diagnostic: diagnosticOf(each), suppressed: false };
    }),
  );
}

function worseRows(change: DiffChange): readonly Reported[] {
  const { place, refused, rows, outcome } = change;
  if (place === undefined || (outcome !== "worse" && outcome !== "refused")) return [];
  const worse = rows.filter(({ is }) => is === "worse");
  return [
    ...refused.reasons.map(({ message, path }) => worseAt(change, { what: "refused", words: message, path }, place)),
    ...worse.map((row) => worseAt(change, { what: rowName(row), words: rowWords(row), path: row.path }, place)),
  ];
}

interface WorseThing {
  readonly what: string;
  readonly words: string;
  readonly path: Path;
}

function worseAt(change: DiffChange, { what, words, path }: WorseThing, place: ObjectPlace): Reported {
  const name = changeName(change);
  return {
    rule: forecastWorse,
    severity: "warning",
    message: `${name}: ${what}: ${words}`,
    fieldPath: formatPath(path),
    range: rangeIn(place, path),
    docs: `${repositoryAddress}/blob/main/docs/cli.md#diff`,
    fingerprint: hashOf(JSON.stringify([forecastWorse, name, change.namespace, what])),
    suppressed: false,
  };
}

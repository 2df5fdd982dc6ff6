import { escapeXml } from "../../../shared/drawing/svg/svg-text.ts";
import type { Reported, ReportedFile, ReportSetting, ReportWriter } from "./model.ts";
import { pathInRoot } from "./place.ts";

/**
 * `check --format junit`: a suite for each file. What `--fail-on` counts is a failed test, all else a passed one that says it;
 * a file without problems is one passed test.
 */
export function junitReport(setting: ReportSetting, isFailure: (finding: Reported) => boolean): ReportWriter {
  const totals = { tests: 0, failures: 0, errors: 0 };
  return {
    headLast: true,
    head: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="pod-cadence" tests="${totals.tests}" failures="${totals.failures}" errors="${totals.errors}">\n`,
    file(file) {
      const { tests, failures, lines } = suiteOf(file, setting, isFailure);
      totals.tests += tests;
      totals.failures += failures;
      return textOf(lines);
    },
    tail(problems) {
      totals.tests += problems.length;
      totals.errors += problems.length;
      return textOf([...unread(problems), "</testsuites>"]);
    },
  };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** A suite of the files that could not be looked at. */
function unread(problems: readonly string[]): readonly string[] {
  if (problems.length === 0) return [];
  return [
    `  <testsuite name="pod-cadence" tests="${problems.length}" failures="0" errors="${problems.length}">`,
    ...problems.map((text) => `    <testcase name="can be read"><error message="${escapeXml(text)}"/></testcase>`),
    "  </testsuite>",
  ];
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly lines: readonly string[];
}

function suiteOf(file: ReportedFile, setting: ReportSetting, isFailure: (finding: Reported) => boolean): Suite {
  const path = pathInRoot(file.path, setting) ?? file.path;
  const told = file.findings.filter(({ suppressed }) => !suppressed);
  const cases = told.map((finding) => caseOf(finding, path, isFailure(finding)));
  const all = cases.length === 0 ? [`    <testcase name="no problems" classname="${escapeXml(path)}"/>`] : cases;
  const failures = told.filter(isFailure).length;
  return {
    tests: all.length,
    failures,
    lines: [
      `  <testsuite name="${escapeXml(path)}" tests="${all.length}" failures="${failures}" errors="0">`,
      ...all,
      "  </testsuite>",
    ],
  };
}

function caseOf(
  { rule, severity, message, range: { start }, docs }: Reported,
  path: string,
  isFailure: boolean,
): string {
  const place = `${start.line + 1}:${start.character + 1}`;
  const text = escapeXml(`${path}:${place}: ${severity}: ${message}`);
  const name = escapeXml(`${rule} (${place})`);
  const told = isFailure
    ? `<failure type="${severity}" message="${escapeXml(message)}">${text} ${escapeXml(docs)}</failure>`
    : `<system-out>${text}</system-out>`;
  return `    <testcase name="${name}" classname="${escapeXml(path)}">${told}</testcase>`;
}

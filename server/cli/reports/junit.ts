import { type Markup, markup } from "../../../shared/basics/markup.ts";
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
      markup`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="pod-cadence" tests="${totals.tests}" failures="${totals.failures}" errors="${totals.errors}">\n`
        .markup,
    file(file) {
      const { tests, failures, lines } = suiteOf(file, setting, isFailure);
      totals.tests += tests;
      totals.failures += failures;
      return textOf(lines);
    },
    tail(problems) {
      totals.tests += problems.length;
      totals.errors += problems.length;
      return textOf([...unread(problems), markup`</testsuites>`]);
    },
  };
}

function textOf(lines: readonly Markup[]): string {
  return markup`${lines.map((line) => markup`${line}\n`)}`.markup;
}

/** A suite of the files that could not be looked at. */
function unread(problems: readonly string[]): readonly Markup[] {
  if (problems.length === 0) return [];
  return [
    markup`  <testsuite name="pod-cadence" tests="${problems.length}" failures="0" errors="${problems.length}">`,
    ...problems.map((text) => markup`    <testcase name="can be read"><error message="${text}"/></testcase>`),
    markup`  </testsuite>`,
  ];
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly lines: readonly Markup[];
}

function suiteOf(file: ReportedFile, setting: ReportSetting, isFailure: (finding: Reported) => boolean): Suite {
  const path = pathInRoot(file.path, setting) ?? file.path;
  const told = file.findings.filter(({ suppressed }) => !suppressed);
  const cases = told.map((finding) => caseOf(finding, path, isFailure(finding)));
  const all = cases.length === 0 ? [markup`    <testcase name="no problems" classname="${path}"/>`] : cases;
  const failures = told.filter(isFailure).length;
  return {
    tests: all.length,
    failures,
    lines: [
      markup`  <testsuite name="${path}" tests="${all.length}" failures="${failures}" errors="0">`,
      ...all,
      markup`  </testsuite>`,
    ],
  };
}

function caseOf(
  { rule, severity, message, range: { start }, docs }: Reported,
  path: string,
  isFailure: boolean,
): Markup {
  const place = `${start.line + 1}:${start.character + 1}`;
  const text = `${path}:${place}: ${severity}: ${message}`;
  const name = `${rule} (${place})`;
  const told = isFailure
    ? markup`<failure type="${severity}" message="${message}">${text} ${docs}</failure>`
    : markup`<system-out>${text}</system-out>`;
  return markup`    <testcase name="${name}" classname="${path}">${told}</testcase>`;
}

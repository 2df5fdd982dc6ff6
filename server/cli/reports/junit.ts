import { escapeXml } from "../../../shared/drawing/svg-text.ts";
import type { Reported, ReportedFile, ReportInput } from "./model.ts";
import { pathInRoot } from "./place.ts";

/**
 * `check --format junit`: a suite for each file. What `--fail-on` counts is a failed test, all else a passed one that says it;
 * a file without problems is one passed test.
 */
export function junitReport(input: ReportInput, isFailure: (finding: Reported) => boolean): string {
  const suites = input.files.map((file) => suiteOf(file, input, isFailure));
  const total = (field: "tests" | "failures") => suites.reduce((sum, suite) => sum + suite[field], 0);
  const errors = input.problems.map(
    (text) => `    <testcase name="can be read"><error message="${escapeXml(text)}"/></testcase>`,
  );
  const unread =
    errors.length === 0
      ? []
      : [
          `  <testsuite name="pod-cadence" tests="${errors.length}" failures="0" errors="${errors.length}">`,
          ...errors,
          "  </testsuite>",
        ];
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="pod-cadence" tests="${total("tests") + errors.length}" failures="${total("failures")}" errors="${errors.length}">`,
    ...suites.flatMap(({ lines }) => lines),
    ...unread,
    "</testsuites>",
  ].join("\n")}\n`;
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly lines: readonly string[];
}

function suiteOf(file: ReportedFile, input: ReportInput, isFailure: (finding: Reported) => boolean): Suite {
  const path = pathInRoot(file.path, input) ?? file.path;
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

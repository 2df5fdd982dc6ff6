import type { Severity } from "../../rules/core/model.ts";
import { hashOf } from "./hash.ts";
import { arrayParts } from "./json-parts.ts";
import type { ReportSetting, ReportWriter } from "./model.ts";
import { pathInRoot } from "./place.ts";

const severities: Readonly<Record<Severity, string>> = {
  error: "critical",
  warning: "major",
  info: "minor",
  hint: "info",
};

/** `check --format gitlab`: a code quality report, which GitLab shows beside the lines of a merge request. */
export function gitlabReport(setting: ReportSetting): ReportWriter {
  const issues = arrayParts(0);
  return {
    head: () => "[",
    file({ path, findings }) {
      const inRoot = pathInRoot(path, setting) ?? path;
      return findings
        .filter(({ suppressed }) => !suppressed)
        .map(({ rule, severity, message, range, fingerprint }) =>
          issues.next({
            description: message,
            check_name: rule,
            fingerprint: hashOf(`${inRoot} ${fingerprint}`),
            severity: severities[severity],
            location: { path: inRoot, lines: { begin: range.start.line + 1, end: range.end.line + 1 } },
          }),
        )
        .join("");
    },
    tail: () => `${issues.end()}\n`,
  };
}

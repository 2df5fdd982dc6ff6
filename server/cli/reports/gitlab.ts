import { prettyJson } from "../../exports/pretty-json.ts";
import type { Severity } from "../../rules/model.ts";
import type { ReportInput } from "./model.ts";
import { pathInRoot } from "./place.ts";
import { hashOf } from "./reported.ts";

const severities: Readonly<Record<Severity, string>> = {
  error: "critical",
  warning: "major",
  info: "minor",
  hint: "info",
};

/** `check --format gitlab`: a code quality report, which GitLab shows beside the lines of a merge request. */
export function gitlabReport(input: ReportInput): string {
  return prettyJson(
    input.files.flatMap(({ path, findings }) => {
      const inRoot = pathInRoot(path, input) ?? path;
      return findings
        .filter(({ suppressed }) => !suppressed)
        .map(({ rule, severity, message, range, fingerprint }) => ({
          description: message,
          check_name: rule,
          fingerprint: hashOf(`${inRoot} ${fingerprint}`),
          severity: severities[severity],
          location: { path: inRoot, lines: { begin: range.start.line + 1, end: range.end.line + 1 } },
        }));
    }),
  );
}

import { relative } from "node:path";
import type { Severity } from "../../rules/model.ts";
import type { FileResult } from "../files/file-task.ts";
import { programVersion } from "../version.ts";
import { githubReport } from "./github.ts";
import { gitlabReport } from "./gitlab.ts";
import { junitReport } from "./junit.ts";
import type { ReportInput } from "./model.ts";
import type { ReportFormat } from "./names.ts";
import { sarifReport } from "./sarif.ts";

/** What was found, as a CI system reads it. `isFailure`: what `--fail-on` counts. */
export function writeReport(
  format: ReportFormat,
  results: readonly FileResult[],
  isFailure: (severity: Severity) => boolean,
): string {
  const input: ReportInput = {
    files: results.flatMap(({ path, reported }) => (reported === undefined ? [] : [{ path, findings: reported }])),
    problems: results.flatMap(({ problems }) => problems),
    version: programVersion(),
    ...reportPlaces(),
  };
  if (format === "sarif") return sarifReport(input);
  if (format === "github") return githubReport(input);
  if (format === "gitlab") return gitlabReport(input);
  return junitReport(input, ({ severity }) => isFailure(severity));
}

/** CI systems look for files below the folder of the checkout, wherever in it the command runs. */
export function reportPlaces(): Pick<ReportInput, "root" | "cwd"> {
  const cwd = process.cwd();
  const checkout = process.env["GITHUB_WORKSPACE"] ?? process.env["CI_PROJECT_DIR"] ?? "";
  const isAbove = checkout !== "" && !relative(checkout, cwd).startsWith("..");
  return { root: isAbove ? checkout : cwd, cwd };
}

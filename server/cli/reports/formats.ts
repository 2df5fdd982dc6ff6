import { relative } from "node:path";
import type { Severity } from "../../rules/core/model.ts";
import type { ReportFormat } from "../arguments/names.ts";
import { programVersion } from "../arguments/version.ts";
import { githubReport } from "./github.ts";
import { gitlabReport } from "./gitlab.ts";
import { junitReport } from "./junit.ts";
import type { ReportSetting, ReportWriter } from "./model.ts";
import { readRulePages } from "./rule-pages.ts";
import { sarifReport } from "./sarif.ts";

/** What was found, as a CI system reads it. `isFailure`: what `--fail-on` counts. */
export async function createReport(
  format: ReportFormat,
  isFailure: (severity: Severity) => boolean,
): Promise<ReportWriter> {
  const setting = reportSetting();
  if (format === "sarif") return sarifReport(setting, await readRulePages());
  if (format === "github") return githubReport(setting);
  if (format === "gitlab") return gitlabReport(setting);
  return junitReport(setting, ({ severity }) => isFailure(severity));
}

/** CI systems look for files below the folder of the checkout, wherever in it the command runs. */
export function reportSetting(): ReportSetting {
  const cwd = process.cwd();
  const checkout = process.env["GITHUB_WORKSPACE"] ?? process.env["CI_PROJECT_DIR"] ?? "";
  const isAbove = checkout !== "" && !relative(checkout, cwd).startsWith("..");
  return { version: programVersion(), root: isAbove ? checkout : cwd, cwd };
}

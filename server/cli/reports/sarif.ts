import type { ReportingDescriptor, Result, Run, Tool } from "sarif";
import { repositoryAddress } from "../../../shared/repository.ts";
import type { Severity } from "../../rules/core/model.ts";
import { allRules, docsOf } from "../../rules/index.ts";
import { hashOf } from "./hash.ts";
import { arrayParts, indented } from "./json-parts.ts";
import { forecastWorse, type Reported, type ReportedFile, type ReportSetting, type ReportWriter } from "./model.ts";
import { uriInRoot } from "./place.ts";
import type { RulePages } from "./rule-pages.ts";

/** What became of a result since the other side of a comparison. */
export type Baseline = "new" | "absent";

/** `check --format sarif`: SARIF 2.1.0, one run, with the rules that are used and their pages as help behind the results. */
export function sarifReport(
  setting: ReportSetting,
  pages: RulePages,
  baseline?: (finding: Reported) => Baseline,
): ReportWriter {
  const results = arrayParts(3);
  const used = new Map<string, number>();
  const indexOf = (rule: string): number => {
    const index = used.get(rule) ?? used.size;
    used.set(rule, index);
    return index;
  };
  return {
    head: () =>
      `{\n  "$schema": ${JSON.stringify(schema)},\n  "version": "2.1.0",\n  "runs": [\n    {\n      "results": [`,
    file: (file) =>
      file.findings
        .map((each) => results.next(resultOf(each, file, { setting, ruleIndex: indexOf(each.rule), baseline })))
        .join(""),
    tail(problems) {
      const run: Omit<Run, "results"> = {
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { "%SRCROOT%": { description: { text: "The folder that all paths are relative to." } } },
        tool: driverOf(setting, pages, [...used.keys()]),
        invocations: [
          {
            executionSuccessful: problems.length === 0,
            toolExecutionNotifications: problems.map((text) => ({ level: "error", message: { text } })),
          },
        ],
      };
      const fields = Object.entries(run).map(
        ([name, value]) => `      ${JSON.stringify(name)}: ${indented(value, 3).trimStart()}`,
      );
      return `${results.end()},\n${fields.join(",\n")}\n    }\n  ]\n}\n`;
    },
  };
}

function driverOf({ version }: ReportSetting, pages: RulePages, used: readonly string[]): Tool {
  return {
    driver: {
      name: "Pod Cadence",
      version,
      semanticVersion: version,
      informationUri: repositoryAddress,
      rules: used.map((id) => descriptorOf(id, pages)),
    },
  };
}

const schema = "https://json.schemastore.org/sarif-2.1.0.json";

function descriptorOf(id: string, pages: RulePages): ReportingDescriptor {
  const rule = allRules.find((each) => each.id === id);
  if (rule === undefined) return worseDescriptor;
  const { title, level, origin } = rule;
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: title },
    helpUri: docsOf(rule.id),
    help: { text: pages[rule.id], markdown: pages[rule.id] },
    defaultConfiguration: { level: levels[level] },
    properties: { tags: ["kubernetes", origin] },
  };
}

const worseDescriptor: ReportingDescriptor = {
  id: forecastWorse,
  shortDescription: { text: "A change makes the forecast of a pod or a kubelet worse" },
  helpUri: `${repositoryAddress}/blob/main/docs/cli.md#diff`,
  defaultConfiguration: { level: "warning" },
};

const levels: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
  hint: "note",
};

interface Context {
  readonly setting: ReportSetting;
  readonly ruleIndex: number;
  readonly baseline: ((finding: Reported) => Baseline) | undefined;
}

function resultOf(finding: Reported, file: ReportedFile, { setting, ruleIndex, baseline }: Context): Result {
  const { rule, severity, message, fieldPath, range, fingerprint, suppressed } = finding;
  const uri = uriInRoot(file.path, setting);
  const isRelative = !uri.startsWith("file:");
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri, ...(isRelative && { uriBaseId: "%SRCROOT%" }) },
          region: {
            startLine: range.start.line + 1,
            startColumn: range.start.character + 1,
            endLine: range.end.line + 1,
            endColumn: range.end.character + 1,
          },
        },
        ...(fieldPath !== "" && { logicalLocations: [{ fullyQualifiedName: fieldPath, kind: "member" }] }),
      },
    ],
    partialFingerprints: { "podCadence/v1": hashOf(`${uri} ${fingerprint}`) },
    ...(baseline && { baselineState: baseline(finding) }),
    // Where suppressions are carried, a result without one says so.
    suppressions: suppressed ? [{ kind: "inSource", justification: "# cadence: ignore" }] : [],
  };
}

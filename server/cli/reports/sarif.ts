import type { Log, ReportingDescriptor, Result, Run } from "sarif";
import { repositoryAddress } from "../../../shared/repository.ts";
import { prettyJson } from "../../exports/pretty-json.ts";
import { allRules, docsOf } from "../../rules/index.ts";
import type { Severity } from "../../rules/model.ts";
import { rulePages } from "../rule-pages.data.ts";
import { forecastWorse, type Reported, type ReportedFile, type ReportInput } from "./model.ts";
import { uriInRoot } from "./place.ts";
import { hashOf } from "./reported.ts";

/** What became of a result since the other side of a comparison. */
export type Baseline = "new" | "absent";

/** `check --format sarif`: SARIF 2.1.0, one run, with the rules that are used and their pages as help. */
export function sarifReport(input: ReportInput, baseline?: (finding: Reported) => Baseline): string {
  const used = [...new Set(input.files.flatMap(({ findings }) => findings.map(({ rule }) => rule)))].toSorted();
  const run: Run = {
    tool: {
      driver: {
        name: "Pod Cadence",
        version: input.version,
        semanticVersion: input.version,
        informationUri: repositoryAddress,
        rules: used.map(descriptorOf),
      },
    },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The folder that all paths are relative to." } } },
    invocations: [
      {
        executionSuccessful: input.problems.length === 0,
        toolExecutionNotifications: input.problems.map((text) => ({ level: "error" as const, message: { text } })),
      },
    ],
    results: input.files.flatMap((file) =>
      file.findings.map((each) => resultOf(each, file, { input, used, baseline })),
    ),
  };
  const log: Log = { $schema: schema, version: "2.1.0", runs: [run] };
  return prettyJson(log);
}

const schema = "https://json.schemastore.org/sarif-2.1.0.json";

function descriptorOf(id: string): ReportingDescriptor {
  const rule = allRules.find((each) => each.id === id);
  if (rule === undefined) return worseDescriptor;
  const { title, level, origin } = rule;
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: title },
    helpUri: docsOf(rule.id),
    help: { text: rulePages[rule.id], markdown: rulePages[rule.id] },
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
  readonly input: ReportInput;
  readonly used: readonly string[];
  readonly baseline: ((finding: Reported) => Baseline) | undefined;
}

function resultOf(finding: Reported, file: ReportedFile, { input, used, baseline }: Context): Result {
  const { rule, severity, message, fieldPath, range, fingerprint, suppressed } = finding;
  const uri = uriInRoot(file.path, input);
  const isRelative = !uri.startsWith("file:");
  return {
    ruleId: rule,
    ruleIndex: used.indexOf(rule),
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

import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import type { Manifest } from "../../../server/manifest/text/model.ts";
import type { Finding } from "../../../server/rules/core/model.ts";
import { findingsOf, findingsOfFile } from "../../../server/rules/findings.ts";
import { allRules } from "../../../server/rules/index.ts";
import type { ResolvedSettings } from "../../../server/schema/model.ts";
import { resolveSettings } from "../../../server/schema/resolve.ts";
import { type Subject, subjectOf } from "../../../shared/api-server/types/scope.ts";
import { formatPath, formatStrictPath, type Path, startsWith } from "../../../shared/basics/path.ts";
import { type KubernetesVersion, parseVersion } from "../../../shared/kubernetes/versions.ts";
import type { Verdict } from "./pod-cases.ts";

/** What we say of a document beside what was recorded; both as sorted lines, for example `spec.containers[0].name Required`. */
export interface Judgment {
  readonly index: number;
  readonly item: number | undefined;
  readonly ours: readonly string[];
  readonly recorded: readonly string[];
  /** Who said each of our lines, and whose business a recorded line is. */
  readonly ruleOf: ReadonlyMap<string, string>;
}

const origins = ["api-server", "strict", "yaml"];
/** kubectl says nothing of these. */
const notRecorded = ["duplicate-field"];

const levels = Object.fromEntries(
  allRules
    .filter(({ id, origin }) => !origins.includes(origin) || id.startsWith("kubelet"))
    .map(({ id }) => [id, "off" as const]),
);
const known = new Map<string, Promise<ResolvedSettings>>();

/** The rules that speak for the API server and for kubectl, for a version and its gates. */
export function settingsFor(
  version: string,
  featureGates: Readonly<Record<string, boolean>>,
): Promise<ResolvedSettings> {
  const key = `${version} ${JSON.stringify(featureGates)}`;
  const apiServer = { kubernetes: minorOf(version), featureGates };
  const overrides = { kubernetes: minorOf(version), apiServer, rules: levels };
  const fileUri = "file:///w/manifest.yaml";
  const input = { fileUri, rootUri: undefined, baseUri: undefined, overrides, projectFile: "none" as const };
  const settings = known.get(key) ?? resolveSettings(input, { read: async () => undefined });
  known.set(key, settings);
  return settings;
}

export function judge(
  manifest: Manifest,
  verdicts: readonly Verdict[],
  settings: ResolvedSettings,
): readonly Judgment[] {
  const ofFile = findingsOfFile(manifest, settings);
  return verdicts
    .filter(({ accepted }) => accepted !== null)
    .map((verdict, position) => {
      const { index } = verdict;
      const item = verdict.item?.[0];
      const document = manifest.documents.find((each) => each.index === index)?.document;
      const ofDocument = document === undefined ? [] : findingsOf(analyzeDocument(document, settings));
      const findings = [...ofDocument, ...(position === 0 ? ofFile : [])].filter(
        (finding) =>
          !notRecorded.includes(finding.rule) &&
          (item === undefined || finding.item === item || finding.rule === "yaml-syntax"),
      );
      return compare(verdict, findings, item);
    });
}

function compare(verdict: Verdict, findings: readonly Finding[], item: number | undefined): Judgment {
  const ruleOf = new Map<string, string>();
  const say = (rule: string, line: string) => {
    ruleOf.set(line, rule);
    return line;
  };
  const prefix: Path = item === undefined ? [] : ["items", item];
  const recorded = recordedLines(verdict).map(({ rule, line }) => say(rule, line));
  const ours = ourLines(findings, prefix, verdict).map(({ rule, line }) => say(rule, line));
  return {
    index: verdict.index,
    item,
    ours: [...new Set(ours)].sort(),
    recorded: [...new Set(recorded)].sort(),
    ruleOf,
  };
}

interface Line {
  readonly rule: string;
  readonly line: string;
}

function ourLines(findings: readonly Finding[], prefix: Path, verdict: Verdict): readonly Line[] {
  const wrongTypes = findings.filter(({ rule }) => rule === "field-type");
  const lines = findings.flatMap((finding): Line[] => {
    const { rule, errorType = "" } = finding;
    const path = startsWith(finding.path, prefix) ? finding.path.slice(prefix.length) : finding.path;
    if (rule === "yaml-syntax") return [{ rule, line: "cannot be read as YAML" }];
    // Without a type it says how the object is read, and judges nothing.
    if (rule === "object-refused") return errorType === "" ? [] : [{ rule, line: "cannot be taken as a whole" }];
    if (rule === "field-type") return [];
    // As below: a key with a dot reads like a field of the status.
    if (errorType === "UnknownField" && formatStrictPath(path).startsWith("status.")) return [];
    const others = (finding.also ?? []).map((each) => ({
      rule,
      line: `${formatPath(each.path.slice(prefix.length))} ${each.errorType}`,
    }));
    const line = errorType === "UnknownField" ? formatStrictPath(path) : formatPath(path);
    return [{ rule, line: `${line} ${errorType}` }, ...others];
  });
  // The server tells the first value of a wrong type, in the order of its keys.
  const told = wrongTypes.map(({ path }) => typePath(path.slice(prefix.length)));
  const expected = recordedType(verdict);
  if (told.length === 0) return lines;
  const line = expected !== undefined && told.some((path) => isTypePath(path, expected)) ? expected : (told[0] ?? "");
  return [...lines, { rule: "field-type", line: `${line} TypeInvalid` }];
}

function recordedLines(verdict: Verdict): readonly Line[] {
  const { decode, errors, strict } = verdict;
  const unknown = strict
    .map((line) => /"(.*)"/.exec(line)?.[1] ?? line)
    // What a server writes into the status is not in the table of types.
    .filter((field) => !field.startsWith("status."))
    .map((field) => ({ rule: "unknown-field", line: `${field} UnknownField` }));
  if (decode === null) {
    const judged = errors.map(({ field = "", type = "" }) => {
      const path = parsePath(field);
      const errorType = type.replace("FieldValue", "");
      return { rule: ruleOf(subjectOf(path), errorType), line: `${formatPath(path)} ${errorType}` };
    });
    return [...unknown, ...judged];
  }
  const type = recordedType(verdict);
  if (type !== undefined) return [{ rule: "field-type", line: `${type} TypeInvalid` }];
  if (isAboutWhole(decode)) return [{ rule: "object-refused", line: "cannot be taken as a whole" }];
  if (decode.startsWith("panic")) return [{ rule: "job-refused", line: "spec.completions Required" }];
  return [{ rule: "yaml-syntax", line: "cannot be read as YAML" }];
}

/** The rule that should have said it. */
function ruleOf(subject: Subject, errorType: string): string {
  if (errorType === "Forbidden") return "field-not-allowed";
  return subject === "restart" ? "restart-policy-refused" : `${subject}-refused`;
}

function isAboutWhole(decode: string): boolean {
  return /^(?:error validating data|no matches for kind|resourceVersion|Object 'Kind'|\*unstructured|failed to decode|json: cannot unmarshal \w+ into Go value|json: cannot unmarshal \w+ into Go struct field decodeList)/.test(
    decode,
  );
}

/** `spec.containers.ports`: the server's path of a value of a wrong type has no indexes. "" where it names none. */
function recordedType({ decode }: Verdict): string | undefined {
  if (decode?.startsWith("quantities must match")) return "";
  const path = /field (\w+)\.(\S+) of type/.exec(decode ?? "");
  if (path === null || path[1] === "decodeList") return undefined;
  return (path[2] ?? "").replace("ProbeHandler.", "");
}

function typePath(path: Path): string {
  return path.filter((step) => typeof step === "string").join(".");
}

/** Of a map the server names the map, not the key. */
function isTypePath(ours: string, recorded: string): boolean {
  return recorded === "" || ours === recorded || ours.startsWith(`${recorded}.`);
}

/** Reads `spec.containers[0].name`, keys in brackets included. */
export function parsePath(field: string): Path {
  return [...field.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, inBrackets, name = ""]) => {
    if (inBrackets === undefined) return name;
    return /^\d+$/.test(inBrackets) ? Number(inBrackets) : inBrackets;
  });
}

function minorOf(version: string): KubernetesVersion {
  const minor = parseVersion(version);
  if (minor === undefined) throw new Error(`unknown version ${version}`);
  return minor;
}

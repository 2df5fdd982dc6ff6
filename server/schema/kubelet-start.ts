import { type Fields, isFields } from "../../shared/basics/values.ts";
import { mergeConfigurations, type PlacedProblem } from "../../shared/kubelet-configuration/merge.ts";
import { checkDropInHeader, checkHeader } from "../../shared/kubelet-configuration/model/header.ts";
import type { KubeletHost, KubeletProblem } from "../../shared/kubelet-configuration/model/model.ts";
import { withProposedPeriod } from "../../shared/kubelet-configuration/rules/crash-loop.ts";
import { parseManifest } from "../manifest/documents/parse.ts";
import { exactValue } from "../manifest/pods/exact-values.ts";
import type { ManifestDocument } from "../manifest/text/model.ts";

/** A file of a kubelet's configuration, parsed. As for the kubelet, only its first document counts. */
export interface ParsedKubelet {
  readonly text: string;
  /** Undefined if the file has no document. */
  readonly document: ManifestDocument | undefined;
}

export function parseKubelet(text: string): ParsedKubelet {
  const { documents } = parseManifest(text, undefined, { all: true });
  return { text, document: documents.find(({ document }) => !document.empty)?.document };
}

interface KubeletStart {
  readonly problems: readonly PlacedProblem[];
  /** Of the files that could be read; undefined if the main file could not. */
  readonly fields: Fields | undefined;
}

/** Starts a kubelet with its main file and its drop-ins, in the order in which they apply. */
// Models cmd/kubelet/app/server.go loadConfigFile and mergeKubeletConfigurations (v1.37.1)
export function startKubelet(main: ParsedKubelet, dropIns: readonly ParsedKubelet[], host: KubeletHost): KubeletStart {
  const inWords = host.semantics === "kep" ? withProposedPeriod : (value: unknown) => value;
  const read = readFile(main, checkHeader);
  const problems = read.problems.map((problem) => ({ file: 0, problem }));
  if (read.value === undefined) return { problems, fields: undefined };
  const others = dropIns.map((dropIn) => readFile(dropIn, (value) => checkDropInHeader(value, host.kubernetes), true));
  const alone = mergeConfigurations(inWords(read.value), [], host);
  // A main file that cannot be defaulted ends the start before any drop-in is read.
  const isEarly = alone.problems.some(({ problem: { origin, stage } }) => origin === "kubelet" && isEarlyStage(stage));
  const unusable = others.flatMap(({ value, problems: found }, index) =>
    value === undefined ? found.map((problem) => ({ file: index + 1, problem })) : [],
  );
  const usable = others.flatMap(({ value }, index) => (value === undefined ? [] : [{ value, file: index + 1 }]));
  const values = usable.map(({ value }) => inWords(value));
  const merged = mergeConfigurations(inWords(read.value), values, host);
  if (isEarly || dropIns.length === 0) return { problems: [...problems, ...alone.problems], fields: merged.fields };
  const found = merged.problems.map(({ file, problem }) => ({ file: usable[file - 1]?.file ?? 0, problem }));
  const refused =
    unusable.length > 0 ? [...unusable, ...found.filter(({ problem }) => problem.origin === "strict")] : found;
  return { problems: [...problems, ...refused], fields: merged.fields };
}

function isEarlyStage(stage: KubeletProblem["stage"]): boolean {
  return stage === "decode" || stage === "gates";
}

interface ReadFile {
  /** Undefined if the kubelet cannot go on. */
  readonly value: unknown;
  readonly problems: readonly KubeletProblem[];
}

function readFile(
  { text, document }: ParsedKubelet,
  headerOf: (value: unknown) => KubeletProblem | undefined,
  isDropIn = false,
): ReadFile {
  if (text === "") return refused("kubelet config file was empty");
  if (text.trimStart().startsWith("{") && !isJson(text))
    return refused("failed to decode: couldn't get version/kind; json parse error");
  if (document?.root === undefined) return refused("failed to decode: Object 'Kind' is missing");
  const [broken] = document.problems;
  if (broken !== undefined) return refused(`failed to decode: yaml: ${broken.message}`);
  const value = exactValue(document.root, document.text);
  const header = headerOf(value);
  const duplicates = document.duplicateKeys.map(({ key }) => duplicateProblem(document, key, isDropIn));
  if (header !== undefined) return { value: undefined, problems: [header] };
  const isFatal = isDropIn && duplicates.length > 0;
  return { value: isFields(value) && !isFatal ? value : undefined, problems: duplicates };
}

/** A file that starts with a brace is read as JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function refused(reason: string): ReadFile {
  return { value: undefined, problems: [{ path: [], origin: "kubelet", stage: "decode", reason }] };
}

/** The main file goes on with lenient decoding, where the last one counts. */
function duplicateProblem(document: ManifestDocument, key: string, isFatal: boolean): KubeletProblem {
  const isJson = document.text.trimStart().startsWith("{");
  const reason = isJson ? `duplicate field "${key}"` : `key "${key}" already set in map`;
  return { path: [key], origin: isFatal ? "kubelet" : "strict", stage: "decode", reason };
}

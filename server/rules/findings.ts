import { memo, once } from "../../shared/basics/once.ts";
import { samePath } from "../../shared/basics/path.ts";
import { allContainers, type Container, type DefaultedPod } from "../../shared/kubernetes/pod.ts";
import { analyzeDocument } from "../analysis/analysis.ts";
import type { AnalyzedDocument, AnalyzedPod, ContainerSubject } from "../analysis/subject.ts";
import { cadenceComments } from "../manifest/pods/comments.ts";
import { isWholeMap } from "../manifest/pods/whole-maps.ts";
import { lineIn } from "../manifest/text/lines.ts";
import type { Manifest, ManifestDocument, PlacedDocument } from "../manifest/text/model.ts";
import { isUnknownAt, nodeAt, rangeOf } from "../manifest/text/ranges.ts";
import { lastIndexWhere } from "../manifest/text/search.ts";
import { isRejection, isRuleId } from "../rule-ids/ids.ts";
import type { ProjectProblem, ResolvedSettings } from "../schema/model.ts";
import { type Ignore, ignoresOf, notIgnored } from "./core/ignores.ts";
import type {
  ContainerHit,
  ContainerRule,
  DocumentHit,
  DocumentRule,
  FileRule,
  Finding,
  Fix,
  Rule,
  Severity,
} from "./core/model.ts";
import { allRules, rules } from "./index.ts";
import { isRendered } from "./support/rendered.ts";

type Levels = ResolvedSettings["rules"];

interface Judged {
  readonly found: readonly Finding[];
  readonly ignored: readonly Finding[];
}

const findingsByDocument = new WeakMap<AnalyzedDocument, Judged>();
const nothing: Judged = { found: [], ignored: [] };

/** All findings in a document, in text order. Computed once. */
export function findingsOf(analyzed: AnalyzedDocument): readonly Finding[] {
  return judged(analyzed).found;
}

/** Those that a `# cadence: ignore` comment suppresses: for reports that tell them apart. */
export function ignoredFindingsOf(analyzed: AnalyzedDocument): readonly Finding[] {
  return judged(analyzed).ignored;
}

function judged(analyzed: AnalyzedDocument): Judged {
  const before = findingsByDocument.get(analyzed);
  if (before !== undefined) return before;
  // Most documents contain neither a pod nor a kubelet configuration.
  if (!analyzed.document.ours && !analyzed.document.hasAlerts) return nothing;
  const judging = judgedInPieces(analyzed);
  let piece = judging.next();
  while (piece.done !== true) piece = judging.next();
  return piece.value;
}

/** A pause behind what each rule says of each container. */
function* judgedInPieces(analyzed: AnalyzedDocument): Generator<void, Judged> {
  const all: Finding[] = [];
  for (const each of activeRules(analyzed.settings.rules))
    if (analyzed.document.ours || each.rule.judgesAlerts) yield* check(each, analyzed, all);
  const ignores = ignoresOf(analyzed.document);
  const told = [...all, ...unusedIgnores(analyzed, all, ignores)];
  const kept = notIgnored(analyzed.document, told, ignores);
  const isKept = new Set(kept);
  const ignored = kept.length === told.length ? [] : told.filter((finding) => !isKept.has(finding));
  const made = { found: sorted(distinct(kept)), ignored: sorted(distinct(ignored)) };
  findingsByDocument.set(analyzed, made);
  return made;
}

/** All findings about the file as a whole, but for those that a comment beside them suppresses. Offsets are relative to the file. */
export function findingsOfFile(manifest: Manifest, settings: ResolvedSettings): readonly Finding[] {
  const all = foundInFile(manifest, settings);
  const commented = commentedIn(manifest);
  return commented.length === 0 ? all : all.filter((finding) => !isIgnored(finding, commented));
}

/** Most documents of a large file have no comment that could suppress anything. */
const commentedIn = memo(({ documents }: Manifest): Manifest["documents"] =>
  documents.filter(({ document }) => cadenceComments(document).length > 0),
);

function isIgnored(finding: Finding, documents: Manifest["documents"]): boolean {
  const placed = documentAt({ documents }, finding.start);
  if (placed === undefined) return false;
  const { document, startOffset } = placed;
  if (finding.start > startOffset + document.text.length) return false;
  const inDocument = { ...finding, start: finding.start - startOffset, end: finding.end - startOffset };
  return notIgnored(document, [inDocument], ignoresOf(document)).length === 0;
}

/** A document with more is judged in pieces: each of its containers may have probes that take long to play. */
const fewContainers = 10;

/** What the rules need of a file and takes long, worked out piece by piece. */
export function* preparedFindings(manifest: Manifest, settings: ResolvedSettings): Generator<unknown> {
  const active = activeRules(settings.rules);
  for (const { rule } of active) if (isFileRule(rule)) yield* rule.prepareFile?.(manifest, settings) ?? [];
  const rulesOfDocuments = active.flatMap(({ rule }) => (isDocumentRule(rule) ? [rule] : []));
  for (const { document } of manifest.documents) {
    if (!document.ours) continue;
    const analyzed = analyzeDocument(document, settings);
    // An edit of a large file leaves nearly all of its documents as they were judged.
    if (findingsByDocument.has(analyzed)) continue;
    for (const { prepareDocument } of rulesOfDocuments) yield* prepareDocument?.(analyzed) ?? [];
    if (containersOf(analyzed).length > fewContainers) yield* judgedInPieces(analyzed);
    else yield;
  }
}

function foundInFile(manifest: Manifest, settings: ResolvedSettings): readonly Finding[] {
  return activeRules(settings.rules)
    .flatMap(({ rule, severity }) =>
      isFileRule(rule)
        ? rule.checkFile(manifest, settings).map(
            ({ start, end, message, judgment, severity: own }): Finding => ({
              ...about(rule, shownSeverity(rule, own ?? severity, settings)),
              start,
              end,
              message,
              ...(judgment && { judgment }),
              path: [],
              on: "value",
              item: undefined,
              errorType: undefined,
              fix: undefined,
            }),
          )
        : [],
    )
    .map((finding) => {
      const document = documentAt(manifest, finding.start)?.document;
      return document !== undefined && isRendered(manifest, document) ? asInCopy(finding, settings) : finding;
    });
}

function documentAt({ documents }: Pick<Manifest, "documents">, offset: number): PlacedDocument | undefined {
  return documents[lastIndexWhere(documents, ({ startOffset }) => startOffset <= offset)];
}

/** Mistakes in a project file. Offsets are relative to its text. */
export function findingsOfProject(problems: readonly ProjectProblem[], levels: Levels): readonly Finding[] {
  const rule = rules["project-file"];
  const severity = severityOf(rule, levels);
  if (severity === undefined) return [];
  return problems.map(({ start, end, message, path }) => ({
    ...about(rule, severity),
    start,
    end,
    message,
    path,
    on: "value",
    item: undefined,
    errorType: undefined,
    fix: undefined,
  }));
}

interface ActiveRule {
  readonly rule: Rule;
  readonly severity: Severity;
}

/** The rules that are not off, computed once for all documents with the same settings. */
const activeRules = memo((levels: Levels): readonly ActiveRule[] =>
  allRules.flatMap((rule) => {
    const severity = severityOf(rule, levels);
    return severity === undefined ? [] : [{ rule, severity }];
  }),
);

/** Undefined means off. What the API server or the kubelet rejects is an error or off. */
export function severityOf(rule: Rule, levels: Levels): Severity | undefined {
  const level = levels[rule.id] ?? rule.level;
  if (level === "off") return undefined;
  return isRejection(rule.id) ? "error" : level;
}

/** Information in files that are there for a test, or are a copy of somebody else's, unless somebody set the level of the rule. */
function shownSeverity(
  { id, judgesStatements }: Rule,
  severity: Severity,
  { purpose, rules: levels }: Pick<ResolvedSettings, "purpose" | "rules">,
): Severity {
  const isLess =
    (purpose === "tests" && severity === "error") ||
    ((purpose === "tests" || purpose === "copy") && severity === "warning");
  return isLess && levels[id] === undefined && judgesStatements !== true ? "info" : severity;
}

/** The finding as it is in a copy of what somebody else writes. */
export function asInCopy(finding: Finding, { purpose, rules: levels }: ResolvedSettings): Finding {
  if (purpose === "output") return finding;
  const severity = shownSeverity(rules[finding.rule], finding.severity, { purpose: "copy", rules: levels });
  return severity === finding.severity ? finding : { ...finding, severity };
}

/** Adds what one rule finds. Most rules find nothing in most documents. */
function* check({ rule, severity }: ActiveRule, analyzed: AnalyzedDocument, all: Finding[]): Generator<void> {
  const { document, settings } = analyzed;
  const add = (hit: DocumentHit): void =>
    void all.push(toFinding(rule, shownSeverity(rule, hit.severity ?? severity, settings), document, hit));
  if (isDocumentRule(rule)) for (const hit of rule.checkDocument(analyzed)) add(hit);
  if (!isContainerRule(rule)) return;
  for (const subject of containersOf(analyzed)) {
    for (const hit of rule.checkContainer(subject)) add(inDocument(subject.pod, hit));
    yield;
  }
}

function toFinding(rule: Rule, severity: Severity, document: ManifestDocument, hit: DocumentHit): Finding {
  const { start, end } = hit.range ?? rangeOf(document, hit.path, hit.on);
  const { path, on, message, errorType, also, fix, item, judgment, withoutService, serviceMayBeElsewhere } = hit;
  const found = { ...about(rule, severity), start, end, path, on, message, errorType, fix, item };
  return {
    ...found,
    ...(also && { also }),
    ...(judgment && { judgment }),
    ...(withoutService !== undefined && { withoutService }),
    ...(serviceMayBeElsewhere === true && { serviceMayBeElsewhere }),
  };
}

function about({ id, origin }: Rule, severity: Severity): Pick<Finding, "rule" | "origin" | "severity"> {
  return { rule: id, origin, severity };
}

function inDocument({ located: { prefix, item } }: AnalyzedPod, { fix, ...hit }: ContainerHit): DocumentHit {
  return {
    ...hit,
    path: [...prefix, ...hit.path],
    item,
    ...(fix && { fix: { ...fix, path: [...prefix, ...fix.path] } }),
  };
}

const containersOf = memo(({ document, pods }: AnalyzedDocument): readonly ContainerSubject[] =>
  pods.filter(isRunnable).flatMap((pod) => subjectsOf(pod, document)),
);

/** The containers as all rules see them, created once: what is kept for one of them finds it again. */
export const subjectsOf = memo(
  (pod: AnalyzedPod & { readonly pod: DefaultedPod }, document: ManifestDocument): readonly ContainerSubject[] =>
    allContainers(pod.pod).map((container) => subjectOf(document, pod, container)),
);

function subjectOf(
  document: ManifestDocument,
  pod: AnalyzedPod & { readonly pod: DefaultedPod },
  container: Container,
): ContainerSubject {
  const { prefix, partial } = pod.located;
  return {
    pod,
    container,
    forecast: once(() => pod.forecast()?.containers.find(({ path }) => samePath(path, container.path))),
    isCertain: (path) => {
      const inDocument = [...prefix, ...path];
      const isWritten = nodeAt(document, inDocument) !== undefined;
      if (!isWritten && document.templated) return isWholeMap(document, inDocument.slice(0, -1));
      return !isUnknownAt(document, inDocument) && (!partial || isWritten);
    },
    written: (path) => {
      const node = nodeAt(document, path);
      return node === undefined ? "" : document.text.slice(node.start, node.end);
    },
  };
}

function isRunnable(pod: AnalyzedPod): pod is AnalyzedPod & { readonly pod: DefaultedPod } {
  return pod.pod !== undefined;
}

function isDocumentRule(rule: Rule): rule is DocumentRule {
  return "checkDocument" in rule;
}

function isContainerRule(rule: Rule): rule is ContainerRule {
  return "checkContainer" in rule;
}

function isFileRule(rule: Rule): rule is FileRule {
  return "checkFile" in rule;
}

/** Comments that suppress nothing. In a template or in broken YAML they may still be needed. */
function unusedIgnores(
  { document, settings }: AnalyzedDocument,
  findings: readonly Finding[],
  ignores: readonly Ignore[],
): readonly Finding[] {
  const rule = rules["unused-ignore"];
  const severity = severityOf(rule, settings.rules);
  if (severity === undefined || ignores.length === 0 || document.templated || document.problems.length > 0) return [];
  const told = new Set(findings.flatMap(({ rule, start }) => [rule, `${rule} ${lineIn(document, start)}`]));
  const unused = ignores.filter((ignore) => isUnused(ignore, settings.rules, told));
  const namedIn = countByComment(ignores);
  const unusedIn = countByComment(unused);
  return unused.map((ignore, index) => {
    const { start, end, comment } = ignore;
    const isFirst = unused[index - 1]?.comment.start !== comment.start;
    const isWhole = unusedIn.get(comment.start) === namedIn.get(comment.start);
    const fix = isFirst ? { fix: removalOf(ignore, document, isWhole) } : {};
    const message = `"${ignore.rule}" reports nothing here. Remove it from the comment${isFirst ? "" : " as well"}, so that it does not hide future findings.`;
    return toFinding(rule, severity, document, { path: [], on: "value", range: { start, end }, message, ...fix });
  });
}

/** `told` has the rules that found something, alone and with the line. */
function isUnused({ rule, lines }: Ignore, levels: Levels, told: ReadonlySet<string>): boolean {
  // Rules that are off or unknown are reported elsewhere; this rule cannot judge itself.
  if (rule === "unused-ignore" || !isRuleId(rule) || severityOf(rules[rule], levels) === undefined) return false;
  // What a rule finds in the whole file is not known here.
  if (isFileRule(rules[rule])) return false;
  return lines === "all" ? !told.has(rule) : !lines.some((line) => told.has(`${rule} ${line}`));
}

function countByComment(ignores: readonly Ignore[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { comment } of ignores) counts.set(comment.start, (counts.get(comment.start) ?? 0) + 1);
  return counts;
}

/** The whole comment if none of its rules is needed, else only the first unneeded one. */
function removalOf(ignore: Ignore, { text }: ManifestDocument, isWhole: boolean): Fix {
  const { start, end } = isWhole ? ignore.comment : ignore.removal;
  const title = isWhole ? "Remove this comment" : `Remove "${ignore.rule}" from this comment`;
  return { kind: "replace-word", title, start, end, wrong: text.slice(start, end), right: "" };
}

/** A comment that applies to several pods is reported once. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const seen = new Map(
    findings.map((finding) => [`${finding.rule} ${finding.start} ${finding.end} ${finding.message}`, finding]),
  );
  return [...seen.values()];
}

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((left, right) => left.start - right.start || left.end - right.end);
}

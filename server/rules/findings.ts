import { once } from "../../shared/forecast/once.ts";
import { samePath } from "../../shared/kubernetes/path.ts";
import { allContainers, type Container, type DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { Manifest, ManifestDocument } from "../manifest/model.ts";
import { isUnknownAt, nodeAt, rangeOf } from "../manifest/ranges.ts";
import type { ProjectProblem, ResolvedSettings } from "../schema/model.ts";
import { covers, type Ignore, ignoresOf } from "./ignores.ts";
import { allRules, isRuleId, rules } from "./index.ts";
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
} from "./model.ts";
import type { AnalysedDocument, AnalysedPod, ContainerSubject } from "./subject.ts";

type Levels = ResolvedSettings["rules"];

const known = new WeakMap<AnalysedDocument, readonly Finding[]>();

/** What there is to say of a document, in the order of the text. Worked out once. */
export function findingsOf(analysed: AnalysedDocument): readonly Finding[] {
  const before = known.get(analysed);
  if (before !== undefined) return before;
  // Nothing in it speaks of a pod or a kubelet: most documents of most files.
  if (!analysed.document.ours) return [];
  const all = activeRules(analysed.settings.rules).flatMap((each) => check(each, analysed));
  const ignores = ignoresOf(analysed.document);
  const found = sorted(distinct(notIgnored(analysed, [...all, ...unusedIgnores(analysed, all, ignores)], ignores)));
  known.set(analysed, found);
  return found;
}

/** What there is to say of the file as a whole. Offsets are those of the file. */
export function findingsOfFile(manifest: Manifest, settings: ResolvedSettings): readonly Finding[] {
  return activeRules(settings.rules).flatMap(({ rule, severity }) =>
    isFileRule(rule)
      ? rule.checkFile(manifest, settings).map(
          ({ start, end, message }): Finding => ({
            ...about(rule, severity),
            start,
            end,
            message,
            path: [],
            on: "value",
            item: undefined,
            errorType: undefined,
            fix: undefined,
          }),
        )
      : [],
  );
}

/** Mistakes in a project file. Offsets are those of its text. */
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

const active = new WeakMap<Levels, readonly ActiveRule[]>();

/** Those that are not off, made once for all documents with the same settings. */
function activeRules(levels: Levels): readonly ActiveRule[] {
  const before = active.get(levels);
  if (before !== undefined) return before;
  const made = allRules.flatMap((rule) => {
    const severity = severityOf(rule, levels);
    return severity === undefined ? [] : [{ rule, severity }];
  });
  active.set(levels, made);
  return made;
}

/** Undefined: off. What the API server or the kubelet refuses is an error or nothing. */
export function severityOf(rule: Rule, levels: Levels): Severity | undefined {
  const level = levels[rule.id] ?? rule.level;
  if (level === "off") return undefined;
  const isRejection = (rule.origin === "api-server" || rule.origin === "kubelet") && rule.level === "error";
  return isRejection ? "error" : level;
}

function check({ rule, severity }: ActiveRule, analysed: AnalysedDocument): readonly Finding[] {
  const hits = isContainerRule(rule)
    ? containerHits(rule, analysed)
    : isDocumentRule(rule)
      ? rule.checkDocument(analysed)
      : [];
  return hits.map((hit) => toFinding(rule, severity, analysed.document, hit));
}

function toFinding(rule: Rule, severity: Severity, document: ManifestDocument, hit: DocumentHit): Finding {
  const { start, end } = hit.range ?? rangeOf(document, hit.path, hit.on);
  const { path, on, message, errorType, fix, item } = hit;
  return { ...about(rule, severity), start, end, path, on, message, errorType, fix, item };
}

function about({ id, origin }: Rule, severity: Severity): Pick<Finding, "rule" | "origin" | "severity"> {
  return { rule: id, origin, severity };
}

function containerHits(rule: ContainerRule, analysed: AnalysedDocument): readonly DocumentHit[] {
  const found: DocumentHit[] = [];
  // Most rules have nothing to say of most containers.
  for (const subject of containersOf(analysed))
    for (const hit of rule.checkContainer(subject)) found.push(inDocument(subject.pod, hit));
  return found;
}

function inDocument({ located: { prefix, item } }: AnalysedPod, { fix, ...hit }: ContainerHit): DocumentHit {
  return {
    ...hit,
    path: [...prefix, ...hit.path],
    item,
    ...(fix && { fix: { ...fix, path: [...prefix, ...fix.path] } }),
  };
}

const containers = new WeakMap<AnalysedDocument, readonly ContainerSubject[]>();

function containersOf(analysed: AnalysedDocument): readonly ContainerSubject[] {
  const before = containers.get(analysed);
  if (before !== undefined) return before;
  const made = analysed.pods.filter(isRunnable).flatMap((pod) => subjectsOf(analysed.document, pod));
  containers.set(analysed, made);
  return made;
}

const subjects = new WeakMap<AnalysedPod, readonly ContainerSubject[]>();

/** The containers as all rules see them: made once. */
export function subjectsOf(
  document: ManifestDocument,
  pod: AnalysedPod & { readonly pod: DefaultedPod },
): readonly ContainerSubject[] {
  const before = subjects.get(pod);
  if (before !== undefined) return before;
  const made = allContainers(pod.pod).map((container) => subjectOf(document, pod, container));
  subjects.set(pod, made);
  return made;
}

function subjectOf(
  document: ManifestDocument,
  pod: AnalysedPod & { readonly pod: DefaultedPod },
  container: Container,
): ContainerSubject {
  const { prefix, partial } = pod.located;
  return {
    pod,
    container,
    forecast: once(() => pod.forecast()?.containers.find(({ path }) => samePath(path, container.path))),
    isCertain: (path) => {
      const inDocument = [...prefix, ...path];
      return !isUnknownAt(document, inDocument) && (!partial || nodeAt(document, inDocument) !== undefined);
    },
  };
}

function isRunnable(pod: AnalysedPod): pod is AnalysedPod & { readonly pod: DefaultedPod } {
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

function notIgnored(
  { document }: AnalysedDocument,
  findings: readonly Finding[],
  ignores: readonly Ignore[],
): readonly Finding[] {
  if (findings.length === 0 || ignores.length === 0) return findings;
  return findings.filter(
    ({ rule, start }) => !ignores.some((ignore) => ignore.rule === rule && covers(ignore, document, start)),
  );
}

/** Comments that silence nothing. A template, or a text that cannot be read, may yet hold what they are for. */
function unusedIgnores(
  { document, settings }: AnalysedDocument,
  findings: readonly Finding[],
  ignores: readonly Ignore[],
): readonly Finding[] {
  const rule = rules["unused-ignore"];
  const severity = severityOf(rule, settings.rules);
  if (severity === undefined || ignores.length === 0 || document.templated || document.problems.length > 0) return [];
  const unused = ignores.filter((ignore) => isUnused(ignore, document, settings.rules, findings));
  return unused.map((ignore, index) => {
    const { start, end } = ignore;
    const isFirst = unused[index - 1]?.comment.start !== ignore.comment.start;
    const fix = isFirst ? { fix: removalOf(ignore, document, { unused, ignores }) } : {};
    const message = `"${ignore.rule}" says nothing here. Remove ${isFirst ? "it" : "it, too"}: it would hide the next mistake of its kind.`;
    return toFinding(rule, severity, document, { path: [], on: "value", range: { start, end }, message, ...fix });
  });
}

function isUnused(ignore: Ignore, document: ManifestDocument, levels: Levels, findings: readonly Finding[]): boolean {
  const { rule } = ignore;
  // One that is off, or that does not exist, is another matter; this rule would speak of its own silence.
  if (rule === "unused-ignore" || !isRuleId(rule) || severityOf(rules[rule], levels) === undefined) return false;
  return !findings.some((finding) => finding.rule === rule && covers(ignore, document, finding.start));
}

/** The comment, if none of its rules is of use, else the first one that is not. */
function removalOf(
  ignore: Ignore,
  { text }: ManifestDocument,
  { unused, ignores }: Readonly<Record<"unused" | "ignores", readonly Ignore[]>>,
): Fix {
  const ofComment = (all: readonly Ignore[]): number =>
    all.filter(({ comment }) => comment.start === ignore.comment.start).length;
  const isWhole = ofComment(unused) === ofComment(ignores);
  const { start, end } = isWhole ? ignore.comment : ignore.removal;
  const title = isWhole ? "Remove this comment" : `Remove "${ignore.rule}" from this comment`;
  return { kind: "replace-word", title, start, end, wrong: text.slice(start, end), right: "" };
}

/** A comment that speaks of several pods is wrong once. */
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

import { once } from "../../shared/forecast/once.ts";
import { samePath } from "../../shared/kubernetes/path.ts";
import { allContainers, type Container, type DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { Manifest, ManifestDocument } from "../manifest/model.ts";
import { isUnknownAt, nodeAt, rangeOf } from "../manifest/ranges.ts";
import { lineOf } from "../manifest/text.ts";
import type { ProjectProblem, ResolvedSettings } from "../schema/model.ts";
import { ignoresOf } from "./ignores.ts";
import { allRules, rules } from "./index.ts";
import type { ContainerRule, DocumentHit, DocumentRule, FileRule, Finding, Rule, Severity } from "./model.ts";
import type { AnalysedDocument, AnalysedPod, ContainerSubject } from "./subject.ts";

type Levels = ResolvedSettings["rules"];

const known = new WeakMap<AnalysedDocument, readonly Finding[]>();

/** What there is to say of a document, in the order of the text. Worked out once. */
export function findingsOf(analysed: AnalysedDocument): readonly Finding[] {
  const before = known.get(analysed);
  if (before !== undefined) return before;
  const all = activeRules(analysed.settings.rules).flatMap((active) => check(active, analysed));
  const found = sorted(distinct(notIgnored(analysed.document, all)));
  known.set(analysed, found);
  return found;
}

/** What there is to say of the file as a whole. Offsets are those of the file. */
export function findingsOfFile(manifest: Manifest, { rules: levels }: ResolvedSettings): readonly Finding[] {
  return activeRules(levels).flatMap(({ rule, severity }) =>
    isFileRule(rule)
      ? rule.checkFile(manifest).map(
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

function activeRules(levels: Levels): readonly ActiveRule[] {
  return allRules.flatMap((rule) => {
    const severity = severityOf(rule, levels);
    return severity === undefined ? [] : [{ rule, severity }];
  });
}

/** Undefined: off. What the API server or the kubelet refuses is an error or nothing. */
export function severityOf(rule: Rule, levels: Levels): Severity | undefined {
  const level = levels[rule.id] ?? rule.level;
  if (level === "off") return undefined;
  const isRejection = (rule.origin === "api-server" || rule.origin === "kubelet") && rule.level === "error";
  return isRejection ? "error" : level;
}

function check({ rule, severity }: ActiveRule, analysed: AnalysedDocument): readonly Finding[] {
  const hits = isDocumentRule(rule)
    ? rule.checkDocument(analysed)
    : isContainerRule(rule)
      ? containerHits(rule, analysed)
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

function containerHits(rule: ContainerRule, { document, pods }: AnalysedDocument): readonly DocumentHit[] {
  return pods.filter(isRunnable).flatMap((pod) => {
    const { prefix, item } = pod.located;
    const hits = allContainers(pod.pod).flatMap((container) =>
      rule.checkContainer(subjectOf(document, pod, container)),
    );
    return hits.map(({ fix, ...hit }) => ({
      ...hit,
      path: [...prefix, ...hit.path],
      item,
      ...(fix && { fix: { ...fix, path: [...prefix, ...fix.path] } }),
    }));
  });
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

function notIgnored(document: ManifestDocument, findings: readonly Finding[]): readonly Finding[] {
  if (findings.length === 0) return findings;
  const ignores = ignoresOf(document);
  if (ignores.length === 0) return findings;
  return findings.filter(({ rule, start }) => {
    const line = lineOf(document.text, start);
    return !ignores.some((ignore) => ignore.rule === rule && ignore.lines.includes(line));
  });
}

/** A comment that speaks of several pods is wrong once. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map(
    findings.map((finding) => [`${finding.rule} ${finding.start} ${finding.end} ${finding.message}`, finding]),
  );
  return [...seen.values()];
}

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((left, right) => left.start - right.start || left.end - right.end);
}

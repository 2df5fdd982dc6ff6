import { startsWith } from "../../shared/basics/path.ts";
import type { AnalyzedDocument } from "../analysis/subject.ts";
import type { Manifest, ManifestDocument } from "../manifest/text/model.ts";
import type { Finding, Severity } from "./core/model.ts";
import { holdsObjects, yamlSyntax } from "./fields/yaml-syntax.ts";
import { asInCopy } from "./findings.ts";
import { rules } from "./index.ts";
import { unreadKubelets } from "./kubelet/unread-kubelets.ts";
import { isRendered } from "./support/rendered.ts";
import { declaresServices, isSelected, leadsTo, standsBehindServing } from "./support/services.ts";

/** The findings of a document that hold in its file: other documents decide whether some of them matter. */
export function inFile(
  manifest: Manifest,
  { document, settings }: Pick<AnalyzedDocument, "document" | "settings">,
  findings: readonly Finding[],
): readonly Finding[] {
  if (findings.length === 0) return findings;
  const written = isRendered(manifest, document) ? findings.map((finding) => asInCopy(finding, settings)) : findings;
  const read = withoutUnread(manifest, document, written).filter(
    ({ rule }) => rule !== yamlSyntax.id || holdsObjects(manifest),
  );
  if (!read.some((finding) => rules[finding.rule].needsService || finding.withoutService !== undefined)) return read;
  return read.flatMap((finding): readonly Finding[] => {
    const { rule, path, withoutService, serviceMayBeElsewhere } = finding;
    if (!rules[rule].needsService && withoutService === undefined) return [finding];
    const pod = document.pods.find(({ prefix }) => startsWith(path, prefix));
    const container = path.slice(pod?.prefix.length, (pod?.prefix.length ?? 0) + 2);
    if (pod !== undefined && isSelected(manifest, pod))
      return [leadsTo(manifest, pod, container) ? finding : asBeside(finding)];
    if (serviceMayBeElsewhere === true && !declaresServices(manifest))
      return [pod !== undefined && standsBehindServing(pod, container) ? asBeside(finding) : finding];
    return withoutService === undefined || withoutService === false
      ? []
      : [{ ...finding, ...mildest(finding.severity), message: withoutService }];
  });
}

/** A container beside the one that serves is busy without users. */
function asBeside(finding: Finding): Finding {
  return finding.withoutService === undefined ? finding : { ...finding, ...mildest(finding.severity) };
}

/** What matters less without a Service is no more than an information. */
function mildest(severity: Severity): Pick<Finding, "severity"> {
  return { severity: severity === "hint" ? "hint" : "info" };
}

/** The findings of a document, without those about a configuration that is never read. */
function withoutUnread(
  manifest: Manifest,
  document: ManifestDocument,
  findings: readonly Finding[],
): readonly Finding[] {
  const isKubelet = findings.some(({ rule }) => rules[rule].isAboutKubelet);
  if (!isKubelet || !unreadKubelets(manifest).has(document)) return findings;
  return findings.filter(({ rule }) => !rules[rule].isAboutKubelet);
}

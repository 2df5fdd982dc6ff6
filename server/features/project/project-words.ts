import type { CompletionItem, Hover } from "vscode-languageserver";
import type { Path } from "../../../shared/basics/path.ts";
import { gateInfo, gateNames } from "../../../shared/kubernetes/gates/feature-gates.ts";
import {
  isPreview,
  type KubernetesVersion,
  minorVersions,
  newestVersion,
  parseVersion,
} from "../../../shared/kubernetes/versions.ts";
import { type TypingPlace, typingAt } from "../../manifest/documents/typing.ts";
import type { ManifestDocument, PlacedDocument } from "../../manifest/text/model.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import { textAt } from "../../manifest/text/values.ts";
import { link, type Prose, paragraphs, type RichText } from "../../markdown/markdown.ts";
import { isRejection, isRuleId, ruleIds } from "../../rule-ids/ids.ts";
import { docsOf, rules } from "../../rules/index.ts";

import { gateState, gateText } from "../../schema/documentation/kubelet-documentation.ts";
import { type ProjectKey, projectKeyAt, projectKeysBelow } from "../../schema/documentation/project-documentation.ts";

import { completionItems, type Proposal } from "../completion/completion-items.ts";
import { othersComplete } from "../completion/other-completion.ts";
import type { Context, Feature } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";
import { markupOf } from "../hover/markdown.ts";
import { completeText } from "../scenario/scenario-completion.ts";
import { isProjectFile } from "./project-file.ts";

/** Completion and documentation of `.pod-cadence.yaml`. */
export const projectWords: Feature = {
  name: "project words",
  completions(context, placed, offset) {
    if (!isProjectFile(context) || othersComplete(context, placed.document, "other")) return [];
    return completeScenarioValue(context, placed, offset) ?? completeProject(context, placed, offset);
  },
  hover(context, placed, offset) {
    return isProjectFile(context) ? hoverAt(context, placed, offset) : undefined;
  },
};

function completeProject(context: Context, placed: PlacedDocument, offset: number): readonly CompletionItem[] {
  const typing = typingAt(placed.document, offset);
  if (typing === undefined) return [];
  const { what, path, written, document } = typing;
  const proposals = what === "value" ? valuesAt(path) : keysAt(document, path, typing);
  return completionItems(
    context,
    { placed, typing },
    proposals.filter(({ label }) => !written.includes(label)),
  );
}

function keysAt(document: ManifestDocument, path: Path, { what }: TypingPlace): readonly Proposal[] {
  if (what === "item") return [];
  const last = path.at(-1);
  if (last === "featureGates") return gateProposals(versionFor(document, path));
  if (path.length === 1 && last === "rules") return ruleIds.map(ruleProposal);
  return projectKeysBelow(path).map(keyProposal);
}

function keyProposal({ path, text, holds, example, values }: ProjectKey): Proposal {
  const label = path.split(".").at(-1) ?? "";
  const isVersion = label === "kubernetes";
  return {
    label,
    detail: "",
    kind: "field",
    documentation: text,
    ...(holds !== undefined && { holds }),
    example: isVersion ? `"${newestVersion}"` : example,
    again: values !== undefined || holds !== undefined,
  };
}

function ruleProposal(id: (typeof ruleIds)[number]): Proposal {
  const { title, level } = rules[id];
  return { label: id, detail: `${level} by default`, kind: "field", again: true, documentation: ruleText(id, title) };
}

function gateProposals(version: KubernetesVersion): readonly Proposal[] {
  const gates = gateNames(version).filter((gate) => gateInfo(gate, version)?.locked !== true);
  return gates.map((gate) => ({
    label: gate,
    detail: gateInfo(gate, version) === undefined ? "all feature gates of this stage" : gateState(gate, version),
    kind: "field",
    after: `${gateInfo(gate, version)?.default !== true}`,
    documentation: gateText(gate, version) ?? "",
  }));
}

function valuesAt(path: Path): readonly Proposal[] {
  const last = path.at(-1);
  if (path.at(-2) === "featureGates") return ["true", "false"].map((label) => ({ label, detail: "", kind: "value" }));
  if (last === "kubernetes")
    return minorVersions.toReversed().map((label) => {
      return { label, detail: isPreview(label) ? "preview: not released yet" : "", kind: "value", quoted: true };
    });
  const levels = path[0] === "rules" && typeof last === "string" && isRuleId(last) ? last : undefined;
  return Object.entries(projectKeyAt(path)?.values ?? {}).flatMap(([label, documentation]) => {
    const isPossible = levels === undefined || !isRejection(levels) || label === "off" || label === "error";
    const detail = levels !== undefined && label === rules[levels].level ? "default" : "";
    return isPossible ? [{ label, detail, kind: "value" as const, documentation }] : [];
  });
}

/** The version that the gates are those of: that beside them, or that of the nodes. */
function versionFor({ root }: ManifestDocument, path: Path): KubernetesVersion {
  const steps = path.slice(0, -1).map(String);
  const written = textAt(root, ...steps, "kubernetes") ?? textAt(root, "kubernetes") ?? "";
  return parseVersion(written) ?? newestVersion;
}

/** Undefined if the cursor is in no scenario. */
function completeScenarioValue(context: Context, placed: PlacedDocument, offset: number): CompletionItem[] | undefined {
  const { document } = placed;
  const { path, on } = pathAt(document, offset);
  const node = nodeAt(document, path);
  if (path[0] !== "scenarios" || path.length !== 3 || on !== "value" || node?.type !== "scalar") return undefined;
  const isEmpty = node.start === node.end;
  const quoted = node.style === "quoted" && /["']/.test(document.text[node.start] ?? "");
  const start = isEmpty ? offset : node.start + (quoted ? 1 : 0);
  const isClosed = quoted && document.text[node.end - 1] === document.text[node.start] && node.end - 1 >= offset;
  const text = document.text.slice(start, isEmpty ? offset : Math.max(offset, node.end - (isClosed ? 1 : 0)));
  return offset < start ? [] : completeText(context, { placed, start, text, offset: offset - start });
}

function hoverAt(context: Context, placed: PlacedDocument, offset: number): Hover | undefined {
  const { document } = placed;
  const { path, on } = pathAt(document, offset);
  const range = rangeOf(document, path, on);
  const node = nodeAt(document, path);
  const isOnWord = range.start <= offset && offset <= range.end && (on === "key" || node?.type === "scalar");
  const text = paragraphs(isOnWord ? textsOf(document, path, on) : []);
  if (text.plain === "") return undefined;
  return { contents: markupOf(text, context.client), range: rangeInFile(context, placed, range) };
}

function textsOf(document: ManifestDocument, path: Path, on: "key" | "value"): readonly Prose[] {
  const [, last] = path.slice(-2);
  if (path.at(-2) === "featureGates" && typeof last === "string")
    return [gateText(last, versionFor(document, path.slice(0, -1))) ?? ""];
  const key = projectKeyAt(path);
  const node = nodeAt(document, path);
  const written = on === "value" && node?.type === "scalar" ? document.text.slice(node.start, node.end) : "";
  const isRule = path[0] === "rules" && typeof last === "string" && isRuleId(last);
  return [key?.values?.[written] ?? "", isRule ? ruleText(last, rules[last].title) : "", key?.text ?? ""];
}

function ruleText(id: (typeof ruleIds)[number], title: string): RichText {
  return paragraphs([title, link("Rule documentation", docsOf(id))]);
}

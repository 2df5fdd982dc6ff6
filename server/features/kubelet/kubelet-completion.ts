import type { CompletionItem } from "vscode-languageserver";
import * as z from "zod/mini";
import { type Path, startsWith } from "../../../shared/basics/path.ts";
import { parseDuration } from "../../../shared/basics/read-duration.ts";
import { tlsCipherSuites } from "../../../shared/kubelet-configuration/rules/tls.data.ts";
import { gateInfo, gateNames } from "../../../shared/kubernetes/gates/feature-gates.ts";
import {
  defaultOf,
  fieldsBelow,
  type KubeletField,
  kubeletFields,
  valuesOf,
} from "../../../shared/kubernetes/kubelet/kubelet-fields.ts";
import { type KubernetesVersion, kubernetesVersions } from "../../../shared/kubernetes/versions.ts";
import { type TypingPlace, typingAt } from "../../manifest/documents/typing.ts";
import { kubeletText } from "../../manifest/pods/kubelet-text.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import {
  fieldDetail,
  fieldText,
  gateState,
  gateText,
  valueText,
} from "../../schema/documentation/kubelet-documentation.ts";
import { completionItems, type Proposal } from "../completion/completion-items.ts";
import { othersComplete } from "../completion/other-completion.ts";
import { withDocumentation } from "../completion/resolved-item.ts";
import type { Context } from "../core/feature.ts";
import { fieldOf, type KubeletPlace, schemaPath } from "./kubelet-place.ts";

/** What an item carries until somebody looks at it. */
const itemDataSchema = z.object({
  kubelet: z.enum(["field", "gate", "value"]),
  path: z.string(),
  value: z.string(),
  version: z.literal(kubernetesVersions),
});
type ItemData = z.infer<typeof itemDataSchema>;

/** The fields, gates and values that can stand at the cursor and are not there yet. */
export function completeKubelet(
  context: Context,
  placed: PlacedDocument,
  { configuration, document, offset }: KubeletPlace,
): readonly CompletionItem[] {
  const typing = typingAt(document, offset);
  const { located } = configuration;
  if (typing === undefined || !startsWith(typing.path, located.prefix)) return [];
  if (othersComplete(context, placed.document, "other")) return [];
  const version = context.settings.assumptions.node.kubernetes;
  const path = typing.path.slice(located.prefix.length);
  const { proposals, isItem } = proposalsFor(typing, path, version);
  return completionItems(context, { placed, typing, isItem, ...kubeletText(placed.document, located) }, proposals);
}

/** The documentation of an item of ours. */
export function resolveKubeletItem(item: CompletionItem): CompletionItem | undefined {
  const read = itemDataSchema.safeParse(item.data);
  return read.success ? withDocumentation(item, documentationOf(read.data)) : undefined;
}

function documentationOf({ kubelet, path, value, version }: ItemData): string | undefined {
  if (kubelet === "gate") return gateText(value, version);
  const field = kubeletFields(version).get(path);
  if (field === undefined) return undefined;
  return kubelet === "field" ? fieldText(field, version) : (valueText(field, value) ?? fieldText(field, version));
}

interface Offered {
  readonly proposals: readonly Proposal[];
  /** They begin a new item of a list. */
  readonly isItem: boolean;
}

function proposalsFor({ what, written }: TypingPlace, path: Path, version: KubernetesVersion): Offered {
  if (what === "value") return { proposals: valuesAt(path, version), isItem: false };
  const found = fieldOf(path, version);
  const isItem = found?.rest.length === 0 && found.field.type.startsWith("[]");
  const proposals = proposedKeys(isItem ? [...path, 0] : path, version);
  return { proposals: proposals.filter(({ label }) => !written.includes(label)), isItem };
}

function proposedKeys(parent: Path, version: KubernetesVersion): readonly Proposal[] {
  if (parent.length === 1 && parent[0] === "featureGates") return gateProposals(version);
  const fields = fieldsBelow(version, schemaPath(parent));
  if (fields.length > 0) return fields.map((field) => fieldProposal(field, version));
  const found = fieldOf(parent, version);
  if (found === undefined || found.field.type === "object") return [];
  const { field, rest } = found;
  if (field.type.startsWith("[]")) return valueProposals(field, version);
  if (!field.type.startsWith("map[") || rest.length > 0) return [];
  return valueProposals(field, version).map((proposal) => ({ ...proposal, kind: "field" }));
}

function fieldProposal(field: KubeletField, version: KubernetesVersion): Proposal {
  const isMap = field.type === "object" || field.type.startsWith("map[");
  const holds = isMap ? "map" : field.type.startsWith("[]") ? "list" : undefined;
  const hasChoice = field.type === "bool" || valueNames(field, version).length > 0;
  const standard = defaultOf(field, version);
  const isExample = holds === undefined && !hasChoice && (typeof standard === "number" || isWord(standard));
  return {
    label: field.name,
    detail: fieldDetail(field, version),
    kind: "field",
    ...(holds !== undefined && { holds }),
    example: isExample ? String(standard) : undefined,
    again: holds === "map" || hasChoice,
    data: { kubelet: "field", path: field.path, value: "", version },
  };
}

/** A locked gate can only be given the value that it has. */
function gateProposals(version: KubernetesVersion): readonly Proposal[] {
  return gateNames(version)
    .filter((gate) => gateInfo(gate, version)?.locked !== true)
    .map((gate) => ({
      label: gate,
      detail: gateInfo(gate, version) === undefined ? "all feature gates of this stage" : gateState(gate, version),
      kind: "field",
      after: `${gateInfo(gate, version)?.default !== true}`,
      data: { kubelet: "gate", path: "featureGates", value: gate, version },
    }));
}

function valuesAt(path: Path, version: KubernetesVersion): readonly Proposal[] {
  const found = fieldOf(path, version);
  if (found === undefined || found.field.type === "object") return [];
  const { field, rest } = found;
  if (field.type === "map[string]bool") return rest.length === 1 ? switches(field, version) : [];
  if (field.type.startsWith("map[")) return [];
  if (field.type === "bool") return switches(field, version);
  const proposals = valueProposals(field, version);
  if (proposals.length > 0 || rest.length > 0) return proposals;
  const value = defaultOf(field, version);
  const standard = typeof value === "number" || isWord(value) ? [String(value)] : [];
  const values = field.type.startsWith("duration") ? [...standard, ...durationsFor(field, standard)] : standard;
  return values.map((each) => valueProposal(field, each, version));
}

const durations = ["10s", "30s", "1m", "5m", "1h"];

/** Durations that people write, but for the default and what is out of bounds. */
function durationsFor({ bounds = ".." }: KubeletField, [standard = ""]: readonly string[]): readonly string[] {
  const [from = 0, to = Number.POSITIVE_INFINITY] = bounds.split("..").map(parseDuration);
  return durations.filter((text) => {
    const ms = parseDuration(text) ?? 0;
    return from <= ms && ms <= to && ms !== parseDuration(standard);
  });
}

function switches(field: KubeletField, version: KubernetesVersion): readonly Proposal[] {
  return ["true", "false"].map((value) => valueProposal(field, value, version));
}

function valueProposals(field: KubeletField, version: KubernetesVersion): readonly Proposal[] {
  return valueNames(field, version).map((value) => valueProposal(field, value, version));
}

function valueProposal(field: KubeletField, value: string, version: KubernetesVersion): Proposal {
  const standard = defaultOf(field, version);
  return {
    label: value,
    detail: String(standard) === value ? "default" : "",
    kind: "value",
    data: { kubelet: "value", path: field.path, value, version },
  };
}

function valueNames(field: KubeletField, version: KubernetesVersion): readonly string[] {
  return field.path === "tlsCipherSuites" ? tlsCipherSuites : valuesOf(field, version);
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

import { type CompletionItem, CompletionItemKind, MarkupKind, type Range } from "vscode-languageserver";
import * as z from "zod/mini";
import { gateInfo, gateNames } from "../../shared/kubernetes/feature-gates.ts";
import {
  defaultOf,
  fieldsBelow,
  type KubeletField,
  kubeletFields,
  valuesOf,
} from "../../shared/kubernetes/kubelet-fields.ts";
import type { Path } from "../../shared/kubernetes/path.ts";
import { type MinorVersion, minorVersions } from "../../shared/kubernetes/versions.ts";
import { tlsCipherSuites } from "../../shared/validation/kubelet/tls.data.ts";
import type { PlacedDocument } from "../manifest/model.ts";
import { nodeAt } from "../manifest/ranges.ts";
import { lineEndOf, lineStartOf } from "../manifest/text.ts";
import { fieldDetail, fieldText, gateState, gateText, valueText } from "../schema/kubelet-documentation.ts";
import type { Context } from "./feature.ts";
import { fieldOf, type KubeletPlace, schemaPath } from "./kubelet-place.ts";
import { rangeInFile } from "./places.ts";

/** What an item carries until somebody looks at it. */
const itemDataSchema = z.object({
  kubelet: z.enum(["field", "gate", "value"]),
  path: z.string(),
  value: z.string(),
  version: z.enum(minorVersions),
});
type ItemData = z.infer<typeof itemDataSchema>;

/** A word that could stand at the cursor. */
interface Proposal {
  readonly label: string;
  readonly detail: string;
  readonly kind: CompletionItemKind;
  /** What comes after the label where a key is written. */
  readonly after: string;
  readonly data: ItemData;
}

/** The fields, gates and values that can stand at the cursor and are not there yet. `offset` is that of the outer document. */
export function completeKubelet(
  context: Context,
  placed: PlacedDocument,
  offset: number,
  place: KubeletPlace,
): readonly CompletionItem[] {
  const version = context.settings.assumptions.node.kubernetes;
  const { text } = placed.document;
  const lineStart = lineStartOf(text, offset);
  const before = text.slice(lineStart, offset);
  const word = /[\w./-]*$/.exec(before)?.[0] ?? "";
  const rest = text.slice(offset, lineEndOf(text, offset));
  const isValue = /:\s+["']?[\w./-]*$/.test(before);
  const proposals = isValue ? valuesAt(place.path, version) : keysAt(place, word, version);
  const end = offset + (/^[\w./-]*/.exec(rest)?.[0].length ?? 0);
  const range = rangeInFile(context, placed, { start: offset - word.length, end });
  const hasColon = /^[\w./-]*["']?\s*:/.test(rest);
  return proposals.map((proposal, index) => itemOf(proposal, range, { isKey: !isValue && !hasColon, index }));
}

/** The documentation of an item of ours. */
export function resolveKubeletItem(item: CompletionItem): CompletionItem | undefined {
  const read = itemDataSchema.safeParse(item.data);
  if (!read.success) return undefined;
  const value = documentationOf(read.data);
  return value === undefined ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value } };
}

function documentationOf({ kubelet, path, value, version }: ItemData): string | undefined {
  if (kubelet === "gate") return gateText(value, version);
  const field = kubeletFields(version).get(path);
  if (field === undefined) return undefined;
  return kubelet === "field" ? fieldText(field, version) : (valueText(field, value) ?? fieldText(field, version));
}

function itemOf(
  { label, detail, kind, after, data }: Proposal,
  range: Range,
  { isKey, index }: { readonly isKey: boolean; readonly index: number },
): CompletionItem {
  const newText = isKey ? `${label}${after}` : label;
  return { label, detail, kind, data, sortText: String(index).padStart(4, "0"), textEdit: { range, newText } };
}

function keysAt(
  { configuration, document, path, on }: KubeletPlace,
  word: string,
  version: MinorVersion,
): readonly Proposal[] {
  const parent = on === "key" ? path.slice(0, -1) : path;
  const node = nodeAt(document, [...configuration.located.prefix, ...parent]);
  const written = new Set(node?.type === "map" ? node.entries.map(({ key }) => key) : []);
  const isOther = ({ label }: Proposal) => !written.has(label) || label === word;
  return proposedKeys(parent, version).filter(isOther);
}

function proposedKeys(parent: Path, version: MinorVersion): readonly Proposal[] {
  if (parent.length === 1 && parent[0] === "featureGates") return gateProposals(version);
  const schema = schemaPath(parent);
  const fields = fieldsBelow(version, schema);
  if (fields.length > 0) return fields.map((field) => fieldProposal(field, version));
  const found = fieldOf(parent, version);
  if (found === undefined) return [];
  const { field, rest } = found;
  if (field.type.startsWith("[]")) return valueProposals(field, version);
  return field.type.startsWith("map[") && rest.length === 0
    ? valueProposals(field, version).map((proposal) => ({
        ...proposal,
        kind: CompletionItemKind.Property,
        after: ": ",
      }))
    : [];
}

function fieldProposal(field: KubeletField, version: MinorVersion): Proposal {
  const isList = field.type.startsWith("[]");
  const isMap = field.type === "object" || field.type.startsWith("map[");
  return {
    label: field.name,
    detail: fieldDetail(field, version),
    kind: CompletionItemKind.Property,
    after: isMap ? ":\n  " : isList ? ":\n- " : ": ",
    data: { kubelet: "field", path: field.path, value: "", version },
  };
}

/** A locked gate can only be given the value that it has. */
function gateProposals(version: MinorVersion): readonly Proposal[] {
  return gateNames(version)
    .filter((gate) => gateInfo(gate, version)?.locked !== true)
    .map((gate) => ({
      label: gate,
      detail: gateInfo(gate, version) === undefined ? "all gates of a stage" : gateState(gate, version),
      kind: CompletionItemKind.Property,
      after: `: ${gateInfo(gate, version)?.default !== true}`,
      data: { kubelet: "gate", path: "featureGates", value: gate, version },
    }));
}

function valuesAt(path: Path, version: MinorVersion): readonly Proposal[] {
  const found = fieldOf(path, version);
  if (found === undefined || found.field.type === "object") return [];
  const { field, rest } = found;
  if (field.type === "map[string]bool") return rest.length === 1 ? switches(field, version) : [];
  if (field.type.startsWith("map[")) return [];
  if (field.type === "bool") return switches(field, version);
  const proposals = valueProposals(field, version);
  const value = defaultOf(field, version);
  if (proposals.length > 0 || (typeof value !== "string" && typeof value !== "number")) return proposals;
  return [valueProposal(field, String(value), version)];
}

function switches(field: KubeletField, version: MinorVersion): readonly Proposal[] {
  return ["true", "false"].map((value) => valueProposal(field, value, version));
}

function valueProposals(field: KubeletField, version: MinorVersion): readonly Proposal[] {
  const values = field.path === "tlsCipherSuites" ? tlsCipherSuites : valuesOf(field, version);
  return values.map((value) => valueProposal(field, value, version));
}

function valueProposal(field: KubeletField, value: string, version: MinorVersion): Proposal {
  const standard = defaultOf(field, version);
  return {
    label: value,
    detail: String(standard) === value ? "default" : "",
    kind: CompletionItemKind.EnumMember,
    after: "",
    data: { kubelet: "value", path: field.path, value, version },
  };
}

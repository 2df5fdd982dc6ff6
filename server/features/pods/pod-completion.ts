import type { CompletionItem } from "vscode-languageserver";
import * as z from "zod/mini";
import { type FieldType, fieldsOfType } from "../../../shared/api-server/types/api-types.ts";
import { fieldDocumentation } from "../../../shared/kubernetes/pod-documentation.ts";
import { type KubernetesVersion, kubernetesVersions } from "../../../shared/kubernetes/versions.ts";
import { type TypingPlace, typingAt } from "../../manifest/documents/typing.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { podFieldDetail, podFieldText, podValueText } from "../../schema/documentation/pod-documentation.ts";
import { completionItems, type Proposal } from "../completion/completion-items.ts";
import { othersComplete } from "../completion/other-completion.ts";
import { withDocumentation } from "../completion/resolved-item.ts";
import type { Context } from "../core/feature.ts";
import { type PodFieldPlace, podFieldAt } from "./pod-field-place.ts";
import { fieldsIn, namesFor, type OfferedField, valuesOfField } from "./pod-offers.ts";

/** What an item carries until somebody looks at it. `value`: "" for the field itself. */
const itemDataSchema = z.object({
  pod: z.string(),
  name: z.string(),
  value: z.string(),
  version: z.literal(kubernetesVersions),
});
type ItemData = z.infer<typeof itemDataSchema>;

/** The fields and values of a pod or workload that concern restarts, probes and termination. */
export function completePod(context: Context, placed: PlacedDocument, offset: number): readonly CompletionItem[] {
  if (!placed.document.ours) return [];
  const typing = typingAt(placed.document, offset);
  const place = typing && podFieldAt(typing.document, typing.path);
  if (typing === undefined || place === undefined) return [];
  const { proposals, isItem } = proposalsFor(context, typing, place);
  return completionItems(context, { placed, typing, isItem }, proposals);
}

export function resolvePodItem(item: CompletionItem): CompletionItem | undefined {
  const read = itemDataSchema.safeParse(item.data);
  return read.success ? withDocumentation(item, documentationOf(read.data, item.detail)) : undefined;
}

function documentationOf({ pod, name, value, version }: ItemData, told: string | undefined): string | undefined {
  const field = fieldDocumentation(pod, name);
  const info = fieldsOfType(pod).get(name);
  if (field === undefined || info === undefined) return undefined;
  const found = field.values.find((each) => each.name === value);
  return found === undefined ? podFieldText(field, info, version, told) : podValueText(found, version);
}

interface Offered {
  readonly proposals: readonly Proposal[];
  /** They begin a new item of a list. */
  readonly isItem: boolean;
}

function proposalsFor(context: Context, typing: TypingPlace, place: PodFieldPlace): Offered {
  const { what } = typing;
  const { type } = place;
  if (what === "value") return { proposals: values(context, place), isItem: false };
  const item = what === "item" || (what === "node" && type.is === "list") ? itemOf(type) : undefined;
  const holder = item ?? type;
  const proposals =
    holder.is === "object" ? fields(context, typing, place, holder.type) : values(context, { ...place, type: holder });
  return { proposals, isItem: item !== undefined };
}

function itemOf(type: FieldType): FieldType | undefined {
  return type.is === "list" ? type.of : undefined;
}

function fields(
  context: Context,
  { document, written }: TypingPlace,
  place: PodFieldPlace,
  type: string,
): readonly Proposal[] {
  if (othersComplete(context, document, "kubernetes")) return [];
  const { apiServer } = context.settings.assumptions;
  return fieldsIn({ place, type, written }, apiServer).map((offered) => fieldProposal(context, place, offered));
}

function fieldProposal(context: Context, place: PodFieldPlace, { type, field, info }: OfferedField): Proposal {
  const { apiServer } = context.settings.assumptions;
  const below: PodFieldPlace = {
    ...place,
    path: [...place.path, field.name],
    owner: { type, name: field.name, info },
    type: info.type,
  };
  const holds =
    info.type.is === "object" || info.type.is === "map" ? "map" : info.type.is === "list" ? "list" : undefined;
  const hasChoice = holds === "map" || values(context, below).length > 1;
  const example = hasChoice ? undefined : (field.default ?? namesFor(below)[0]);
  return {
    label: field.name,
    detail: podFieldDetail(field, info),
    kind: "field",
    ...(holds !== undefined && { holds }),
    example,
    again: hasChoice || (info.type.is === "list" && info.type.of.is === "object"),
    data: dataOf(type, field.name, "", apiServer.kubernetes),
  };
}

/** Those to choose from, what other fields allow, and the default: what a schema says is left to others that know it. */
function values(context: Context, place: PodFieldPlace): readonly Proposal[] {
  const { owner, type, document } = place;
  const field = owner && fieldDocumentation(owner.type, owner.name);
  if (owner === undefined || field === undefined) return [];
  const { apiServer } = context.settings.assumptions;
  const isKnownToOthers = othersComplete(context, document, "kubernetes");
  const choices =
    type.is === "boolean" ? ["true", "false"] : valuesOfField(place, apiServer).map((value) => value.name);
  const known = isKnownToOthers ? [] : choices;
  const names = namesFor(place);
  const isAlone = choices.length === 0 && names.length === 0 && type.is !== "object" && type.is !== "list";
  const standard = isAlone && field.default !== undefined ? [field.default] : [];
  return [...known, ...names, ...standard].map((name) => ({
    label: name,
    detail: name === field.default ? "default" : "",
    kind: "value",
    quoted: name === "True" || name === "False",
    data: dataOf(owner.type, owner.name, name, apiServer.kubernetes),
  }));
}

function dataOf(pod: string, name: string, value: string, version: KubernetesVersion): ItemData {
  return { pod, name, value, version };
}

import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { fieldDocumentation } from "../../../shared/kubernetes/pod-documentation.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import { podFieldText, podValueText } from "../../schema/documentation/pod-documentation.ts";
import type { Context } from "../core/feature.ts";
import { type PodFieldPlace, podFieldAt } from "./pod-field-place.ts";

/** A field of a pod or workload, or its value, under the cursor. */
interface DocumentedField {
  readonly place: PodFieldPlace;
  readonly range: OffsetRange;
  readonly text: string;
}

/** The documentation of the field at the offset; undefined if no word stands there, or one that has no documentation. */
export function documentedFieldAt(
  { settings }: Context,
  { document }: PlacedDocument,
  offset: number,
): DocumentedField | undefined {
  if (!document.ours) return undefined;
  const { path, on } = pathAt(document, offset);
  const node = nodeAt(document, path);
  const range = rangeOf(document, path, on);
  const isOnWord = range.start <= offset && offset <= range.end && (on === "key" || node?.type === "scalar");
  const place = isOnWord ? podFieldAt(document, path) : undefined;
  const field = place?.owner && fieldDocumentation(place.owner.type, place.owner.name);
  if (place?.owner === undefined || field === undefined || field.obvious) return undefined;
  const version = settings.assumptions.apiServer.kubernetes;
  const written = on === "value" && node?.type === "scalar" ? String(node.value) : undefined;
  const value = field.values.find(({ name }) => name === written);
  const meaning = value === undefined ? [] : [podValueText(value, version)];
  return { place, range, text: [...meaning, podFieldText(field, place.owner.info, version)].join("\n\n") };
}

/** For a hover that has an answer of its own: what the field under the cursor is. */
export function podFieldNotes(context: Context, placed: PlacedDocument, offset: number): readonly string[] {
  const found = documentedFieldAt(context, placed, offset);
  return found === undefined ? [] : [found.text];
}

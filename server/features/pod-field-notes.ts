import type { Path } from "../../shared/kubernetes/path.ts";
import { fieldDocumentation } from "../../shared/kubernetes/pod-documentation.ts";
import type { PlacedDocument } from "../manifest/model.ts";
import { nodeAt } from "../manifest/ranges.ts";
import { podFieldText, podValueText } from "../schema/pod-documentation.ts";
import type { Context } from "./feature.ts";
import { type PodFieldPlace, podFieldAt } from "./pod-field-place.ts";

/** Notes for a hover that has an answer of its own: what the field at the path is. None: nothing is known of it. */
export function podFieldNotes(
  context: Context,
  { document }: PlacedDocument,
  path: Path,
  on: "key" | "value",
): readonly string[] {
  const place = podFieldAt(document, path);
  const note = place && podFieldDocumentation(context, place, on);
  return note === undefined ? [] : [note];
}

/** Markdown: what the field is, and its value where the cursor is on it. */
export function podFieldDocumentation(
  { settings }: Context,
  place: PodFieldPlace,
  on: "key" | "value",
): string | undefined {
  const { owner, document, path } = place;
  const field = owner && fieldDocumentation(owner.type, owner.name);
  if (owner === undefined || field === undefined) return undefined;
  const version = settings.assumptions.apiServer.kubernetes;
  const node = nodeAt(document, path);
  const written = on === "value" && node?.type === "scalar" ? String(node.value) : undefined;
  const value = field.values.find(({ name }) => name === written);
  const meaning = value === undefined ? [] : [podValueText(value, version)];
  return [...meaning, podFieldText(field, owner.info, version)].join("\n\n");
}

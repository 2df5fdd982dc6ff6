import * as z from "zod/mini";
import { memo } from "../../shared/basics/once.ts";
import { type ObservedEvent, readEvent } from "../../shared/observation/index.ts";
import type { Manifest, ManifestDocument } from "../manifest/text/model.ts";

/** The events about pods that stand in a file beside them, as `kubectl get pods,events -o yaml` writes them. */
export const eventsOf = memo(({ documents }: Pick<Manifest, "documents">): readonly ObservedEvent[] =>
  documents.flatMap(({ document }) => eventsIn(document)),
);

const listSchema = z.object({ items: z.array(z.unknown()) });

const eventsIn = memo((document: ManifestDocument): readonly ObservedEvent[] => {
  // Nearly no manifest has one: the rest is not read.
  if (!/\b(?:involvedObject|regarding)\b/.test(document.text)) return [];
  const value = document.value();
  const items = listSchema.safeParse(value).data?.items ?? [value];
  return items.flatMap((item) => readEvent(item).value ?? []);
});

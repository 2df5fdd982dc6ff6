import * as z from "zod/mini";
import { memo } from "../../shared/basics/once.ts";
import { type ObservedEvent, readEvent } from "../../shared/observation/index.ts";
import type { Manifest, ManifestDocument } from "../manifest/text/model.ts";

/** The events about pods that stand in a file beside them, as `kubectl get pods,events -o yaml` writes them. */
export const eventsOf = memo(({ documents }: Pick<Manifest, "documents">): readonly ObservedEvent[] =>
  documents.flatMap(({ document }) => eventsIn(document)),
);

/** So many pods of a file are looked at to explain its workloads. */
const podsMax = 200;

/** Pods with a status and an owner that stand in a file, as `kubectl get all -o yaml` writes them. */
export const podsOf = memo(({ documents }: Pick<Manifest, "documents">): readonly unknown[] =>
  documents.flatMap(({ document }) => podsIn(document)).slice(0, podsMax),
);

const podsIn = memo((document: ManifestDocument): readonly unknown[] => {
  if (!/\bownerReferences\b/.test(document.text)) return [];
  return itemsOf(document).filter((item) => podSchema.safeParse(item).success);
});

const podSchema = z.object({ kind: z.literal("Pod"), status: z.object({}) });

function itemsOf(document: ManifestDocument): readonly unknown[] {
  const value = document.value();
  return listSchema.safeParse(value).data?.items ?? [value];
}

const listSchema = z.object({ items: z.array(z.unknown()) });

const eventsIn = memo((document: ManifestDocument): readonly ObservedEvent[] => {
  // Nearly no manifest has one: the rest is not read.
  if (!/\b(?:involvedObject|regarding)\b/.test(document.text)) return [];
  return itemsOf(document).flatMap((item) => readEvent(item).value ?? []);
});

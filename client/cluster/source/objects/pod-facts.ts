import * as z from "zod/mini";

/** What a pod makes us ask for. */
export interface PodFacts {
  readonly namespace: string;
  readonly nodeName: string | undefined;
  /** The object that made it. */
  readonly controller: Reference | undefined;
}

export interface Reference {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

const referencesSchema = z.optional(
  z.array(z.object({ kind: z.string(), name: z.string(), uid: z.string(), controller: z.optional(z.boolean()) })),
);
const podSchema = z.object({
  metadata: z.object({ namespace: z.optional(z.string()), ownerReferences: referencesSchema }),
  spec: z.optional(z.object({ nodeName: z.optional(z.string()) })),
});
const ownedSchema = z.object({
  metadata: z.object({ name: z.string(), uid: z.string(), ownerReferences: referencesSchema }),
});

export function podFacts(pod: unknown): PodFacts | undefined {
  const { data } = podSchema.safeParse(pod);
  return (
    data && {
      namespace: data.metadata.namespace ?? "default",
      nodeName: data.spec?.nodeName || undefined,
      controller: controllerOf(data.metadata.ownerReferences),
    }
  );
}

/** The name and UID of any object, and what controls it. */
export function ownedObject(
  object: unknown,
): (Omit<Reference, "kind"> & { readonly controller?: Reference }) | undefined {
  const metadata = ownedSchema.safeParse(object).data?.metadata;
  if (metadata === undefined) return undefined;
  const controller = controllerOf(metadata.ownerReferences);
  return { name: metadata.name, uid: metadata.uid, ...(controller !== undefined && { controller }) };
}

function controllerOf(references: z.infer<typeof referencesSchema>): Reference | undefined {
  const found = (references ?? []).find(({ controller }) => controller === true);
  return found && { kind: found.kind, name: found.name, uid: found.uid };
}

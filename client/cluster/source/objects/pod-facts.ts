import * as z from "zod/mini";

/** What a pod makes us ask for. */
export interface PodFacts {
  readonly namespace: string;
  readonly nodeName: string | undefined;
  /** Its containers are ready and the pod is not, as where its node went down; undefined if nobody knows. */
  readonly isHeldBack: boolean | undefined;
  /** The object that made it. */
  readonly controller: Reference | undefined;
}

interface Reference {
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
  status: z.optional(z.object({ conditions: z.optional(z.array(z.object({ type: z.string(), status: z.string() }))) })),
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
      isHeldBack: isHeldBack(data.status?.conditions ?? []),
      controller: controllerOf(data.metadata.ownerReferences),
    }
  );
}

/** Models pkg/controller/util/node/controller_utils.go MarkPodsNotReady (v1.37.1): of its conditions only Ready is changed. */
function isHeldBack(conditions: readonly { readonly type: string; readonly status: string }[]): boolean | undefined {
  const statusOf = (wanted: string) => conditions.find(({ type }) => type === wanted)?.status;
  const [ready, containers] = [statusOf("Ready"), statusOf("ContainersReady")];
  return ready === undefined || containers === undefined ? undefined : containers === "True" && ready !== "True";
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

import * as z from "zod/mini";

/** What a pod makes us ask for. */
export interface PodFacts {
  readonly namespace: string;
  readonly nodeName: string | undefined;
  /** Its containers are ready and the pod is not, as where its node went down; undefined if nobody knows. */
  readonly isHeldBack: boolean | undefined;
  /** The latest time at which a container of it started or ended, by the clock of its node. Ms since 1970. */
  readonly latestMs: number | undefined;
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
const endSchema = z.nullish(z.object({ finishedAt: z.nullish(z.string()) }));
const containerSchema = z.object({
  state: z.nullish(
    z.object({ running: z.nullish(z.object({ startedAt: z.nullish(z.string()) })), terminated: endSchema }),
  ),
  lastState: z.nullish(z.object({ terminated: endSchema })),
});
const timesSchema = z.object({ status: z.object({ containerStatuses: z.array(containerSchema) }) });
const podSchema = z.object({
  metadata: z.object({ namespace: z.optional(z.string()), ownerReferences: referencesSchema }),
  spec: z.optional(z.object({ nodeName: z.optional(z.string()) })),
  status: z.optional(
    z.object({
      conditions: z.optional(z.array(z.object({ type: z.string(), status: z.string() }))),
    }),
  ),
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
      latestMs: latestOf(timesSchema.safeParse(pod).data?.status.containerStatuses ?? []),
      controller: controllerOf(data.metadata.ownerReferences),
    }
  );
}

function latestOf(statuses: readonly z.infer<typeof containerSchema>[]): number | undefined {
  const times = statuses.flatMap(({ state, lastState }) =>
    [state?.running?.startedAt, state?.terminated?.finishedAt, lastState?.terminated?.finishedAt].flatMap((time) => {
      const ms = Date.parse(time ?? "");
      return Number.isNaN(ms) ? [] : [ms];
    }),
  );
  return times.length === 0 ? undefined : Math.max(...times);
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

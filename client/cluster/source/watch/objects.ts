import * as z from "zod/mini";

/** What tells one object of the API from another, and one version of it from the next. */
interface Identity {
  readonly uid: string;
  readonly resourceVersion: string | undefined;
}

export interface ListPage {
  readonly resourceVersion: string | undefined;
  /** For the next page; undefined if this is the last one. */
  readonly token: string | undefined;
}

export type WatchEvent =
  | { readonly is: "changed" | "gone"; readonly object: unknown; readonly identity: Identity }
  /** Nothing has changed up to this version. */
  | { readonly is: "bookmark"; readonly resourceVersion: string | undefined; readonly isEndOfList: boolean }
  | { readonly is: "error"; readonly object: unknown }
  /** Of a kind that we do not know, or of no object of the API. */
  | { readonly is: "unknown" };

const identitySchema = z.object({
  metadata: z.object({ uid: z.string(), resourceVersion: z.optional(z.string()) }),
});
const pageSchema = z.object({
  metadata: z.optional(z.object({ resourceVersion: z.optional(z.string()), continue: z.optional(z.string()) })),
  items: z.nullable(z.array(z.unknown())),
});
const eventSchema = z.object({ type: z.string(), object: z.unknown() });
const bookmarkSchema = z.object({
  metadata: z.object({
    resourceVersion: z.string(),
    annotations: z.optional(z.object({ "k8s.io/initial-events-end": z.optional(z.string()) })),
  }),
});

/** Undefined if it is not an object of the API. */
export function identityOf(object: unknown): Identity | undefined {
  const { data } = identitySchema.safeParse(object);
  return data && { uid: data.metadata.uid, resourceVersion: data.metadata.resourceVersion };
}

export function readPage(list: unknown): ListPage | undefined {
  const { data } = pageSchema.safeParse(list);
  return (
    data && {
      resourceVersion: data.metadata?.resourceVersion,
      token: data.metadata?.continue || undefined,
    }
  );
}

/** Undefined if it is not an event of a watch. */
export function readWatchEvent(line: string): WatchEvent | undefined {
  const event = eventSchema.safeParse(parsed(line)).data;
  if (event === undefined) return undefined;
  const { type, object } = event;
  if (type === "ERROR") return { is: "error", object };
  if (type === "BOOKMARK") {
    const { resourceVersion, annotations } = bookmarkSchema.safeParse(object).data?.metadata ?? {};
    return { is: "bookmark", resourceVersion, isEndOfList: annotations?.["k8s.io/initial-events-end"] === "true" };
  }
  const identity = identityOf(object);
  if (identity === undefined) return { is: "unknown" };
  if (type === "ADDED" || type === "MODIFIED") return { is: "changed", object, identity };
  return type === "DELETED" ? { is: "gone", object, identity } : { is: "unknown" };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

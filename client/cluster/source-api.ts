import type { connect, listContexts, listNamespaces } from "./source/main.ts";

/** What the bundle of the source exports; it is read on the first connect and not before. */
export interface ClusterSource {
  readonly connect: typeof connect;
  readonly listContexts: typeof listContexts;
  readonly listNamespaces: typeof listNamespaces;
}

/** Undefined if this editor runs in a browser, which reaches no cluster. */
export type LoadSource = (() => Promise<ClusterSource>) | undefined;

import * as z from "zod/mini";
import type { Api } from "./api/api.ts";
import { collectionPath, fieldIs } from "./api/path.ts";
import type { TimeLimits } from "./core/timing.ts";
import { createEventStore } from "./event-store.ts";
import { trimEvent } from "./objects/trim.ts";
import { type OptionalParts, startOptional } from "./optional-informer.ts";
import type { Informer } from "./watch/informer.ts";
import type { RandomShare } from "./watch/wait.ts";

export interface PodName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

interface EventsOptions extends OptionalParts {
  readonly api: Api;
  readonly timing: TimeLimits;
  readonly random: RandomShare;
  /** Pods of all namespaces are followed. */
  readonly isEverywhere: boolean;
  readonly onEvents: (events: readonly unknown[]) => void;
}

/** Follows the events of the pods that are shown. */
export interface EventsFollower {
  follow(pods: readonly PodName[]): void;
  /** With `tellAll`, all objects are reported again. */
  refresh(tellAll: boolean): void;
  wake(awakeMs: number): void;
  close(): void;
}

/** So many pods are watched one by one. For more, all events about pods of their namespaces are, and most are left out here. */
const singleMax = 20;
/** Each namespace takes a connection of its own. */
const namespacesMax = 10;

export function followEvents(options: EventsOptions): EventsFollower {
  /** The informers by what they ask for. */
  const informers = new Map<string, Informer>();
  const store = createEventStore();
  return {
    follow(pods) {
      const scopes = scopesOf(pods, options.isEverywhere);
      for (const [key, informer] of informers) {
        if (scopes.has(key)) continue;
        informer.close();
        informers.delete(key);
        options.onMissing(key, undefined);
      }
      const known = store.follow(pods.map(({ uid }) => uid));
      if (known.length > 0) options.onEvents(known);
      for (const [key, scope] of scopes)
        if (!informers.has(key)) informers.set(key, startFor(options, key, scope, store));
    },
    refresh(tellAll) {
      for (const informer of informers.values()) informer.refresh(tellAll);
    },
    wake(awakeMs) {
      for (const informer of informers.values()) informer.wake(awakeMs);
    },
    close() {
      for (const informer of informers.values()) informer.close();
      informers.clear();
    },
  };
}

interface Scope {
  /** Undefined means all. */
  readonly namespace: string | undefined;
  readonly fieldSelector: string;
}

function scopesOf(pods: readonly PodName[], isEverywhere: boolean): ReadonlyMap<string, Scope> {
  if (pods.length <= singleMax)
    return scopeMap(
      pods.map(({ namespace, uid }) => ({ namespace, fieldSelector: fieldIs("involvedObject.uid", uid) })),
    );
  const namespaces = new Set(pods.map(({ namespace }) => namespace));
  const watched = isEverywhere && namespaces.size > namespacesMax ? [undefined] : [...namespaces];
  return scopeMap(watched.map((namespace) => ({ namespace, fieldSelector: fieldIs("involvedObject.kind", "Pod") })));
}

function scopeMap(scopes: readonly Scope[]): ReadonlyMap<string, Scope> {
  return new Map(scopes.map((scope) => [`events ${scope.namespace ?? ""} ${scope.fieldSelector}`, scope]));
}

const aboutSchema = z.object({ involvedObject: z.object({ uid: z.string() }) });

function startFor(
  options: EventsOptions,
  key: string,
  { namespace, fieldSelector }: Scope,
  store: ReturnType<typeof createEventStore>,
): Informer {
  const { api, timing, random, onEvents } = options;
  const without = "Without events, it is unknown which probe killed a container and why an image pull failed.";
  return startOptional(
    options,
    { key, resource: "events", namespace, without },
    {
      api,
      path: collectionPath(["api", "v1"], namespace, "events"),
      query: { fieldSelector },
      hasBookmarks: false,
      timing,
      random,
      onObjects(events) {
        const followed = events.filter((event) => {
          const uid = aboutSchema.safeParse(event).data?.involvedObject.uid;
          return uid !== undefined && store.add(uid, trimEvent(event));
        });
        if (followed.length > 0) onEvents(followed);
      },
      onGone: store.remove,
    },
  );
}

import type { Api } from "./api/api.ts";
import { collectionPath, fieldIs } from "./api/path.ts";
import type { TimeLimits } from "./core/timing.ts";
import { trimWorkload } from "./objects/trim.ts";
import { type OptionalParts, startOptional } from "./optional-informer.ts";
import type { Informer } from "./watch/informer.ts";
import type { RandomShare } from "./watch/wait.ts";

/** An object that has rollouts. */
export interface WorkloadName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

interface WorkloadsOptions extends OptionalParts {
  readonly api: Api;
  readonly timing: TimeLimits;
  readonly random: RandomShare;
  readonly onWorkloads: (workloads: readonly unknown[]) => void;
  readonly onGone: (uid: string) => void;
}

/** Follows the workloads that are shown. */
export interface WorkloadsFollower {
  follow(workloads: readonly WorkloadName[]): void;
  /** With `tellAll`, all objects are reported again. */
  refresh(tellAll: boolean): void;
  wake(awakeMs: number): void;
  close(): void;
}

const resources: Readonly<Record<string, string>> = {
  Deployment: "deployments",
  StatefulSet: "statefulsets",
  DaemonSet: "daemonsets",
};

/** So many objects are watched one by one; of more in one namespace all are, and the rest is left out here. */
const singleMax = 10;
/** Each collection takes a connection of its own. Workloads beyond that have no predicted rollout. */
const collectionsMax = 20;

interface Scope {
  readonly kind: string;
  readonly resource: string;
  readonly namespace: string;
  /** Undefined means all of the namespace. */
  readonly name: string | undefined;
}

export function followWorkloads(options: WorkloadsOptions): WorkloadsFollower {
  /** The informers by what they ask for. */
  const informers = new Map<string, Informer>();
  return {
    follow(workloads) {
      const scopes = scopesOf(workloads);
      for (const [key, informer] of informers) {
        if (scopes.has(key)) continue;
        informer.close();
        informers.delete(key);
        options.onMissing(key, undefined);
      }
      for (const [key, scope] of scopes) if (!informers.has(key)) informers.set(key, startFor(options, key, scope));
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

function scopesOf(workloads: readonly WorkloadName[]): ReadonlyMap<string, Scope> {
  const known = workloads.flatMap(({ kind, namespace, name }): Scope[] => {
    const resource = resources[kind];
    return resource === undefined ? [] : [{ kind, resource, namespace, name }];
  });
  const all = known.length <= singleMax ? known : known.map((scope) => ({ ...scope, name: undefined }));
  const scopes = all.map((scope) => [`${scope.resource} ${scope.namespace} ${scope.name ?? ""}`, scope] as const);
  return new Map([...new Map(scopes)].slice(0, collectionsMax));
}

function startFor(options: WorkloadsOptions, key: string, { kind, resource, namespace, name }: Scope): Informer {
  const { api, timing, random, onWorkloads, onGone } = options;
  return startOptional(
    options,
    { key, resource, namespace, without: `Without ${resource}, rollouts are not shown.` },
    {
      api,
      path: collectionPath(["apis", "apps", "v1"], namespace, resource),
      query: name === undefined ? {} : { fieldSelector: fieldIs("metadata.name", name) },
      hasBookmarks: true,
      timing,
      random,
      onObjects: (objects) => onWorkloads(objects.map((object) => trimWorkload(object, kind))),
      onGone,
    },
  );
}

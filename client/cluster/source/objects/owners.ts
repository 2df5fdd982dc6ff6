import { setTimeout as wait } from "node:timers/promises";
import type { OwnerLink } from "../../../../shared/protocol/cluster.ts";
import type { ApiFailure } from "../api/answer.ts";
import type { Api } from "../api/api.ts";
import { type ApiPath, collectionPath } from "../api/path.ts";
import { keep } from "../core/bounded.ts";
import type { TimeLimits } from "../core/timing.ts";
import type { PendingWork } from "../core/work.ts";
import type { ContextTarget } from "../kubeconfig/load.ts";
import { isForbiddance } from "../watch/connection-state.ts";
import { failureText } from "../watch/failure-text.ts";
import { listPages } from "../watch/list.ts";
import { type RandomShare, waitMs } from "../watch/wait.ts";
import { listAccept, objectAccept } from "./metadata.ts";
import { ownedObject, type PodFacts } from "./pod-facts.ts";

interface OwnersOptions {
  readonly api: Api;
  readonly target: () => ContextTarget;
  /** Pods of all namespaces are followed. */
  readonly isEverywhere: boolean;
  readonly timing: TimeLimits;
  readonly random: RandomShare;
  readonly signal: AbortSignal;
  readonly work: PendingWork;
  readonly onOwners: (owners: readonly OwnerLink[]) => void;
  /** `key` names the gap, `text` is a sentence. */
  readonly onMissing: (key: string, text: string) => void;
}

/** Finds what stands between pods and what people wrote. */
export interface Owners {
  want(pod: PodFacts): void;
}

interface Kind {
  readonly group: ApiPath;
  readonly resource: string;
  /** What cannot be shown without it. */
  readonly loss: string;
}

/** Objects that others make for the sake of pods. */
const kinds: Readonly<Record<string, Kind>> = {
  ReplicaSet: {
    group: ["apis", "apps", "v1"],
    resource: "replicasets",
    loss: "pods are shown under them, not under their Deployments",
  },
  Job: {
    group: ["apis", "batch", "v1"],
    resource: "jobs",
    loss: "pods are shown under them, not under their CronJobs",
  },
  ReplicationController: {
    group: ["api", "v1"],
    resource: "replicationcontrollers",
    loss: "pods are shown under them",
  },
};

/** Owners of one kind in one namespace; without one: of all. */
interface Lookup {
  readonly kind: string;
  readonly namespace: string | undefined;
  /** Names by UID. */
  readonly wanted: ReadonlyMap<string, string>;
}

const debounceMs = 100;
/** So many are asked for one by one; of more the list is asked for. */
const singleMax = 4;
const namespacesMax = 5;
const triesMax = 5;

export function createOwners(options: OwnersOptions): Owners {
  const asked = new Map<string, true>();
  /** Kind, then namespace, then UID. */
  let waiting = new Map<string, Map<string, Map<string, string>>>();
  let timer: NodeJS.Timeout | undefined;
  let endWork: (() => void) | undefined;
  const lookUp = (): void => {
    timer = undefined;
    const now = waiting;
    waiting = new Map();
    for (const [kind, byNamespace] of now)
      for (const lookup of lookupsOf(kind, byNamespace, options.isEverywhere))
        void options.work.during(find(options, lookup));
    endWork?.();
  };
  options.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return {
    want({ namespace, controller }) {
      if (controller === undefined || kinds[controller.kind] === undefined || asked.has(controller.uid)) return;
      keep(asked, controller.uid, true);
      const byNamespace = waiting.get(controller.kind) ?? new Map<string, Map<string, string>>();
      const wanted = byNamespace.get(namespace) ?? new Map<string, string>();
      waiting.set(controller.kind, byNamespace.set(namespace, wanted.set(controller.uid, controller.name)));
      if (timer !== undefined || options.signal.aborted) return;
      endWork = options.work.begin();
      timer = setTimeout(lookUp, debounceMs);
    },
  };
}

function lookupsOf(
  kind: string,
  byNamespace: ReadonlyMap<string, ReadonlyMap<string, string>>,
  isEverywhere: boolean,
): readonly Lookup[] {
  if (!isEverywhere || byNamespace.size <= namespacesMax)
    return [...byNamespace].map(([namespace, wanted]) => ({ kind, namespace, wanted }));
  return [{ kind, namespace: undefined, wanted: new Map([...byNamespace.values()].flatMap((each) => [...each])) }];
}

async function find(options: OwnersOptions, lookup: Lookup): Promise<void> {
  const { timing, random, signal, target, onMissing } = options;
  for (let tries = 0; tries < triesMax && !signal.aborted; tries += 1) {
    const failure = await findOnce(options, lookup);
    if (failure === undefined || failure.is === "ended") return;
    if (isForbiddance(failure) || tries === triesMax - 1) {
      const { resource = "", loss = "" } = kinds[lookup.kind] ?? {};
      const why = failureText(failure, target(), {
        verb: "list",
        resource,
        namespace: lookup.namespace,
        isOptional: true,
      });
      onMissing(`${resource} ${lookup.namespace ?? ""}`, `${why} Until then ${loss}.`);
      return;
    }
    await wait(waitMs(failure, tries, timing, random), undefined, { signal }).catch(() => undefined);
  }
}

async function findOnce(options: OwnersOptions, { kind, namespace, wanted }: Lookup): Promise<ApiFailure | undefined> {
  const { api, timing, signal, onOwners } = options;
  const { group = [], resource = "" } = kinds[kind] ?? {};
  const path = collectionPath(group, namespace, resource);
  const tell = (objects: readonly unknown[]): void => {
    const links = objects.flatMap((object): readonly OwnerLink[] => {
      const owned = ownedObject(object);
      return owned !== undefined && wanted.has(owned.uid) ? [{ ...owned, kind }] : [];
    });
    if (links.length > 0 && !signal.aborted) onOwners(links);
  };
  if (namespace !== undefined && wanted.size <= singleMax) {
    for (const name of wanted.values()) {
      const answer = await api.read({
        path: [...path, name],
        accept: objectAccept,
        idleMs: timing.requestMs,
        signal,
      });
      if ("value" in answer) tell([answer.value]);
      // It may be gone before its pods are.
      else if (answer.failure.is !== "refused" || answer.failure.status !== 404) return answer.failure;
    }
    return undefined;
  }
  const listed = await listPages(api, { path, accept: listAccept, idleMs: timing.listMs, signal }, tell);
  return "failure" in listed ? listed.failure : undefined;
}

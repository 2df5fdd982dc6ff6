import type { ObservedEvent } from "../../shared/observation/index.ts";

/** Of one pod. The kubelet sends 25 in a row and one in 5 minutes after them, and of each container eight runs are known. */
const eventsMax = 100;
/** Pods that are not known, or not any more: their events may come first, and come last. */
const strayPodsMax = 1000;

type EventsByKey = Map<string, ObservedEvent>;

/** The events of pods, by UID of the pod: as many as are of use, however long a cluster is watched. */
export class PodEvents {
  readonly #known = new Map<string, EventsByKey>();
  /** Those of pods that are not known. The oldest pod comes first. */
  readonly #stray = new Map<string, EventsByKey>();

  add(uid: string, event: ObservedEvent, isKnown: boolean): void {
    if (isKnown) this.#adopt(uid);
    const pods = isKnown ? this.#known : this.#stray;
    const events = pods.get(uid) ?? new Map<string, ObservedEvent>();
    pods.set(uid, events.set(eventKey(event), event));
    if (events.size > eventsMax) removeOldest(events);
    const [oldest = ""] = this.#stray.size > strayPodsMax ? this.#stray.keys() : [];
    this.#stray.delete(oldest);
  }

  /** Of a pod that is known. */
  of(uid: string): readonly ObservedEvent[] {
    this.#adopt(uid);
    const events = this.#known.get(uid);
    return events === undefined ? noEvents : [...events.values()];
  }

  delete(uid: string): void {
    this.#known.delete(uid);
    this.#stray.delete(uid);
  }

  clear(): void {
    this.#known.clear();
    this.#stray.clear();
  }

  #adopt(uid: string): void {
    const events = this.#stray.get(uid);
    if (events === undefined) return;
    this.#stray.delete(uid);
    this.#known.set(uid, events);
  }
}

const noEvents: readonly ObservedEvent[] = [];

/** What the API counts up in one event is one event here, too. */
function eventKey({ container, reason, message, first }: ObservedEvent): string {
  return JSON.stringify([container, reason, message, first?.nominalMs]);
}

function removeOldest(events: EventsByKey): void {
  let oldest: { readonly key: string; readonly ms: number } | undefined;
  for (const [key, { first, last = first }] of events) {
    const ms = last?.nominalMs ?? 0;
    if (oldest === undefined || ms < oldest.ms) oldest = { key, ms };
  }
  if (oldest !== undefined) events.delete(oldest.key);
}

import { identityOf } from "./watch/objects.ts";

/** Keeps events about pods that are not shown now, because they may be in a moment, and a watch reports nothing twice. */
interface EventStore {
  /** From now on these are shown. Gives what is known of those that were not. */
  follow(podUids: readonly string[]): readonly unknown[];
  /** True if the pod is shown, so that the event is to be reported. */
  add(podUid: string, event: unknown): boolean;
  remove(eventUid: string): void;
}

const eventsMax = 20_000;

export function createEventStore(): EventStore {
  let shown: ReadonlySet<string> = new Set();
  /** Of pods that are not shown, by UID of the event. The oldest come first. */
  const kept = new Map<string, { readonly podUid: string; readonly event: unknown }>();
  return {
    follow(podUids) {
      const before = shown;
      shown = new Set(podUids);
      if (podUids.every((uid) => before.has(uid))) return [];
      const found = [...kept].filter(([, { podUid }]) => shown.has(podUid));
      for (const [uid] of found) kept.delete(uid);
      return found.map(([, { event }]) => event);
    },
    add(podUid, event) {
      if (shown.has(podUid)) return true;
      const uid = identityOf(event)?.uid;
      if (uid === undefined) return false;
      kept.delete(uid);
      kept.set(uid, { podUid, event });
      for (const oldest of kept.keys()) {
        if (kept.size <= eventsMax) break;
        kept.delete(oldest);
      }
      return false;
    },
    remove(eventUid) {
      kept.delete(eventUid);
    },
  };
}

import { readEvent } from "../../observation/objects/event-object.ts";
import type { EventSighting, Place } from "../model.ts";
import type { AuditEvent, AuditFields } from "./audit-event.ts";

/** Events that are kept, each with its newest count. */
const eventsMax = 5000;

interface Kept {
  readonly object: AuditFields;
  readonly sighting: EventSighting;
}

/** The events about pods that somebody recorded, by the requests that wrote them. */
export class LoggedEvents {
  readonly #kept = new Map<string, Kept>();
  #left = 0;

  /** Those that had no place. */
  get left(): number {
    return this.#left;
  }

  /** `pod`: only events about pods of this name. */
  take(event: AuditEvent, place: Place, pod: string | undefined): void {
    const key = `${event.namespace ?? ""}/${event.name ?? nameOf(event.response) ?? nameOf(event.request) ?? place.line}`;
    const object = objectOf(event, this.#kept.get(key)?.object);
    const { value } = readEvent(object);
    if (object === undefined || value === undefined || (pod !== undefined && value.podName !== pod)) return;
    if (this.#kept.size >= eventsMax && !this.#kept.has(key)) {
      this.#left += 1;
      return;
    }
    this.#kept.set(key, { object, sighting: { place, event: value, ages: undefined, isUncounted: false } });
  }

  /** In the order of their first requests. */
  sightings(): readonly EventSighting[] {
    return [...this.#kept.values()].map(({ sighting }) => sighting);
  }
}

/** The answer has the whole event. A recorder patches the count, the time, and the message of one that it has sent before. */
// Models client-go tools/record events_cache.go eventObserve (v0.37.1)
function objectOf({ verb, code, request, response }: AuditEvent, before: AuditFields | undefined) {
  if (code >= 300) return undefined;
  if (response?.["kind"] === "Event") return response;
  if (verb === "create" || verb === "update") return request;
  return verb === "patch" && before !== undefined && request !== undefined ? { ...before, ...request } : undefined;
}

function nameOf(object: AuditFields | undefined): string | undefined {
  const metadata = object?.["metadata"];
  const name = typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

import { counted } from "../../basics/counted.ts";
import type { ActSighting, PodAct, Reading } from "../model.ts";
import { actOf, isSystem } from "./acts.ts";
import { type AuditEvent, type AuditFields, readAuditEvent } from "./audit-event.ts";
import { type Collection, collectionOf, collectionsMax } from "./collections.ts";
import { LoggedEvents } from "./logged-events.ts";
import { isEventful, type LoggedPod, nameIn, objectOf, podIn, shownOf, textIn, uidOf, update } from "./logged-pod.ts";
import { fieldsOf } from "./merge-status.ts";

/** Pods of one log. */
const podsMax = 5000;
/** Looks at one pod that are kept, the newest. */
const looksMax = 160;
/** Looks at all pods. */
const allLooksMax = 20_000;
/** Requests about pods that are kept. */
const actsMax = 20_000;

/** What is asked of an audit log. */
interface Wanted {
  readonly path: string;
  /** Only pods of this name; undefined for all. */
  readonly pod?: string | undefined;
}

/** Reads audit events one after the other, and keeps what they say of pods: their states, and who asked for what. */
export class AuditLog {
  readonly #wanted: Wanted;
  readonly #newest = new Map<string, LoggedPod>();
  readonly #pods: LoggedPod[] = [];
  readonly #levels = new Set<string>();
  readonly #changes: { readonly prefix: string; readonly namespace: string; readonly act: ActSighting }[] = [];
  readonly #collections: Collection[] = [];
  readonly #events = new LoggedEvents();
  #looks = 0;
  #acts = 0;
  #left = 0;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** `line`: from 1. */
  take(value: unknown, line: number): void {
    const event = readAuditEvent(value);
    if (event === undefined) return;
    const place = { path: this.#wanted.path, line };
    if (event.resource === "pods" && event.verb === "deletecollection") this.#takeCollection(event, place);
    else if (event.resource === "pods") this.#takePod(event, line);
    else if (event.resource === "events") this.#events.take(event, place, this.#wanted.pod);
    else if (workloads.has(event.resource)) this.#takeWorkload(event, line);
  }

  /** `notes`: what the caller could not read. */
  reading(notes: readonly string[]): Reading {
    const shown =
      this.#wanted.pod === undefined && this.#pods.length > quietMax ? this.#pods.filter(isEventful) : this.#pods;
    const { path } = this.#wanted;
    const quiet = this.#pods.length - shown.length;
    const names = new Set(shown.map(({ name }) => name));
    const events = this.#events.sightings();
    const left = this.#left + this.#events.left;
    return {
      ...{ path, is: "audit", rows: [], templates: [] },
      events: quiet === 0 ? events : events.filter(({ event }) => names.has(event.podName ?? "")),
      pods: shown.flatMap(({ looks }) => looks),
      acts: shown.flatMap((pod) => [...pod.acts, ...collectionOf(pod, this.#collections), ...this.#changesOf(pod)]),
      notes: [
        ...notes,
        ...(this.#levels.size > 0 && !this.#levels.has("Request") && !this.#levels.has("RequestResponse")
          ? [
              `${path}: the level Metadata has users and times, and no states: exit codes need the level Request for pods/status.`,
            ]
          : []),
        ...(quiet > 0
          ? [
              `${path}: ${counted(quiet, "pod", "are")} left out: no failure of ${quiet === 1 ? "it" : "them"} was seen, and nobody had ${quiet === 1 ? "it" : "them"} stopped; --pod NAME shows one.`,
            ]
          : []),
        ...(left > 0 ? [`${path}: ${counted(left, "request", "are")} left out.`] : []),
      ],
    };
  }

  #takePod(event: AuditEvent, line: number): void {
    const place = { path: this.#wanted.path, line };
    const body = podIn(event.response);
    const name = event.name ?? nameIn(body) ?? nameIn(event.request);
    if (name === undefined || (this.#wanted.pod !== undefined && name !== this.#wanted.pod)) return;
    const pod = this.#podOf(event, name, body);
    if (pod === undefined) {
      this.#left += 1;
      return;
    }
    this.#levels.add(event.level);
    const act = actOf(event);
    if (act !== undefined)
      this.#addAct(pod, { place, name, namespace: pod.namespace, uid: uidOf(pod), at: event.at, act });
    if (event.code >= 300) return;
    update(pod, event, body);
    this.#look(pod, event, line);
  }

  /** The newest of its name, or another one: its UID differs, or the one before is gone. */
  #podOf(
    { namespace: ofEvent, uid: ofRef, request, verb, subresource, code }: AuditEvent,
    name: string,
    body: AuditFields | undefined,
  ): LoggedPod | undefined {
    const namespace = ofEvent ?? "default";
    const key = `${namespace}/${name}`;
    const known = this.#newest.get(key);
    const uid = textIn(body, "uid") ?? textIn(request, "uid") ?? ofRef;
    const isCreation = verb === "create" && subresource === undefined && code < 300;
    const isOther = known !== undefined && uid !== undefined && uidOf(known) !== undefined && uidOf(known) !== uid;
    if (known !== undefined && !isOther && !(isCreation && known.isGone)) return known;
    if (this.#pods.length >= podsMax) return undefined;
    const pod: LoggedPod = {
      ...{ name, namespace, spec: undefined, status: {}, looks: [], shown: "", acts: [], isGone: false },
      metadata: { name, namespace, ...(uid !== undefined && { uid }) },
    };
    this.#newest.set(key, pod);
    this.#pods.push(pod);
    return pod;
  }

  #addAct(pod: LoggedPod, act: ActSighting): void {
    if (this.#acts >= actsMax) this.#left += 1;
    else {
      this.#acts += 1;
      pod.acts.push(act);
    }
  }

  #look(pod: LoggedPod, { at }: AuditEvent, line: number): void {
    const shown = shownOf(pod);
    if (shown === undefined || shown === pod.shown) return;
    if (this.#looks >= allLooksMax && pod.looks.length === 0) {
      this.#left += 1;
      return;
    }
    pod.shown = shown;
    pod.looks.push({
      place: { path: this.#wanted.path, line },
      is: "audit",
      ...objectOf(pod),
      isDeleted: pod.isGone,
      taken: at,
    });
    this.#looks += 1;
    if (pod.looks.length <= looksMax && this.#looks <= allLooksMax) return;
    // Those that follow say what the first of a run said.
    pod.looks.shift();
    this.#looks -= 1;
  }

  #takeCollection({ code, namespace, at, user }: AuditEvent, place: ActSighting["place"]): void {
    if (code === 0 || code >= 300) return;
    if (this.#collections.length >= collectionsMax) this.#left += 1;
    else this.#collections.push({ namespace, event: { at, user }, place });
  }

  #takeWorkload(event: AuditEvent, line: number): void {
    const { name, namespace = "default", at, user, code, verb, resource, subresource } = event;
    const isChange = verb === "update" || verb === "patch";
    if (name === undefined || code >= 300 || !isChange || isSystem(user) || !templateWrites.has(subresource ?? ""))
      return;
    if (this.#changes.length >= actsMax) {
      this.#left += 1;
      return;
    }
    const what = subresource === "scale" ? "scaled" : "changed";
    const act: PodAct = { is: "workload-changed", user, text: `${resource}/${name} ${what}` };
    const place = { path: this.#wanted.path, line };
    this.#changes.push({ prefix: `${name}-`, namespace, act: { place, name, namespace, uid: undefined, at, act } });
  }

  #changesOf(pod: LoggedPod): readonly ActSighting[] {
    const { name, namespace, acts, looks } = pod;
    const own = this.#changes.filter((change) => change.namespace === namespace && name.startsWith(change.prefix));
    const times = [...acts.map(({ at }) => at.nominalMs), ...looks.flatMap(({ taken }) => taken?.nominalMs ?? [])];
    const untilMs = times.reduce((last, ms) => Math.max(last, ms), Number.NEGATIVE_INFINITY);
    return own
      .filter(({ act }) => act.at.earliestMs <= untilMs)
      .slice(-changesMax)
      .map(({ act }) => ({ ...act, name, namespace, uid: uidOf(pod) }));
  }
}

/** The audit events of a value: itself, or those of a list as a webhook gets it. None if it is something else. */
export function auditEventsIn(value: unknown): readonly unknown[] {
  const object = fieldsOf(value);
  if (object === undefined || !String(object["apiVersion"]).startsWith("audit.k8s.io/")) return [];
  const { items } = object;
  return Array.isArray(items) ? items : [object];
}

/** Beyond so many pods, those that only ran are left out. */
const quietMax = 20;
const changesMax = 20;

const workloads: ReadonlySet<string> = new Set(["deployments", "statefulsets", "daemonsets"]);
const templateWrites: ReadonlySet<string> = new Set(["", "scale"]);

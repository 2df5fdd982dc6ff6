import type { Span } from "../basics/span.ts";
import type { ObservedEvent } from "../observation/objects/event-object.ts";
import { isAbout } from "../observation/objects/event-object.ts";
import { type ObservedPod, readPod } from "../observation/objects/pod-object.ts";
import type { PodSnapshot } from "../observation/objects/pod-snapshot.ts";
import { addPod, type PodHistory } from "../observation/objects/runs.ts";
import { allowedEvent, allowedPod } from "./allowed.ts";
import type {
  ActSighting,
  EventSighting,
  InputKind,
  Place,
  PodRowSighting,
  PodSighting,
  Reading,
  TemplateSighting,
} from "./model.ts";
import { type SeenRow, timedRows } from "./rows-of-pods.ts";
import { timeOfAge } from "./text/ages.ts";
import { isOfContainer, namedContainer } from "./text/container-of-event.ts";

/** One pod of an incident: all that its inputs say. */
export interface IncidentPod {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string | undefined;
  /** The newest look, what earlier ones reported, and the events. Undefined if there are events only. */
  readonly look: PodSnapshot | undefined;
  /** Where each look was read, in their order. */
  readonly looks: readonly SeenLook[];
  readonly events: readonly SeenEvent[];
  /** Rows of tables, oldest first. */
  readonly rows: readonly SeenRow[];
  /** What an audit log says that somebody did to it, oldest first. */
  readonly acts: readonly ActSighting[];
  /** When the newest look was taken; undefined if nobody knows. */
  readonly taken: Span | undefined;
  /** Times are ages: nobody knows when it was. Zero is the moment at which they were taken. */
  readonly isByAges: boolean;
  /** Fields that no input says. */
  readonly unknown: readonly string[];
  /** The watch ended with the pod. */
  readonly isGone: boolean;
}

export interface SeenLook {
  readonly place: Place;
  readonly is: PodSighting["is"];
  readonly pod: ObservedPod;
}

export interface SeenEvent {
  readonly place: Place;
  readonly event: ObservedEvent;
  /** Its number is at least what stands there: the source has none. */
  readonly isUncounted: boolean;
}

export interface Incident {
  readonly inputs: readonly { readonly path: string; readonly is: InputKind; readonly notes: readonly string[] }[];
  readonly pods: readonly IncidentPod[];
}

/** Runs that are kept of each container. */
const runsMax = 64;
/** Pods of one incident. */
const podsMax = 5000;

/** `isAged`: its times are ages, which count from a moment of their own in each table. */
type AgedEvent = SeenEvent & { readonly isAged: boolean };

/** All that is known of one pod, in the order of the inputs. */
interface Group {
  readonly looks: (SeenLook & { readonly sighting: PodSighting })[];
  readonly events: AgedEvent[];
  readonly rows: PodRowSighting[];
  readonly acts: ActSighting[];
}

/** The pods of an incident, by their names, which several may share. */
class Groups {
  readonly all: Group[] = [];
  readonly #named = new Map<string, Group[]>();

  named(name: string): readonly Group[] {
    return this.#named.get(name) ?? [];
  }

  add(name: string): Group {
    const group: Group = { looks: [], events: [], rows: [], acts: [] };
    this.all.push(group);
    this.#named.set(name, [...this.named(name), group]);
    return group;
  }
}

/** Joins what all inputs of a call say, by pod. `at`: when ages were counted that have no moment of their own. */
export function incidentOf(readings: readonly Reading[], at?: Span): Incident {
  const groups = new Groups();
  for (const sighting of readings.flatMap(({ pods }) => pods)) addLook(groups, sighting);
  for (const sighting of readings.flatMap(({ events }) => events)) addEvent(groups, sighting, at);
  const templates = readings.flatMap((reading) => reading.templates);
  for (const sighting of readings.flatMap(({ rows }) => rows)) addRow(groups, sighting);
  for (const sighting of readings.flatMap(({ acts }) => acts)) addAct(groups, sighting);
  return {
    inputs: readings.map(({ path, is, notes }) => ({ path, is, notes })),
    pods: groups.all.slice(0, podsMax).map((group) => podOf(group, { templates, at })),
  };
}

function addLook(groups: Groups, sighting: PodSighting): void {
  const { value } = readPod(sighting.object);
  if (value === undefined) return;
  const look = { place: sighting.place, is: sighting.is, pod: value, sighting };
  const group = groups.named(value.name).find(({ looks }) => looks.some(({ pod }) => isSamePod(pod, value)));
  (group ?? groups.add(value.name)).looks.push(look);
}

/** By the UID; else by name, where both were started at the same time. */
function isSamePod(one: ObservedPod, other: ObservedPod): boolean {
  if (one.name !== other.name || one.namespace !== other.namespace) return false;
  if (one.uid !== undefined && other.uid !== undefined) return one.uid === other.uid;
  const [start, otherStart] = [one.startedAt, other.startedAt];
  if (start === undefined || otherStart === undefined) return true;
  return start.earliestMs <= otherStart.latestMs && otherStart.earliestMs <= start.latestMs;
}

const noTime: Span = { nominalMs: 0, earliestMs: 0, latestMs: 0 };

function addEvent(groups: Groups, sighting: EventSighting, at: Span | undefined): void {
  const { event, ages, place, isUncounted } = sighting;
  const isOurs = ({ looks, events }: Group): boolean =>
    looks.length > 0
      ? looks.some(({ pod }) => isAbout(event, pod))
      : events.some((seen) => isSameSubject(seen.event, event));
  const name = event.podName ?? "";
  const group = (event.podName === undefined ? groups.all : groups.named(name)).find(isOurs) ?? groups.add(name);
  const isAged = ages !== undefined && event.last === undefined && event.first === undefined;
  const timed = isAged && (at !== undefined || group.looks.length === 0) ? withAges(event, ages, at ?? noTime) : event;
  group.events.push({ place, event: timed, isUncounted, isAged });
}

/** A table of one namespace does not name it. Of several pods of one name, the newest. */
function addRow(groups: Groups, sighting: PodRowSighting): void {
  const { name, namespace } = sighting.row;
  const isOurs = (group: Group): boolean => {
    const other = namespaceOf(group);
    return namespace === undefined || other === undefined || namespace === other;
  };
  (groups.named(name).findLast(isOurs) ?? groups.add(name)).rows.push(sighting);
}

/** By the UID where both have one; else the newest pod of the name that there was at the time. */
function addAct(groups: Groups, sighting: ActSighting): void {
  const { name, namespace, uid, at } = sighting;
  const isOurs = (group: Group): boolean => {
    const [look] = group.looks;
    const ofGroup = look?.pod.uid ?? group.acts[0]?.uid;
    if (uid !== undefined && ofGroup !== undefined) return uid === ofGroup;
    const createdMs = look?.pod.createdAt?.earliestMs ?? Number.NEGATIVE_INFINITY;
    return (namespaceOf(group) ?? namespace) === namespace && createdMs <= at.latestMs;
  };
  (groups.named(name).findLast(isOurs) ?? groups.add(name)).acts.push(sighting);
}

function namespaceOf({ looks, events, rows, acts }: Group): string | undefined {
  return looks[0]?.pod.namespace ?? events[0]?.event.podNamespace ?? rows[0]?.row.namespace ?? acts[0]?.namespace;
}

function isSameSubject(one: ObservedEvent, other: ObservedEvent): boolean {
  if (one.podUid !== undefined && other.podUid !== undefined) return one.podUid === other.podUid;
  return one.podName === other.podName && one.podNamespace === other.podNamespace;
}

function withAges(event: ObservedEvent, { last, first }: NonNullable<EventSighting["ages"]>, at: Span): ObservedEvent {
  const lastAt = last && timeOfAge(at, last);
  return { ...event, last: lastAt, first: (first && timeOfAge(at, first)) ?? lastAt };
}

interface AllOfIncident {
  readonly templates: readonly TemplateSighting[];
  readonly at: Span | undefined;
}

function podOf(group: Group, { templates, at }: AllOfIncident): IncidentPod {
  const looks = inOrder(group.looks);
  const events = newestOfEach(group.events).map(
    ({ place, event, isUncounted }): SeenEvent => ({ place, event: allowedEvent(event), isUncounted }),
  );
  const last = looks.at(-1);
  if (last === undefined) return withoutLook(group, events, at);
  const uid = looks.findLast(({ pod }) => pod.uid !== undefined)?.pod.uid;
  const unknown = looks.every(({ sighting }) => sighting.unknown.length > 0) ? last.sighting.unknown : [];
  const template = unknown.length > 0 ? templateOf(last.pod, templates) : undefined;
  const spec =
    template?.spec ?? looks.findLast(({ sighting }) => sighting.unknown.length === 0)?.pod.spec ?? last.pod.spec;
  let history: PodHistory | undefined;
  const seen = looks.map((look) => ({ ...look, pod: allowedPod({ ...look.pod, uid }) }));
  for (const { pod } of seen) history = addPod(history, pod, { atMost: runsMax });
  const newest = seen.at(-1)?.pod ?? last.pod;
  const pod = { ...newest, spec, containers: newest.containers };
  return {
    name: pod.name,
    namespace: pod.namespace,
    uid,
    look: { pod, history, events: events.map(({ event }) => event) },
    looks: seen.map(({ place, is, pod: each }) => ({ place, is, pod: each })),
    events,
    rows: timedRows(group.rows, { createdAt: pod.createdAt }),
    acts: inTime(group.acts),
    taken: last.sighting.taken,
    isByAges: false,
    unknown: template === undefined ? unknown : [],
    isGone: last.sighting.isDeleted,
  };
}

/** Without a status nobody says which containers there are: if all events that name one name the same, the others are about it, too. */
function withoutLook(
  { events: all, rows, acts }: Group,
  events: readonly SeenEvent[],
  at: Span | undefined,
): IncidentPod {
  const subject = all[0]?.event;
  const { name, namespace } = rows[0]?.row ?? acts[0] ?? {};
  const names = new Set(events.flatMap(({ event }) => event.container ?? namedContainer(event.message) ?? []));
  const [only] = names;
  const placed = events.map((seen): SeenEvent => {
    const { event } = seen;
    const container =
      event.container ?? (names.size === 1 && isOfContainer(event.message) ? only : namedContainer(event.message));
    return { ...seen, event: { ...event, container } };
  });
  return {
    name: subject?.podName ?? name ?? "",
    namespace: subject?.podNamespace ?? namespace ?? "default",
    uid: subject?.podUid,
    look: undefined,
    looks: [],
    events: placed,
    rows: timedRows(rows, { lastAt: at ?? noTime }),
    acts: inTime(acts),
    taken: undefined,
    isByAges: at === undefined && (rows.length > 0 || all.some(({ isAged }) => isAged)),
    unknown: ["status", "spec"],
    isGone: false,
  };
}

/** By the version of the object, else as the inputs have them. */
function inOrder<Look extends SeenLook>(looks: readonly Look[]): readonly Look[] {
  const versions = looks.map(({ pod }) => /^\d{1,20}$/.exec(pod.resourceVersion ?? "")?.[0]);
  if (versions.some((version) => version === undefined)) return looks;
  return looks.toSorted((one, other) => compareWhole(one.pod.resourceVersion ?? "", other.pod.resourceVersion ?? ""));
}

/** Numbers that a double does not hold. */
function compareWhole(one: string, other: string): number {
  const [left, right] = [one.replace(/^0+/, ""), other.replace(/^0+/, "")];
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

function inTime(acts: readonly ActSighting[]): readonly ActSighting[] {
  return acts.toSorted((one, other) => one.at.nominalMs - other.at.nominalMs);
}

/**
 * Of one event that several looks show, the newest. Two of equal words that began at different times are two; ages of two tables say
 * nothing of that.
 */
function newestOfEach(events: readonly AgedEvent[]): readonly AgedEvent[] {
  const kept = new Map<string, AgedEvent>();
  const timed = new Set<string>();
  for (const seen of events) {
    const { container, type, reason, message, first } = seen.event;
    const words = JSON.stringify([container, type, reason, message]);
    const isExact = !seen.isAged && first !== undefined && first.latestMs - first.earliestMs < 1000;
    if (!seen.isAged) timed.add(words);
    const key = seen.isAged ? `ages ${words}` : isExact ? `${words} ${first.nominalMs}` : words;
    const before = kept.get(key);
    if (before === undefined || before.event.count <= seen.event.count) kept.set(key, seen);
  }
  return [...kept].flatMap(([key, seen]) => (seen.isAged && timed.has(key.slice("ages ".length)) ? [] : [seen]));
}

/** A pod that somebody watches, as what is left of an incident would show it. */
export function watchedPod({ pod: seen, history, events }: PodSnapshot, place: Place, taken: Span): IncidentPod {
  const pod = allowedPod(seen);
  const told = events.map((event): SeenEvent => ({ place, event: allowedEvent(event), isUncounted: false }));
  return {
    ...{ name: pod.name, namespace: pod.namespace, uid: pod.uid },
    look: { pod, history, events: told.map(({ event }) => event) },
    looks: [{ place, is: "watch", pod }],
    ...{ events: told, rows: [], acts: [], taken, isByAges: false, unknown: [], isGone: false },
  };
}

/** The only manifest whose containers have the names and the images of the pod. */
function templateOf({ spec }: ObservedPod, templates: readonly TemplateSighting[]): TemplateSighting | undefined {
  const wanted = imagesOf(spec);
  const found = templates.filter((template) => {
    const images = imagesOf(template.spec);
    return wanted.size > 0 && [...wanted].every(([name, image]) => images.get(name) === image);
  });
  return found.length === 1 ? found[0] : undefined;
}

function imagesOf(spec: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const images = new Map<string, string>();
  for (const list of [spec["initContainers"], spec["containers"]]) {
    for (const container of Array.isArray(list) ? list : []) {
      if (typeof container !== "object" || container === null) continue;
      const [name, image] = [Reflect.get(container, "name"), Reflect.get(container, "image")];
      if (typeof name === "string" && typeof image === "string") images.set(name, image);
    }
  }
  return images;
}

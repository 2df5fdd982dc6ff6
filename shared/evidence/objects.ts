import * as z from "zod/mini";
import { plainLine } from "../basics/plain-line.ts";
import { observedWorkloadAnswer } from "../observation/answer/workload-answer.ts";
import { readEvent } from "../observation/objects/event-object.ts";
import type { EventSighting, PodSighting, Reading, TemplateSighting } from "./model.ts";
import { podOfMessage } from "./text/pod-of-message.ts";

/** An object of a file, as it was parsed. */
export interface PlacedValue {
  readonly value: unknown;
  /** From 1. */
  readonly line: number;
}

const fieldsSchema = z.record(z.string(), z.unknown());
type Fields = z.infer<typeof fieldsSchema>;

const watchTypes: ReadonlySet<unknown> = new Set(["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"]);

interface Found {
  readonly pods: PodSighting[];
  readonly events: EventSighting[];
  readonly templates: TemplateSighting[];
  readonly notes: string[];
  isWatch: boolean;
}

/** Sightings of one input. The oldest are left out beyond. */
const sightingsMax = 20_000;

/** Objects as `kubectl get -o json|yaml` gives them, with `-w` and `--output-watch-events`, in lists, and as exporters of events write them. */
export function readObjects(path: string, values: readonly PlacedValue[]): Reading {
  const found: Found = { pods: [], events: [], templates: [], notes: [], isWatch: false };
  for (const { value, line } of values) take(found, { path, line }, value);
  const { pods, events, templates, notes, isWatch } = found;
  const left = Math.max(0, pods.length - sightingsMax) + Math.max(0, events.length - sightingsMax);
  if (left > 0) notes.push(`${path}: the oldest ${left} objects are left out.`);
  const is = isWatch ? "watch" : pods.length + events.length + templates.length > 0 ? "objects" : "unknown";
  return {
    path,
    is,
    pods: pods.slice(-sightingsMax),
    events: events.slice(-sightingsMax),
    rows: [],
    acts: [],
    templates,
    notes,
  };
}

type Place = PodSighting["place"];

function take(found: Found, place: Place, value: unknown): void {
  const { success, data: fields } = z.safeParse(fieldsSchema, value);
  if (!success) return;
  if (watchTypes.has(fields["type"]) && Object.hasOwn(fields, "object")) takeWatched(found, place, fields);
  else if (typeof fields["verb"] === "string" && Object.hasOwn(fields, "event"))
    takeObject(found, place, fields["event"]);
  else takeObject(found, place, fields);
}

function takeWatched(found: Found, place: Place, { type, object }: Fields): void {
  found.isWatch = true;
  if (type === "BOOKMARK") return;
  if (type === "ERROR")
    found.notes.push(`${place.path}:${place.line}: the watch ended with an error; what came later is not known.`);
  else takeObject(found, place, object, { isWatched: true, isDeleted: type === "DELETED" });
}

interface Watched {
  readonly isWatched: boolean;
  readonly isDeleted: boolean;
}

const notWatched: Watched = { isWatched: false, isDeleted: false };

function takeObject(found: Found, place: Place, value: unknown, watched = notWatched): void {
  const { success, data: object } = z.safeParse(fieldsSchema, value);
  if (!success) return;
  const { kind, items } = object;
  // kubectl reads whatever has items as a list.
  if (Array.isArray(items)) {
    const ofItems = typeof kind === "string" ? /^(\w{1,63})List$/.exec(kind)?.[1] : undefined;
    for (const item of items) takeItem(found, place, item, ofItems);
  } else if (kind === "Pod" && Object.hasOwn(object, "status")) takePod(found, place, object, watched);
  else if (kind === "Event") takeEvent(found, place, object);
  else if (kind === undefined && takeStatus(found, place, object)) return;
  else {
    takeTemplate(found, place, object);
    if (!watched.isWatched) takeWorkload(found, place, object);
  }
}

/** Statuses of workloads that are said: a dump of a namespace has many, and its pods say more. */
const workloadsMax = 10;

/** What the status of a Deployment or a Job says, which is no evidence about any one pod. */
function takeWorkload({ notes }: Found, { path }: Place, object: Fields): void {
  const now = notes.length < workloadsMax ? observedWorkloadAnswer(object) : undefined;
  if (now === undefined) return;
  const name = z.safeParse(fieldsSchema, object["metadata"]).data?.["name"];
  notes.push(`${path}: ${plainLine(`${object["kind"]}/${name}`)} ${plainLine(now.headline)}.`);
}

/** Items of a typed list, as watches of the API have them, name no kind. */
function takeItem(found: Found, place: Place, item: unknown, kind: string | undefined): void {
  const { success, data } = z.safeParse(fieldsSchema, item);
  if (success && !Array.isArray(data["items"])) takeObject(found, place, kind === undefined ? data : { kind, ...data });
}

function takePod({ pods }: Found, place: Place, object: Fields, { isWatched, isDeleted }: Watched): void {
  pods.push({ place, is: isWatched ? "watch" : "object", object, unknown: [], isDeleted, taken: undefined });
}

/** What a status alone does not say. */
const unknownFields = ["probes", "restartPolicy", "terminationGracePeriodSeconds", "lifecycle", "restartPolicyRules"];

const statusSchema = z.looseObject({
  containerStatuses: z.array(z.looseObject({ name: z.string(), image: z.string() })),
});
const backOffSchema = z.looseObject({ state: z.object({ waiting: z.object({ message: z.string() }) }) });

/** The status of a pod without its head, as `jq .status` prints it and people copy it. False if the object is none. */
function takeStatus({ pods }: Found, place: Place, object: Fields): boolean {
  const { data: status } = z.safeParse(statusSchema, object["status"] ?? object);
  const [first] = status?.containerStatuses ?? [];
  if (status === undefined || first === undefined) return false;
  const named = status.containerStatuses.flatMap((each) => {
    const message = z.safeParse(backOffSchema, each).data?.state.waiting.message;
    return message === undefined ? [] : (podOfMessage(message) ?? []);
  })[0];
  const containers = status.containerStatuses.map(({ name, image }) => ({ name, image }));
  const metadata = object["metadata"] ?? { name: named?.name ?? "", namespace: named?.namespace ?? "default" };
  const spec = object["spec"] ?? { containers };
  const unknown = Object.hasOwn(object, "spec") ? [] : unknownFields;
  const pod = { apiVersion: "v1", kind: "Pod", metadata, spec, status };
  pods.push({ place, is: "object", object: pod, unknown, isDeleted: false, taken: undefined });
  return true;
}

function takeEvent({ events }: Found, place: Place, object: Fields): void {
  const { value } = readEvent(object);
  if (value !== undefined) events.push({ place, event: value, ages: undefined, isUncounted: false });
}

const specPaths: readonly (readonly string[])[] = [
  ["spec", "template", "spec"],
  ["spec", "jobTemplate", "spec", "template", "spec"],
  ["spec"],
];

function takeTemplate({ templates }: Found, place: Place, object: Fields): void {
  for (const path of specPaths) {
    const spec = path.reduce<unknown>((at, key) => z.safeParse(fieldsSchema, at).data?.[key], object);
    const fields = z.safeParse(fieldsSchema, spec).data;
    if (!Array.isArray(fields?.["containers"])) continue;
    const metadata = z.safeParse(fieldsSchema, object["metadata"]).data;
    const [name, kind] = [metadata?.["name"], object["kind"]];
    templates.push({ place, kind: String(kind), name: typeof name === "string" ? name : "", spec: fields });
    return;
  }
}

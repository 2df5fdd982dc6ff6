import type { Span } from "../../basics/span.ts";
import type { EventSighting, PodSighting, Reading } from "../model.ts";
import { readAge, timeOfAge } from "../text/ages.ts";
import { separator } from "../text/clean-text.ts";
import { readCommand } from "../text/command-line.ts";
import { containerOfEvent, type NamedContainer, namedContainer } from "../text/container-of-event.ts";
import { type EventRow, readDescribeRow } from "../text/event-rows.ts";
import { isoText } from "../text/iso-text.ts";
import { podOfMessage } from "../text/pod-of-message.ts";
import { type DescribedContainer, readContainer, readCutContainer } from "./container.ts";
import { type DescribePart, fragmentsIn } from "./fragment.ts";
import {
  containerKeys,
  containerNameOf,
  containerSections,
  type DescribeLine,
  describeLine,
  linesMax,
  sections,
} from "./lines.ts";
import { momentOf } from "./moment.ts";
import { isoTime } from "./time.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Lines after `Name:` within which a described pod has its status and its containers. */
const headMax = 60;
/** Pods of one text. */
const podsMax = 5000;

/** Finds what `kubectl describe pod` prints, cut or indented, one part for each pod. Without a head, what is left of its containers. */
export function describesIn(lines: readonly string[]): readonly DescribePart[] {
  const starts = startsOf(lines).slice(0, podsMax);
  return starts.length === 0
    ? fragmentsIn(lines).slice(0, podsMax)
    : starts.map((start, index) => wholePart(lines, start, starts[index + 1] ?? lines.length));
}

function wholePart(lines: readonly string[], start: number, next: number): DescribePart {
  const end = Math.min(endOf(lines, start, next), start + linesMax);
  const own = lines.slice(start, end).map((text, index) => describeLine(text, start + index + 1));
  const [head] = own;
  return { start, end, lines: own, indent: head?.indent ?? 0, name: head?.value ?? "", isWhole: true };
}

/** Reads pods, and their events. `at`: when they were described, if that is known. */
export function readDescribe(path: string, parts: readonly DescribePart[], at?: Span): Reading {
  const found = parts.map((part) => readOne(path, part, at));
  return {
    path,
    is: "describe",
    pods: found.flatMap(({ pod }) => pod ?? []),
    events: found.flatMap(({ events }) => events),
    rows: [],
    acts: [],
    templates: [],
    notes: found.flatMap(({ notes }) => notes),
  };
}

/** Where a pod begins: other objects have no containers, or no status before them. */
function startsOf(lines: readonly string[]): readonly number[] {
  const starts: number[] = [];
  const names = lines.flatMap((line, index) => (/^Name:\s+\S/.test(line.trimStart()) ? [index] : []));
  for (const [position, index] of names.entries()) {
    const until = Math.min(index + headMax, lines.length);
    let hasStatus = false;
    for (let at = index + 1; at < until; at += 1) {
      const line = (lines[at] ?? "").trimStart();
      if (/^Status:\s+\S/.test(line)) hasStatus = true;
      else if (hasStatus && /^(?:Init )?Containers:$/.test(line)) {
        starts.push(index);
        break;
      } else if (at === names[position + 1] && indentAt(lines, at) <= indentAt(lines, index)) break;
    }
  }
  return starts;
}

/** Below its events, another command or another text ends a describe; above them, an argument of a container may look like one. */
function endOf(lines: readonly string[], start: number, next: number): number {
  const until = Math.min(next, start + linesMax);
  let hasEvents = false;
  for (let at = start; at < until; at += 1) {
    const line = lines[at] ?? "";
    if (hasEvents && (line === separator || readCommand(line) !== undefined)) return at;
    if (/^\s{0,200}Events:/.test(line)) hasEvents = true;
  }
  return next;
}

function indentAt(lines: readonly string[], index: number): number {
  const line = lines[index] ?? "";
  return line.length - line.trimStart().length;
}

interface Described {
  readonly pod: PodSighting | undefined;
  readonly events: readonly EventSighting[];
  readonly notes: readonly string[];
}

function readOne(path: string, part: DescribePart, at: Span | undefined): Described {
  const { start } = part;
  const notes: string[] = [];
  const place = { path, line: start + 1 };
  const parts = sectionsOf(part);
  for (const key of new Set(parts.map((part) => part.key))) {
    const times = parts.filter((part) => part.key === key).length;
    if (times > 1) notes.push(`${path}:${start + 1}: ${key} stands ${times} times and is not used.`);
  }
  const one = (key: string): Section | undefined => {
    const found = parts.filter((part) => part.key === key);
    return found.length === 1 ? found[0] : undefined;
  };
  const rows = rowsIn(one("Events"));
  const nameless = namelessIn(rows);
  const containers = [one("Init Containers"), one("Containers")] as const;
  const [inits, regulars] = [containersIn(containers[0], part, nameless), containersIn(containers[1], part, nameless)];
  const all = [...inits, ...regulars];
  notes.push(...all.flatMap(({ problems }) => problems.map((problem) => `${path}:${start + 1}: ${problem}.`)));
  if ((part.isWhole ? regulars : all).length === 0)
    return {
      pod: undefined,
      events: [],
      notes: [...notes, `${path}:${start + 1}: no container of the pod can be read.`],
    };
  const taken = at ?? momentOf(all, rows);
  const { name, namespace } = part.isWhole
    ? { name: part.name, namespace: one("Namespace")?.value || undefined }
    : { namespace: part.namespace, name: part.name, ...podIn(rows) };
  const object = podObject({ name, namespace, one, inits, regulars, taken });
  const named = all.map(namedOf);
  const events = rows.map(
    ({ row, line }): EventSighting => ({
      place: { path, line },
      ages: { last: row.last, first: row.first },
      isUncounted: false,
      event: {
        podUid: undefined,
        podName: name,
        podNamespace: namespace,
        container: containerOfEvent(row, named),
        type: row.type,
        reason: row.reason,
        message: row.message,
        count: row.count ?? 1,
        first: taken && row.first && timeOfAge(taken, row.first),
        last: taken && row.last && timeOfAge(taken, row.last),
      },
    }),
  );
  // What is left out or cut off may have been a probe.
  const isShort =
    containers.some((section) => section?.lines.some(({ text }) => isElision(text)) === true) ||
    (!part.isWhole && all.some(({ isCut }) => isCut));
  const unknown = [...(part.isWhole ? [] : ["phase"]), ...(isShort ? ["probes"] : []), ...unknownFields];
  return { pod: { place, is: "describe", object, unknown, isDeleted: false, taken }, events, notes };
}

/** What the API has and kubectl does not print. Models kubectl pkg/describe describePod (v0.37.1) */
const unknownFields = ["restartPolicy", "terminationGracePeriodSeconds", "lifecycle", "restartPolicyRules"];

interface Section {
  readonly key: string;
  readonly value: string;
  readonly lines: readonly DescribeLine[];
}

/** Keys at the indent of `Name`; with lost indents, the keys in their order, each once. */
function sectionsOf({ lines, indent }: DescribePart): readonly Section[] {
  const found: { key: string; value: string; lines: DescribeLine[] }[] = [];
  const isFlat = !lines.some((line) => line.indent > indent);
  for (const line of lines) {
    const last = found.at(-1);
    const inside = isFlat && last !== undefined && containerSections.includes(last.key);
    const isNext =
      !inside ||
      line.key === "Conditions" ||
      line.key === "Volumes" ||
      line.key === "Events" ||
      line.key === "QoS Class" ||
      containerSections.includes(line.key ?? "");
    if (line.key !== undefined && sections.has(line.key) && line.indent === indent && isNext)
      found.push({ key: line.key, value: line.value, lines: [] });
    else last?.lines.push(line);
  }
  return found;
}

const firstKeys: ReadonlySet<string> = new Set(["Container ID", "Image"]);

/** `nameless`: what a container is called whose name was cut off. */
function containersIn(
  section: Section | undefined,
  { isWhole }: DescribePart,
  nameless: string,
): readonly DescribedContainer[] {
  if (section === undefined) return [];
  const lines = section.lines.filter(({ text }) => text !== "" && !isElision(text));
  const firsts = isWhole ? firstKeys : containerKeys;
  const isName = (line: DescribeLine, index: number): boolean =>
    containerNameOf(line) !== undefined &&
    firsts.has(lines[index + 1]?.key ?? "") &&
    line.indent <= (lines[0]?.indent ?? 0);
  const starts = lines.flatMap((line, index) => (isName(line, index) ? [index] : []));
  const named = starts.map((start, position) => {
    const [head, ...rest] = lines.slice(start, starts[position + 1] ?? lines.length);
    const indent = rest[0]?.indent ?? 0;
    const isFlat = indent <= (head?.indent ?? 0);
    return readContainer((head && containerNameOf(head)) ?? "", rest, isFlat ? undefined : indent);
  });
  const cut = isWhole ? [] : lines.slice(0, starts[0] ?? lines.length);
  return cut.some(({ key }) => key === "State") ? [readCutContainer(nameless, cut), ...named] : named;
}

/** What people write where they left something out. */
function isElision(text: string): boolean {
  return /^(?:[[(<]?(?:\.{2,8}|…|snip|snipped|truncated|omitted|output omitted)[\])>]?)$/i.test(text);
}

interface DescribedParts {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly one: (key: string) => Section | undefined;
  readonly inits: readonly DescribedContainer[];
  readonly regulars: readonly DescribedContainer[];
  readonly taken: Span | undefined;
}

function podObject({ name, namespace, one, inits, regulars, taken }: DescribedParts): Fields {
  const phase = one("Status")?.value ?? "";
  const controller = /^(\w{1,63})\/(\S{1,253})$/.exec(one("Controlled By")?.value ?? "");
  const node = one("Node")?.value.split("/", 1)[0];
  const statuses = (list: readonly DescribedContainer[]): readonly Fields[] =>
    list.flatMap(({ status }) => (status === undefined ? [] : [status]));
  const isPastInit = statuses(regulars).some((status) => !isInitializing(status));
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: namespace ?? "default",
      ...deletionOf({ one, phase, taken }),
      ...(controller && { ownerReferences: [{ kind: controller[1], name: controller[2], controller: true }] }),
    },
    spec: {
      ...(node !== undefined && node !== "<none>" && { nodeName: node }),
      ...(inits.length > 0 && { initContainers: inits.map((each) => initSpec(each, isPastInit)) }),
      containers: regulars.map(({ spec }) => spec),
    },
    status: {
      phase: /^\w{1,63}$/.exec(phase)?.[0] ?? "Running",
      reason: /^\w{1,63}$/.exec(one("Reason")?.value ?? "")?.[0],
      startTime: isoTime(one("Start Time")?.value),
      conditions: conditionsIn(one("Conditions")),
      ...(inits.length > 0 && { initContainerStatuses: statuses(inits) }),
      containerStatuses: statuses(regulars),
    },
  };
}

/** `Terminating (lasts 40s)`: so long ago it was to be gone. Without the moment of the describe that has no time. */
function deletionOf({ one, phase, taken }: Pick<DescribedParts, "one" | "taken"> & { readonly phase: string }): Fields {
  const match = /^Terminating \(lasts (\S{1,16})\)$/.exec(phase);
  const grace = /^(\d{1,9})s$/.exec(one("Termination Grace Period")?.value ?? "")?.[1];
  if (match === null || grace === undefined || taken === undefined) return {};
  const lastsMs = readAge(match[1] ?? "")?.nominalMs ?? 0;
  return { deletionTimestamp: isoText(taken.nominalMs - lastsMs), deletionGracePeriodSeconds: Number(grace) };
}

function isInitializing(status: Fields): boolean {
  return JSON.stringify(status["state"]) === '{"waiting":{"reason":"PodInitializing"}}';
}

/** One that runs while the regular containers do is a sidecar: its restart policy is not printed. */
function initSpec({ spec, status }: DescribedContainer, isPastInit: boolean): unknown {
  const isRunning = JSON.stringify(status?.["state"] ?? {}).startsWith('{"running"');
  return isRunning && isPastInit ? { ...spec, restartPolicy: "Always" } : spec;
}

function conditionsIn(section: Section | undefined): readonly unknown[] {
  return (section?.lines ?? []).flatMap(({ text }) => {
    const match = /^([A-Z]\w{2,127})\s+(True|False|Unknown)$/.exec(text);
    return match === null ? [] : [{ type: match[1], status: match[2] }];
  });
}

interface PlacedRow {
  readonly row: EventRow;
  readonly line: number;
}

function rowsIn(section: Section | undefined): readonly PlacedRow[] {
  return (section?.lines ?? []).flatMap(({ text, number }) => {
    const row = readDescribeRow(text);
    return row === undefined ? [] : [{ row, line: number }];
  });
}

/** As the messages of its events say. */
function podIn(rows: readonly PlacedRow[]): Partial<ReturnType<typeof podOfMessage>> {
  return rows.map(({ row }) => podOfMessage(row.message)).find((pod) => pod !== undefined) ?? {};
}

function namelessIn(rows: readonly PlacedRow[]): string {
  const names = new Set(rows.flatMap(({ row }) => containerOfEvent(row, []) ?? namedContainer(row.message) ?? []));
  const [only] = names;
  return names.size === 1 && only !== undefined ? only : "container";
}

function namedOf({ name, spec }: DescribedContainer): NamedContainer {
  const probes = ["Liveness", "Readiness", "Startup"].filter((each) =>
    Object.hasOwn(spec, `${each.toLowerCase()}Probe`),
  );
  return { name, image: String(spec["image"]), probes };
}

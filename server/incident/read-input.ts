import type { Span } from "../../shared/basics/span.ts";
import { AuditLog, auditEventsIn } from "../../shared/evidence/audit/audit-log.ts";
import type { DescribePart } from "../../shared/evidence/describe/fragment.ts";
import { describesIn, readDescribe } from "../../shared/evidence/describe/read-describe.ts";
import { unwrapped } from "../../shared/evidence/describe/unwrap.ts";
import type { Reading } from "../../shared/evidence/model.ts";
import { type PlacedValue, readObjects } from "../../shared/evidence/objects.ts";
import { hasPodTable, readPodTable } from "../../shared/evidence/read-pods.ts";
import { hasEventTable, readEventTable } from "../../shared/evidence/read-table.ts";
import { cleanLines } from "../../shared/evidence/text/clean-text.ts";
import { readJsonStream } from "./json-stream.ts";
import { readPastedObjects } from "./pasted-objects.ts";
import { readYamlValues } from "./yaml-values.ts";

/** Letters of one input that are read: what is longer is no dump that anybody looks at. */
const lengthMax = 256_000_000;

/**
 * Reads what people have after an incident, whatever it is: what `kubectl describe` and `kubectl events` print, objects, lists, and
 * watches. Never throws; problems are notes, without a word of the text. `at`: when it was taken, if somebody says so.
 */
export function readInput(path: string, text: string, at: Span | undefined): Reading {
  if (text.length > lengthMax) return unread(path, "is larger than 256 MB and is not read");
  const reading = beginsAsObject(text) ? readStream(path, text, at) : readPaste(path, text, at);
  return reading.is === "unknown" && reading.notes.length === 0
    ? unread(path, "has no pod, event, or describe of one in it")
    : reading;
}

/** Objects one after the other. Those of a program may stand above what somebody pasted. */
function readStream(path: string, text: string, at: Span | undefined): Reading {
  const { values, notes, others } = readJsonStream(path, text);
  const reading = withNotes(readValues(path, values), notes);
  if (others === undefined) return reading;
  const pasted = readPaste(path, others, at);
  return pasted.is === "unknown" ? reading : joined(reading, pasted);
}

function readPaste(path: string, text: string, at: Span | undefined): Reading {
  const lines = unwrapped(cleanLines(text));
  const { values, notes, others } = readPastedObjects(path, lines);
  const describes = describesIn(others);
  const isDescribed = describedLines(describes);
  const [first, ...more] = [
    ...(describes.length > 0 ? [readDescribe(path, describes, at)] : []),
    ...(values.length + notes.length > 0 ? [withNotes(readValues(path, values), notes)] : []),
    ...(hasEventTable(others, isDescribed) ? [readEventTable(path, others, isDescribed)] : []),
    ...(hasPodTable(others) ? [readPodTable(path, others)] : []),
  ];
  return first === undefined ? readWhole(path, lines) : more.reduce(joined, first);
}

/** What follows a whole describe belongs to it. */
function describedLines(describes: readonly DescribePart[]): (index: number) => boolean {
  const whole = describes.find(({ isWhole }) => isWhole)?.start ?? Number.POSITIVE_INFINITY;
  const inside = new Set<number>();
  for (const { start, end, isWhole } of describes) if (!isWhole) for (let at = start; at < end; at += 1) inside.add(at);
  return (index) => index >= whole || inside.has(index);
}

/** Text that nothing in it marks as an object: YAML that begins otherwise, or none at all. */
function readWhole(path: string, lines: readonly string[]): Reading {
  const { values, notes } = readYamlValues(path, lines.join("\n"));
  return withNotes(readObjects(path, values), notes);
}

/** Objects, or the lines of an audit log. */
function readValues(path: string, values: readonly PlacedValue[]): Reading {
  const audits = values.flatMap(({ value, line }) => auditEventsIn(value).map((event) => ({ event, line })));
  if (audits.length === 0) return readObjects(path, values);
  const log = new AuditLog({ path });
  for (const { event, line } of audits) log.take(event, line);
  return log.reading([]);
}

function beginsAsObject(text: string): boolean {
  return /^[\s\uFEFF]*\{/.test(text.slice(0, 4096));
}

function unread(path: string, why: string): Reading {
  return { path, is: "unknown", pods: [], events: [], rows: [], acts: [], templates: [], notes: [`${path} ${why}.`] };
}

function withNotes(reading: Reading, notes: readonly string[]): Reading {
  return notes.length === 0 ? reading : { ...reading, notes: [...reading.notes, ...notes] };
}

function joined(one: Reading, other: Reading): Reading {
  return {
    path: one.path,
    is: one.is === "unknown" ? other.is : one.is,
    pods: [...one.pods, ...other.pods],
    templates: [...one.templates, ...other.templates],
    events: [...one.events, ...other.events],
    rows: [...one.rows, ...other.rows],
    acts: [...one.acts, ...other.acts],
    notes: [...one.notes, ...other.notes],
  };
}

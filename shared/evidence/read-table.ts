import type { Span } from "../basics/span.ts";
import type { EventSighting, Reading } from "./model.ts";
import { readCommand } from "./text/command-line.ts";
import { containerOfEvent } from "./text/container-of-event.ts";
import {
  type EventRow,
  type EventTable,
  isDescribeHeader,
  readBareDescribeRow,
  readBareTableRow,
  readTableHeader,
  readTableRow,
} from "./text/event-rows.ts";
import { podOfMessage } from "./text/pod-of-message.ts";

/** Rows of one text. */
const rowsMax = 100_000;

/** Whether text has a table of events in it, or rows of one. `isDescribed`: whether the line of an index is of a describe, whose events are its own. */
export function hasEventTable(lines: readonly string[], isDescribed: (index: number) => boolean): boolean {
  return lines.some(
    (line, index) =>
      readTableHeader(line) !== undefined ||
      readBareTableRow(line) !== undefined ||
      (!isDescribed(index) && readBareDescribeRow(line) !== undefined),
  );
}

/** Reads what `kubectl events` and `kubectl get events` print, and the events of a describe whose head is lost. */
export function readEventTable(
  path: string,
  lines: readonly string[],
  isDescribed: (index: number) => boolean,
): Reading {
  const reader = new EventTables();
  for (const [index, line] of lines.entries()) reader.take(line, index + 1, !isDescribed(index));
  const events = reader.tables.flatMap((table) => (table.is === "describe" ? described(table) : tabled(table)));
  const notes = reader.left > 0 ? [`${path}: ${reader.left} rows are left out.`] : [];
  const placed = events.map(({ line, ...event }): EventSighting => ({ place: { path, line }, ...event }));
  return { path, is: "events", pods: [], events: placed, rows: [], acts: [], templates: [], notes };
}

interface PlacedRow {
  readonly row: EventRow & { readonly namespace?: string | undefined };
  /** From 1. */
  readonly line: number;
}

/** Rows that one command printed: at one moment, or in one watch. */
interface Table {
  readonly is: "table" | "describe";
  readonly rows: PlacedRow[];
  readonly isWide: boolean;
  /** As the command above it says. */
  readonly asked: ReturnType<typeof readCommand>;
}

/** Finds the tables of a text, line by line. */
class EventTables {
  readonly tables: Table[] = [];
  left = 0;
  #header: EventTable | undefined;
  #table: Table | undefined;
  #asked: ReturnType<typeof readCommand>;
  #rows = 0;

  take(line: string, number: number, isOutside: boolean): void {
    const header = readTableHeader(line);
    const asked = readCommand(line);
    if (header !== undefined || asked !== undefined) {
      this.#header = header;
      this.#table = undefined;
      this.#asked = asked ?? this.#asked;
      return;
    }
    const row = (this.#header && readTableRow(line, this.#header)) ?? readBareTableRow(line);
    const bare = row === undefined && isOutside ? readBareDescribeRow(line) : undefined;
    if (row !== undefined) this.#add({ row, line: number }, "table");
    else if (bare !== undefined) this.#add({ row: bare, line: number }, "describe");
    // Other lines end the events of one pod, and those of the next may follow.
    else if (this.#table?.is === "describe" && !isDescribeHeader(line)) this.#table = undefined;
  }

  #add(placed: PlacedRow, is: Table["is"]): void {
    this.#rows += 1;
    if (this.#rows > rowsMax) {
      this.left += 1;
      return;
    }
    if (this.#table?.is !== is) {
      this.#table = { is, rows: [], isWide: this.#header?.wide !== undefined, asked: this.#asked };
      this.tables.push(this.#table);
    }
    this.#table.rows.push(placed);
  }
}

type FoundEvent = Omit<EventSighting, "place"> & { readonly line: number };

/** All rows are of one pod, which some of their messages name. */
function described({ rows, asked }: Table): readonly FoundEvent[] {
  const named = rows.map(({ row }) => podOfMessage(row.message)).find((pod) => pod !== undefined);
  const name = named?.name ?? asked?.described;
  const namespace = named?.namespace ?? asked?.namespace;
  return rows.map((placed) => eventOf(placed, { name, namespace, isUncounted: false }));
}

/** Equal rows of a table are one event whose count was raised, which a watch prints again, or events of their own. */
function tabled({ rows, isWide, asked }: Table): readonly FoundEvent[] {
  // `kubectl events` writes kinds as they are, and a count where there is more than one.
  const isCounted = isWide || rows.some(({ row }) => /^[A-Z]/.test(row.object ?? "") || row.first !== row.last);
  const namespace = asked?.namespace ?? namespaceOf(rows);
  const merged = new Map<string, FoundEvent>();
  for (const placed of rows) {
    const { row } = placed;
    const name = /^[Pp]od\/(\S{1,253})$/.exec(row.object ?? "")?.[1];
    if (name === undefined) continue;
    const isUncounted = !isCounted && row.count === undefined;
    const event = eventOf(placed, { name, namespace: row.namespace ?? namespace, isUncounted });
    const key = JSON.stringify([row.namespace, name, row.fieldPath, row.type, row.reason, row.message]);
    const before = merged.get(key);
    merged.set(key, before === undefined ? event : together(before, event));
  }
  return [...merged.values()];
}

/** A table without the column is of one namespace; a message may name it, of a pod that the table has. */
function namespaceOf(rows: readonly PlacedRow[]): string | undefined {
  if (rows.some(({ row }) => row.namespace !== undefined)) return undefined;
  const found = new Set(
    rows.flatMap(({ row }) => {
      const named = podOfMessage(row.message);
      return named !== undefined && row.object?.slice("pod/".length) === named.name ? named.namespace : [];
    }),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

interface Subject {
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly isUncounted: boolean;
}

function eventOf({ row, line }: PlacedRow, { name, namespace, isUncounted }: Subject): FoundEvent {
  return {
    line,
    ages: { last: row.last, first: row.first },
    isUncounted,
    event: {
      podUid: undefined,
      podName: name,
      podNamespace: namespace,
      container: containerOfEvent(row, []),
      type: row.type,
      reason: row.reason,
      message: row.message,
      count: row.count ?? 1,
      first: undefined,
      last: undefined,
    },
  };
}

/** A count that is printed again has been raised; rows without one are an event each. */
function together(one: FoundEvent, other: FoundEvent): FoundEvent {
  const [last] = agesOf([one.ages?.last, other.ages?.last]);
  const first = agesOf([one.ages?.first, other.ages?.first]).at(-1);
  const counts = [one.event.count, other.event.count] as const;
  const count = other.isUncounted ? counts[0] + counts[1] : Math.max(...counts);
  return { ...other, ages: { last, first }, event: { ...other.event, count } };
}

/** The youngest first. */
function agesOf(ages: readonly (Span | undefined)[]): readonly Span[] {
  return ages.flatMap((age) => age ?? []).toSorted((one, other) => one.nominalMs - other.nominalMs);
}

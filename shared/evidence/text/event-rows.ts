import type { Span } from "../../basics/span.ts";
import { readAge } from "./ages.ts";

/** An event as kubectl prints it in a row. */
export interface EventRow {
  readonly type: string;
  readonly reason: string;
  /** Undefined where kubectl prints `<unknown>`. */
  readonly last: Span | undefined;
  readonly first: Span | undefined;
  /** Undefined if the table has no counts. */
  readonly count: number | undefined;
  readonly message: string;
  /** `spec.containers{app}`; undefined if the row does not say it. */
  readonly fieldPath: string | undefined;
  /** `Pod/name`, where the table is about more than one object. */
  readonly object: string | undefined;
}

const age = "(?:\\d{1,6}[smhdy](?:\\d{1,4}[smhdy])?|<unknown>|<invalid>)";
const times = `(${age})(?: \\(x(\\d{1,9}) over (${age})\\))?`;
const fieldPath = /^(spec\.(?:initC|c|ephemeralC)ontainers\{[^{}\s]{1,253}\}):\s+/;

const describeRow = new RegExp(`^\\s*([A-Z]\\w{1,31})\\s+([A-Z]\\w{1,127})\\s+${times}(?:\\s+(\\S.*)?)?$`);
const source = /^([a-z][\w./-]{0,127})(?:, \S{1,253})?(?:\s+(\S.*)?)?$/;

/** Reads a row below `Type Reason Age From Message`. Models kubectl pkg/describe DescribeEvents (v0.37.1) */
export function readDescribeRow(line: string): EventRow | undefined {
  const match = describeRow.exec(line);
  if (match === null) return undefined;
  const [, type = "", reason = "", last = "", count, first, rest = ""] = match;
  const from = source.exec(rest);
  return rowOf({ type, reason, last, first, message: from === null ? rest : (from[2] ?? ""), count: count ?? "1" });
}

/** A table of events by its header. */
export interface EventTable {
  readonly hasNamespace: boolean;
  /** Beginnings of its columns, where the header has more of them than the usual five. */
  readonly wide: ReadonlyMap<string, number> | undefined;
}

const tableHeader = /^\s*(NAMESPACE\s+)?LAST SEEN\s+TYPE\s+REASON\s+OBJECT\s+(?:SUBOBJECT\s+SOURCE\s+)?MESSAGE\b/;

/** Undefined if the line is no header of `kubectl events` or `kubectl get events`. */
export function readTableHeader(line: string): EventTable | undefined {
  const match = tableHeader.exec(line);
  if (match === null) return undefined;
  const isWide = /\bSUBOBJECT\b/.test(line);
  const starts = [...line.matchAll(/[A-Z]+(?: SEEN)?/g)].map((word) => [word[0], word.index] as const);
  return { hasNamespace: match[1] !== undefined, wide: isWide ? new Map(starts) : undefined };
}

const tableRow = new RegExp(
  `^\\s*(?:(\\S{1,253})\\s+)??${times}\\s+([A-Z]\\w{1,31})\\s+([A-Z]\\w{1,127})\\s+(\\S{1,320})(?:\\s+(\\S.*)?)?$`,
);

/** A row of a table of many objects. */
type TableRow = EventRow & { readonly namespace: string | undefined };

/** Reads a row of a table. Models kubectl pkg/cmd/events printOneEvent, pkg/printers/internalversion printEvent (v1.37.1) */
export function readTableRow(line: string, { hasNamespace, wide }: EventTable): TableRow | undefined {
  const match = tableRow.exec(line);
  if (match === null || (match[1] !== undefined) !== hasNamespace) return undefined;
  const [, namespace, last = "", count, first, type = "", reason = "", object = "", rest = ""] = match;
  if (wide === undefined) return { ...rowOf({ type, reason, last, first, message: rest, count, object }), namespace };
  const cell = (name: string, next: string): string => line.slice(wide.get(name), wide.get(next)).trim();
  const sub = subObject.exec(cell("SUBOBJECT", "SOURCE"))?.[0];
  const message = cell("MESSAGE", "FIRST SEEN");
  const number = /^\d{1,9}$/.exec(cell("COUNT", "NAME"))?.[0];
  return {
    ...rowOf({ type, reason, last, first: cell("FIRST SEEN", "COUNT"), message, count: number, object }),
    fieldPath: sub,
    namespace,
  };
}

const subObject = /^spec\.\w{1,32}\{[^{}\s]{1,253}\}$/;
const types: ReadonlySet<string> = new Set(["Normal", "Warning"]);
const objectName = /^[A-Za-z]\w{0,62}(?:\.[\w.]{1,253})?\/[a-z0-9][-\w.:]{0,252}$/;
const namespaceName = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** Reads a row whose header is not in the text, as `grep` leaves it: only one that nothing else looks like. */
export function readBareTableRow(line: string): TableRow | undefined {
  const match = tableRow.exec(line);
  if (match === null) return undefined;
  const [, namespace, last = "", count, first, type = "", reason = "", object = "", rest = ""] = match;
  const isRow =
    types.has(type) && objectName.test(object) && (namespace === undefined || namespaceName.test(namespace));
  if (!isRow) return undefined;
  return {
    ...(wideRow(rest, { type, reason, last, object }) ??
      rowOf({ type, reason, last, first, count, message: rest, object })),
    namespace,
  };
}

/** What `-o wide` prints beside the message: the container and the source before it, the first time, the count and a name behind. */
function wideRow(text: string, row: Pick<Cells, "type" | "reason" | "last" | "object">): EventRow | undefined {
  const cells = text.split(/\s{2,}/);
  const [first = "", count = "", name = ""] = cells.slice(-3);
  const isWide = cells.length > 4 && eventName.test(name) && /^\d{1,9}$/.test(count) && readAge(first) !== undefined;
  if (!isWide) return undefined;
  const sub = subObject.exec(cells[0] ?? "")?.[0];
  const message = cells.slice(sub === undefined ? 1 : 2, -3).join("  ");
  return { ...rowOf({ ...row, first, message, count }), fieldPath: sub };
}

const eventName = /^\S{1,253}\.[0-9a-f]{6,20}$/;

/** Reads a row of a describe without what stands above it: only one that nothing else looks like. */
export function readBareDescribeRow(line: string): EventRow | undefined {
  const row = readDescribeRow(line);
  return row !== undefined && types.has(row.type) && row.message !== "" ? row : undefined;
}

/** `Type  Reason  Age  From  Message`, and the line below it. */
export function isDescribeHeader(line: string): boolean {
  return /^\s*Type\s+Reason\s+Age\s+From\b/.test(line) || /^\s*----\s+------\s/.test(line);
}

interface Cells {
  readonly type: string;
  readonly reason: string;
  readonly last: string;
  readonly first: string | undefined;
  readonly count: string | undefined;
  readonly message: string;
  readonly object?: string;
}

function rowOf({ type, reason, last, first, count, message, object }: Cells): EventRow {
  const path = fieldPath.exec(message);
  const lastAge = readAge(last);
  return {
    type,
    reason,
    last: lastAge,
    first: first === undefined ? lastAge : readAge(first),
    count: count === undefined ? undefined : Number(count),
    message: message.slice(path?.[0].length ?? 0).trim(),
    fieldPath: path?.[1],
    object,
  };
}

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
  return rowOf({ type, reason, last, first, message: from?.[2] ?? rest, count: count ?? "1" });
}

/** A table of events by its header. */
export interface EventTable {
  readonly hasNamespace: boolean;
  /** Beginnings of its columns, where the header has more of them than the usual five. */
  readonly wide: ReadonlyMap<string, number> | undefined;
  /** `kubectl events` prints counts beside the age; `kubectl get events` prints them with `-o wide` only. */
  readonly hasCounts: boolean;
}

const tableHeader = /^\s*(NAMESPACE\s+)?LAST SEEN\s+TYPE\s+REASON\s+OBJECT\s+(?:SUBOBJECT\s+SOURCE\s+)?MESSAGE\b/;

/** Undefined if the line is no header of `kubectl events` or `kubectl get events`. */
export function readTableHeader(line: string): Omit<EventTable, "hasCounts"> | undefined {
  const match = tableHeader.exec(line);
  if (match === null) return undefined;
  const isWide = /\bSUBOBJECT\b/.test(line);
  const starts = [...line.matchAll(/[A-Z]+(?: SEEN)?/g)].map((word) => [word[0], word.index] as const);
  return { hasNamespace: match[1] !== undefined, wide: isWide ? new Map(starts) : undefined };
}

const tableRow = new RegExp(
  `^\\s*(?:(\\S{1,253})\\s+)??${times}\\s+([A-Z]\\w{1,31})\\s+([A-Z]\\w{1,127})\\s+(\\S{1,320})(?:\\s+(\\S.*)?)?$`,
);

/** Reads a row of a table. Models kubectl pkg/cmd/events printOneEvent, pkg/printers/internalversion printEvent (v1.37.1) */
export function readTableRow(
  line: string,
  { hasNamespace, wide }: Omit<EventTable, "hasCounts">,
): (EventRow & { readonly namespace: string | undefined }) | undefined {
  const match = tableRow.exec(line);
  if (match === null || (match[1] !== undefined) !== hasNamespace) return undefined;
  const [, namespace, last = "", count, first, type = "", reason = "", object = "", rest = ""] = match;
  if (wide === undefined) return { ...rowOf({ type, reason, last, first, message: rest, count, object }), namespace };
  const cell = (name: string, next: string): string => line.slice(wide.get(name), wide.get(next)).trim();
  const sub = /^spec\.\w{1,32}\{[^{}]{1,253}\}$/.exec(cell("SUBOBJECT", "SOURCE"))?.[0];
  const message = cell("MESSAGE", "FIRST SEEN");
  const number = /^\d{1,9}$/.exec(cell("COUNT", "NAME"))?.[0];
  return {
    ...rowOf({ type, reason, last, first: cell("FIRST SEEN", "COUNT"), message, count: number, object }),
    fieldPath: sub,
    namespace,
  };
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

import type { EventSighting, Reading } from "./model.ts";
import { containerOfEvent } from "./text/container-of-event.ts";
import { type EventTable, readTableHeader, readTableRow } from "./text/event-rows.ts";

/** Rows of one text. */
const rowsMax = 100_000;

/** Whether text has a table of events in it. */
export function hasEventTable(lines: readonly string[]): boolean {
  return lines.some((line) => readTableHeader(line) !== undefined);
}

/** Reads what `kubectl events` and `kubectl get events` print. */
export function readEventTable(path: string, lines: readonly string[]): Reading {
  const events: EventSighting[] = [];
  let table: Omit<EventTable, "hasCounts"> | undefined;
  let left = 0;
  for (const [index, line] of lines.entries()) {
    const header = readTableHeader(line);
    if (header !== undefined) {
      table = header;
      continue;
    }
    const row = table && readTableRow(line, table);
    const pod = /^[Pp]od\/(\S{1,253})$/.exec(row?.object ?? "")?.[1];
    if (row === undefined || pod === undefined) continue;
    if (events.length >= rowsMax) {
      left += 1;
      continue;
    }
    events.push({
      place: { path, line: index + 1 },
      ages: { last: row.last, first: row.first },
      isUncounted: row.count === undefined && table?.wide === undefined && !line.includes("(x"),
      event: {
        podUid: undefined,
        podName: pod,
        podNamespace: row.namespace,
        container: containerOfEvent(row, []),
        type: row.type,
        reason: row.reason,
        message: row.message,
        count: row.count ?? 1,
        first: undefined,
        last: undefined,
      },
    });
  }
  const hasCounts = events.some(({ isUncounted }) => !isUncounted);
  return {
    path,
    is: "events",
    pods: [],
    // `kubectl events` prints a count where there is more than one.
    events: hasCounts ? events.map((each) => ({ ...each, isUncounted: false })) : events,
    rows: [],
    acts: [],
    templates: [],
    notes: left > 0 ? [`${path}: ${left} rows are left out.`] : [],
  };
}

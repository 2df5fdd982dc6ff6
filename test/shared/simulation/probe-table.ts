import {
  createSimulation,
  type EntryKind,
  type KubernetesEvent,
  type PublishedStatus,
  type SimulationInput,
  type TimelineEntry,
} from "../../../shared/simulation/index.ts";
import { stateText } from "./status-table.ts";

export interface TableOptions {
  /** Only these containers; a column names them where there are several. */
  readonly shows: readonly string[];
  /** The time of the run that the table calls 0. */
  readonly originMs: number;
}

interface Row {
  readonly tMs: number;
  readonly container: string;
  readonly text: string;
  /** started/ready/restartCount, where a status is shown. */
  readonly flags?: string;
  /** Of an attempt: its probe. */
  readonly probe?: string;
}

/**
 * A run as a table like those of spec/probes.md §5: what the runtime, the probes and the published statuses do, in order.
 * An attempt stands at the time at which it began; three and more in one rhythm with one answer are one row.
 */
export function probeTable(input: SimulationInput, { shows, originMs }: TableOptions): string {
  const rows = inRhythm(rowsOf(input).filter((row) => shows.includes(row.container)));
  const isNamed = shows.length > 1;
  const lines = rows.map(({ tMs, container, text, flags = "" }) =>
    [seconds(tMs - originMs), ...(isNamed ? [container] : []), text, flags].join(" | ").trimEnd(),
  );
  return [isNamed ? "t | container | event | started/ready/restarts" : "t | event | started/ready/restarts", ...lines]
    .join("\n")
    .replaceAll(/ \|$/gm, "");
}

const beforeStatus: ReadonlySet<EntryKind> = new Set(["probe-attempt", "probe-result", "container-exited"]);

/**
 * Plays step by step: in one step there is at most one pass, which publishes before it acts. A step that is no pass but an answer or an exit
 * publishes what follows from it.
 */
function rowsOf(input: SimulationInput): readonly Row[] {
  const simulation = createSimulation(input);
  const shown = new Map<string, string>();
  const rows: Row[] = [];
  let seen = { statuses: 0, entries: 0, events: 0 };
  while (simulation.step()) {
    const { statuses, entries, events } = simulation.timeline();
    const news = { entries: entries.slice(seen.entries), events: events.slice(seen.events) };
    const published = statuses.slice(seen.statuses).flatMap((one) => statusRows(one, shown));
    const acts = news.entries.flatMap((entry) => entryRows(entry, news.events));
    const isPass = !beforeStatus.has(news.entries[0]?.kind ?? "note");
    rows.push(...(isPass ? [...published, ...acts] : [...acts, ...published]));
    rows.push(...news.events.flatMap((event) => refusalRows(event, news.entries)));
    seen = { statuses: statuses.length, entries: entries.length, events: events.length };
  }
  return rows;
}

function statusRows({ tMs, status }: PublishedStatus, shown: Map<string, string>): readonly Row[] {
  const isOver = status.phase === "Succeeded" || status.phase === "Failed";
  return [...status.initContainerStatuses, ...status.containerStatuses].flatMap((one) => {
    const { name: container, state, lastState, started, ready, restartCount } = one;
    if (state.is === "waiting" && lastState === undefined) return [];
    const last = lastState === undefined ? "" : ` last ${stateText(lastState)}`;
    const text = `status ${stateText(state)}${last}${isOver ? `, pod ${status.phase}` : ""}`;
    const flags = `${started}/${ready}/${restartCount}`;
    if (shown.get(container) === text + flags) return [];
    shown.set(container, text + flags);
    return [{ tMs, container, text, flags }];
  });
}

function entryRows(entry: TimelineEntry, events: readonly KubernetesEvent[]): readonly Row[] {
  const { tMs, kind, container = "", data } = entry;
  if (kind === "container-started") return [{ tMs, container, text: `start #${entry.restartCount}` }];
  if (kind === "container-exited") return [{ tMs, container, text: `exits ${data.exitCode}` }];
  if (kind === "probe-attempt")
    return [{ tMs, container, text: `${data.probe} ${data.answer}`, probe: data.probe ?? "" }];
  if (kind !== "container-stopping") return [];
  const killing = events.find((event) => event.reason === "Killing" && event.container === container);
  return [{ tMs, container, text: `${killing?.message ?? "SIGTERM"} (grace ${seconds(data.graceMs ?? 0)} s)` }];
}

function refusalRows(
  { tMs, reason, container = "" }: KubernetesEvent,
  entries: readonly TimelineEntry[],
): readonly Row[] {
  if (reason !== "BackOff") return [];
  const wait = entries.find((entry) => entry.kind === "back-off-started" && entry.container === container);
  return [
    {
      tMs,
      container,
      text: wait === undefined ? "start refused" : `start refused: ${seconds(wait.data.delayMs ?? 0)} s`,
    },
  ];
}

function inRhythm(rows: readonly Row[]): readonly Row[] {
  const groups = rhythms(rows);
  return rows.flatMap((row) => {
    const group = groups.get(row) ?? [row];
    if (group.length < 3) return [row];
    if (group[0] !== row) return [];
    const everyMs = (group[1]?.tMs ?? 0) - row.tMs;
    return [{ ...row, text: `${row.text}, ${group.length} times, one every ${seconds(everyMs)} s` }];
  });
}

/** The attempts that belong together, for each of them. A start of the container ends a rhythm. */
function rhythms(rows: readonly Row[]): ReadonlyMap<Row, readonly Row[]> {
  const groups = new Map<Row, Row[]>();
  const open = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.text.startsWith("start #"))
      for (const key of open.keys()) if (key.startsWith(`${row.container} `)) open.delete(key);
    if (row.probe === undefined) continue;
    const key = `${row.container} ${row.probe}`;
    const group = open.get(key);
    const joined = group !== undefined && goesOn(group, row) ? group : [];
    joined.push(row);
    open.set(key, joined);
    groups.set(row, joined);
  }
  return groups;
}

function goesOn(group: readonly Row[], row: Row): boolean {
  const [first, second] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined || row.text !== first.text || row.tMs === last.tMs) return false;
  return second === undefined || row.tMs - last.tMs === second.tMs - first.tMs;
}

function seconds(ms: number): number {
  return ms / 1000;
}

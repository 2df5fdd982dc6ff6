import { counted } from "../basics/counted.ts";
import { formatDuration } from "../basics/durations.ts";
import { plainLine } from "../basics/plain-line.ts";
import type { IncidentPod, SeenEvent } from "../evidence/incident.ts";
import { stopsOf } from "../observation/objects/runs.ts";
import { actLines } from "./acts.ts";
import { rowCauses, rowLines, rowText } from "./explain-rows.ts";
import type { CauseSentence, ExplainedPod, TimelineLine } from "./model.ts";

/** What events and tables alone say of a pod: starts and kills by their counts, states. How long runs were, they do not say. */
export function explainWithoutLook(pod: IncidentPod): ExplainedPod {
  const { events, rows, name, namespace, uid, isByAges } = pod;
  const containers = [...new Set(events.map(({ event }) => event.container))];
  const row = rows.at(-1)?.row;
  const where = namespace === "default" ? "" : ` -n ${plainLine(namespace)}`;
  return {
    name,
    namespace,
    uid,
    basis: `${basisOf(pod)}${isByAges ? "; times are ages" : ""}`,
    taken: undefined,
    isByAges,
    headline: row && rowText(row),
    runs: [],
    unseen: [],
    causes: [...rowCauses(pod), ...containers.flatMap((container) => sentencesOf(events, container))],
    timeline: [...actLines(pod), ...rowLines(pod), ...events.flatMap(lineOf)].toSorted(
      (one, other) => one.at.nominalMs - other.at.nominalMs,
    ),
    next: [],
    scenario: [],
    fit: undefined,
    whatIf: [],
    helps: undefined,
    unexplained: unsaidBy(pod),
    ask:
      name === ""
        ? []
        : [
            ...(row === undefined || row.restarts === 0 ? [] : [`kubectl logs ${plainLine(name)}${where} --previous`]),
            ...(isFine(pod) ? [] : [`kubectl get pod ${plainLine(name)}${where} -o yaml`]),
          ],
  };
}

function basisOf({ events, rows, acts }: IncidentPod): string {
  if (events.length + rows.length === 0) return `audit log, ${counted(acts.length, "request")}`;
  if (rows.length === 0) return acts.length === 0 ? "events only" : "events and audit log";
  return `${events.length === 0 ? "table" : "table and events"}, ${counted(rows.length, "row")}`;
}

function isFine({ rows, events }: IncidentPod): boolean {
  const isWell = rows.every(
    ({ row }) => row.restarts === 0 && (row.status === "Running" || row.status === "Completed"),
  );
  return rows.length > 0 && events.length === 0 && isWell;
}

function unsaidBy({ rows, events }: IncidentPod): readonly string[] {
  if (rows.length + events.length === 0)
    return ["Nothing here has a status of the pod: who ended its runs is not known."];
  if (rows.length === 0) return ["Events say no exit codes, no grace period, and not how long each run lasted."];
  if (events.length > 0) return ["Events and a table say no grace period, and not how long each run lasted."];
  const isRestarted = rows.some(({ row }) => row.restarts > 0 || row.status === "CrashLoopBackOff");
  return isRestarted ? ["A table does not say who ended a run, or how long each lasted."] : [];
}

function lineOf({ event, place, isUncounted }: SeenEvent): readonly TimelineLine[] {
  const { first, last, reason, message, count, container } = event;
  if (last === undefined) return [];
  const of = container === undefined ? "" : `${plainLine(container)}: `;
  const spanMs = first === undefined ? 0 : last.nominalMs - first.nominalMs;
  const often = isUncounted
    ? ""
    : count > 1
      ? ` (x${count}${spanMs >= 1000 ? ` in ${formatDuration(spanMs)}` : ""})`
      : "";
  const text = `${of}${plainLine(reason)}: ${plainLine(message)}${often}`;
  return [{ at: last, text, certainty: "told", shown: "told", sources: [place] }];
}

/** Counts are at least what they say: the kubelet drops events of a loop. */
function sentencesOf(all: readonly SeenEvent[], container: string | undefined): readonly CauseSentence[] {
  const ours = all.filter(({ event }) => event.container === container);
  const own = ours.filter(({ isUncounted }) => !isUncounted);
  const killings = ours.filter(({ event }) => event.reason === "Killing");
  const isAtLeast = killings.some(({ isUncounted }) => isUncounted);
  const starts = own
    .filter(({ event }) => isStart(event.reason, event.message))
    .toSorted((one, other) => other.event.count - one.event.count)[0];
  const of = container === undefined ? "" : ` of ${plainLine(container)}`;
  const kills = stopsOf(
    all.map(({ event }) => event),
    container ?? "",
  ).filter(({ by }) => by !== "other");
  const told =
    starts === undefined
      ? []
      : [sentence(`${starts.event.count} starts${of}`, `${starts.event.reason} x${starts.event.count}`, [starts])];
  return [
    ...told,
    ...kills.map(({ by, count }) =>
      sentence(
        `The ${by} probe ended ${isAtLeast ? "at least " : ""}${counted(count, "run")}${of}`,
        isAtLeast ? "Killing, count not printed" : `Killing x${count}`,
        killings,
      ),
    ),
    ...(starts === undefined || kills.length !== 1 || isAtLeast
      ? []
      : likelyKill(own, { starts, kills: kills[0]?.count ?? 0, by: kills[0]?.by ?? "" })),
  ];
}

function isStart(reason: string, message: string): boolean {
  return reason === "Started" || reason === "Created" || (reason === "Pulled" && message.includes("already present"));
}

function sentence(text: string, shown: string, seen: readonly SeenEvent[]): CauseSentence {
  return { text: `${text}.`, certainty: "told", shown: `told: ${shown}`, sources: seen.map(({ place }) => place) };
}

interface Told {
  readonly starts: SeenEvent;
  readonly kills: number;
  readonly by: string;
}

/** One kill more, whose event was dropped: the probe failed so often, after the last start, and the kubelet backs off again. */
function likelyKill(own: readonly SeenEvent[], { starts, kills, by }: Told): readonly CauseSentence[] {
  const failures = own.find(
    ({ event }) => event.reason === "Unhealthy" && event.message.toLowerCase().startsWith(`${by} probe`),
  );
  const started = starts.event.last;
  const failed = failures?.event.last;
  const backedOff = own.find(({ event }) => event.reason === "BackOff")?.event.last;
  if (failures === undefined || started === undefined || failed === undefined) return [];
  const ended = starts.event.count;
  const isNext = ended === kills + 1 && failures.event.count % ended === 0 && failed.earliestMs > started.latestMs;
  if (!isNext || backedOff === undefined || backedOff.earliestMs < failed.latestMs) return [];
  return [
    {
      text: `${kills} kills are told, one more is likely.`,
      certainty: "likely",
      shown: `likely: Unhealthy x${failures.event.count}`,
      sources: [failures.place],
    },
  ];
}

import { agreeing, counted, inNumber } from "../basics/counted.ts";
import type { Span } from "../basics/span.ts";
import type { IncidentPod } from "../evidence/incident.ts";
import type { SeenRow } from "../evidence/rows-of-pods.ts";
import type { KubectlPod } from "../evidence/text/pod-rows.ts";
import type { CauseSentence, TimelineLine } from "./model.ts";

const told = { certainty: "told", shown: "told" } as const;

/** What kubectl prints while a container is terminated: by its reason, or by its code if it has none. */
const endWords: Readonly<Record<string, string>> = {
  OOMKilled: "OOM-killed",
  Error: "failed; the table does not say the exit code",
  Completed: "completed",
  ContainerStatusUnknown: "the kubelet lost it",
  DeadlineExceeded: "the deadline of its pod passed",
};

/** What the rows of tables say of a pod: each change, and the end that `RESTARTS` tells. */
export function rowLines({ rows }: Pick<IncidentPod, "rows">): readonly TimelineLine[] {
  const ended = new Set<number>();
  return rows.flatMap((seen, index) => {
    const last = rows[index - 1];
    if (last !== undefined && isSame(last.row, seen.row)) return [];
    const lines = [...createdLine(seen, index === 0), ...endLine(seen, ended), ...stateLine(seen)];
    if (endOf(seen.row) !== undefined) ended.add(seen.row.restarts + 1);
    return lines;
  });
}

function isSame(one: KubectlPod, other: KubectlPod): boolean {
  return (
    one.status === other.status &&
    one.ready === other.ready &&
    one.restarts === other.restarts &&
    one.isDeleted === other.isDeleted
  );
}

function createdLine({ at, row, place }: SeenRow, isFirst: boolean): readonly TimelineLine[] {
  if (!isFirst || at === undefined || row.age === undefined) return [];
  return [{ at: before(at, row.age), text: "created", ...told, sources: [place] }];
}

/** kubectl prints how long ago the newest end was that a restart followed, or will. */
function endLine({ at, row, place }: SeenRow, ended: Set<number>): readonly TimelineLine[] {
  if (at === undefined || row.endedAge === undefined || row.restarts === 0) return [];
  const isWaiting = row.status.endsWith("CrashLoopBackOff");
  const run = isWaiting ? row.restarts + 1 : row.restarts;
  if (ended.has(run)) return [];
  ended.add(run);
  const text = isOfOne(row) ? `run ${run} ended` : "a container ended";
  return [{ at: before(at, row.endedAge), text, ...told, sources: [place] }];
}

function stateLine({ at, row, place }: SeenRow): readonly TimelineLine[] {
  if (at === undefined) return [];
  const end = endOf(row);
  const text = end !== undefined && isOfOne(row) ? `run ${row.restarts + 1} has ended: ${end}` : rowText(row);
  return [{ at, text, ...told, sources: [place] }];
}

/** `CrashLoopBackOff, 0 of 1 ready, 3 restarts`. */
export function rowText({ status, ready, containers, restarts, isDeleted }: KubectlPod): string {
  if (isDeleted) return "gone";
  return `${status}, ${ready} of ${containers} ready, ${counted(restarts, "restart")}`;
}

function endOf({ status, isDeleted }: KubectlPod): string | undefined {
  if (isDeleted || status.startsWith("Init:")) return undefined;
  const code = /^ExitCode:(-?\d{1,10})$/.exec(status)?.[1];
  const signal = /^Signal:(\d{1,3})$/.exec(status)?.[1];
  if (code !== undefined) return `exit code ${code}`;
  return signal === undefined ? (Object.hasOwn(endWords, status) ? endWords[status] : undefined) : `signal ${signal}`;
}

/** A sum of restarts over several containers is of no run. */
function isOfOne({ containers, status }: KubectlPod): boolean {
  return containers === 1 && !status.startsWith("Init:");
}

/** Who ended runs, as far as a status names it. */
export function rowCauses({ rows }: Pick<IncidentPod, "rows">): readonly CauseSentence[] {
  const killed = rows.filter(({ row }) => row.status === "OOMKilled" && !row.isDeleted);
  const [first] = killed;
  if (first === undefined) return [];
  const runs = [...new Set(killed.map(({ row }) => row.restarts + 1))];
  const text = !isOfOne(first.row)
    ? "A container was OOM-killed."
    : `${inNumber(runs.length, "Run")} ${runs.slice(0, 9).join(", ")} ${agreeing(runs.length, "were")} OOM-killed.`;
  return [{ text, certainty: "told", shown: "told: OOMKilled", sources: killed.map(({ place }) => place) }];
}

function before(at: Span, age: Span): Span {
  return {
    nominalMs: at.nominalMs - age.nominalMs,
    earliestMs: at.earliestMs - age.latestMs,
    latestMs: at.latestMs - age.earliestMs,
  };
}

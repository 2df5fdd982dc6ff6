import { plainLine } from "../basics/plain-line.ts";
import { formatRecorded } from "../basics/span-words.ts";
import type { IncidentPod } from "../evidence/incident.ts";
import type { ActSighting } from "../evidence/model.ts";
import type { ObservedRun } from "../observation/objects/runs.ts";
import type { TimelineLine } from "./model.ts";

/** Who asked for what, by the audit log: `evicted by alice`. */
export function actLines({ acts }: Pick<IncidentPod, "acts">): readonly TimelineLine[] {
  return grouped(acts).map(({ first, count, last }) => ({
    at: first.at,
    text: `${actText(first)}${count === 1 ? "" : ` (x${count} in ${formatRecorded(last.at.nominalMs - first.at.nominalMs)})`}`,
    certainty: "told",
    shown: "told: audit log",
    sources: [first.place],
  }));
}

export function actText({ act }: ActSighting): string {
  return `${plainLine(act.text)} by ${plainLine(act.user)}`;
}

interface Repeated {
  readonly first: ActSighting;
  last: ActSighting;
  count: number;
}

/** A refused eviction is asked for again every few seconds. */
function grouped(acts: readonly ActSighting[]): readonly Repeated[] {
  const found: Repeated[] = [];
  for (const act of acts) {
    const before = found.at(-1);
    if (before !== undefined && before.first.act.is === act.act.is && actText(before.first) === actText(act)) {
      before.last = act;
      before.count += 1;
    } else found.push({ first: act, last: act, count: 1 });
  }
  return found;
}

/** Clocks of a node and of an API server differ by so much at most. */
const skewMs = 2000;

/** Who had the pod stopped before a run ended: the newest eviction or deletion before it. */
export function stopBefore(acts: readonly ActSighting[], { end }: ObservedRun): ActSighting | undefined {
  const endMs = end?.finishedAt?.latestMs;
  if (endMs === undefined) return undefined;
  return acts.findLast(({ act, at }) => stopping.has(act.is) && at.earliestMs <= endMs + skewMs);
}

const stopping: ReadonlySet<string> = new Set(["evicted", "deleted"]);

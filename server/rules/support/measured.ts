import { parseWallTime } from "../../../shared/basics/wall-time.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { ranks } from "../../../shared/scenario/language/parse.ts";
import { readLine } from "../../../shared/scenario/language/scenario-lines.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";

/** What stands behind the dash of a scenario that was learned: `212 starts, 90 stops, 31 pods, 2026-11-20 to 2026-11-27`. */
interface MeasuredNote {
  readonly starts: number;
  readonly stops: number;
  readonly pods: number;
  /** The least time that the samples can span, because a note has days without times of day. */
  readonly coveredMs: number;
  /** No start was cut off or left out. */
  readonly isWhole: boolean;
}

const dayMs = 24 * 3600_000;

/** The evidence for what the scenario says of the container; undefined if it names none, or several texts say it. */
export function measuredNote({ pod, container }: ContainerSubject): MeasuredNote | undefined {
  const containers = allContainers(pod.pod);
  const own = pod.scenarioTexts.filter((text) => {
    const { topic, container: name } = readLine(text, containers);
    return topic === "runs" && name === container.name;
  });
  const highest = Math.max(...own.map(({ source }) => ranks[source]));
  const [only, ...others] = own.filter(({ source }) => ranks[source] === highest);
  if (only === undefined || others.length > 0) return undefined;
  const dash = only.text.lastIndexOf(" — ");
  return dash < 0 ? undefined : readNote(only.text.slice(dash + " — ".length));
}

function readNote(note: string): MeasuredNote | undefined {
  const parts = note.split(",").map((part) => part.trim());
  const counts = new Map(
    parts.flatMap((part) => {
      const [, count, what] = /^(\d{1,9}) (start|stop|pod)s?$/.exec(part) ?? [];
      return count === undefined || what === undefined ? [] : [[what, Number(count)] as const];
    }),
  );
  const [starts = 0, stops = 0, pods = 0] = ["start", "stop", "pod"].map((what) => counts.get(what));
  if (pods === 0) return undefined;
  const [from, until] = parts.flatMap(daysOf);
  const coveredMs = from === undefined || until === undefined ? 0 : Math.max(0, until - from - dayMs);
  return { starts, stops, pods, coveredMs, isWhole: !/\b(?:cut off|left out)\b/.test(note) };
}

function daysOf(part: string): readonly number[] {
  const match = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)$/.exec(part);
  return (match?.slice(1) ?? []).flatMap((day) => parseWallTime(`${day}T00:00`) ?? []);
}

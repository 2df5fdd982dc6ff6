import { formatPlayed } from "../../basics/span-words.ts";
import type { TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { KilledContainer, LostRun, RestartAllStory, RestartAllTrigger } from "./restart-all-story.ts";

/** One sentence of a story. */
interface StorySentence {
  readonly text: string;
  /** The timeline entry that it describes; undefined if it describes none. */
  readonly id: string | undefined;
}

/** The story in short sentences, in order. Times count from the exit that asked for it. */
export function storyInWords(story: RestartAllStory): readonly StorySentence[] {
  const { trigger, restarting, began, killed, removed, started, ready, lost } = story;
  const fromMs = (trigger?.exit ?? began).tMs;
  const after = ({ tMs }: TimelineEntry): string =>
    tMs - fromMs < noticeableMs ? "immediately" : `after ${formatPlayed(tMs - fromMs)}`;
  const told = (entry: TimelineEntry | undefined, text: (entry: TimelineEntry) => string): readonly StorySentence[] =>
    entry === undefined ? [] : [{ text: text(entry), id: entry.id }];
  return [
    ...triggerInWords(trigger, began),
    ...told(restarting.from, (entry) => `AllContainersRestarting becomes True ${after(entry)}.`),
    ...killed.map(killInWords),
    ...told(removed[0], () => `Removed in this order: ${namesOf(removed)}.`),
    ...told(restarting.to, (entry) => `AllContainersRestarting becomes False ${after(entry)}.`),
    delayInWords(story),
    ...started.flatMap((entry) =>
      told(entry, () => `${nameOf(entry)} starts ${after(entry)}${countInWords(entry, lost)}.`),
    ),
    {
      text: ready === undefined ? "The pod is not Ready again in this run." : `The pod is Ready again ${after(ready)}.`,
      id: ready?.id,
    },
    ...(lost.length === 0 ? [] : [{ text: `Lost: ${lost.map(lossInWords).join(", ")}.`, id: undefined }]),
    { text: "Kept: the sandbox with its IP address, emptyDir volumes, the node.", id: undefined },
  ];
}

/** Shorter times are those of the machine. */
const noticeableMs = 50;
const secondMs = 1000;

function triggerInWords(trigger: RestartAllTrigger | undefined, began: TimelineEntry): readonly StorySentence[] {
  if (trigger === undefined) return [{ text: "The kubelet goes on with the restart of all containers.", id: began.id }];
  const { exit, rule, path } = trigger;
  const { operator = "", values = [] } = rule?.exitCodes ?? {};
  const codes = `${operator === "NotIn" ? "not " : ""}${values.join(", ")}`;
  const nth = Number(path.at(-1)) + 1;
  const exits = `${nameOf(exit)} exits with ${exit.data.exitCode ?? 0} after ${formatPlayed(exit.data.ranMs ?? 0)}.`;
  return [
    { text: exits, id: exit.id },
    { text: `Its rule ${nth} (exit code ${codes}) restarts all containers.`, id: began.id },
  ];
}

function killInWords({ stopping, killed, exit, tookMs = 0 }: KilledContainer): StorySentence {
  const { id, data } = stopping;
  const name = nameOf(stopping);
  const code = exit?.data.exitCode;
  if (exit === undefined) return { text: `${name} gets SIGTERM.`, id };
  const took = tookMs < noticeableMs ? "immediately" : `after ${formatPlayed(tookMs)}`;
  if (killed === undefined) return { text: `${name} gets SIGTERM and ends ${took} with ${code}.`, id };
  if (data.graceMs === 0) return { text: `${name} is killed immediately.`, id };
  return { text: `${name} gets SIGTERM, and SIGKILL ${took}.`, id };
}

/** Only `semantics: kep` waits for the back-off of the exit; a kubelet of 1.35 may wait for its next routine look. */
function delayInWords({ restarting, ended, started: [first] }: RestartAllStory): StorySentence {
  if (ended === undefined || first === undefined) return { text: "Nothing starts again in this run.", id: undefined };
  const waitMs = first.tMs - ended.tMs;
  if (waitMs < secondMs) return { text: "No back-off delays the first start.", id: undefined };
  // A look at the pod ends the condition, whatever it does then.
  const looked = restarting.to !== undefined && restarting.to.tMs - ended.tMs < secondMs;
  const text = looked
    ? `Back-off delays the first start by ${formatPlayed(waitMs)}.`
    : `The kubelet looks again ${formatPlayed(waitMs)} later.`;
  return { text, id: undefined };
}

function countInWords({ container }: TimelineEntry, lost: readonly LostRun[]): string {
  const count = lost.find((each) => each.container === container)?.restartCount;
  return count?.after === undefined ? "" : ` (restart count ${count.before} → ${count.after})`;
}

function lossInWords({ container, kind, ranMs, exitCode }: LostRun): string {
  if (kind === "init" && exitCode === 0) return `the result of ${container}, which runs again`;
  return ranMs === undefined ? `the record of ${container}` : `the run of ${container} (${formatPlayed(ranMs)})`;
}

function namesOf(entries: readonly TimelineEntry[]): string {
  return [...new Set(entries.map(nameOf))].join(", ");
}

function nameOf({ container = "" }: TimelineEntry): string {
  return container;
}

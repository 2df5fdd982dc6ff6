import { spanBetween } from "../../../shared/forecast/runs/chain.ts";
import type { Span, Timeline, TimelineEntry } from "../../../shared/simulation/index.ts";
import { type Seen, type Story, statusTexts, storyOf, transitions } from "./story.ts";

/** Their runtime creates and starts a container in no time. */
const toleranceMs = 50;
/** Jitter decides how much fits into the time that was played. */
const moreAtMost = 4;

/** What our timeline cannot explain of their story: other steps, a step that took longer or shorter than it can, other statuses. */
export function differences(theirs: Story, timeline: Timeline, containers: readonly string[]): readonly string[] {
  const ours = storyOf(timeline);
  return [
    ...containers.flatMap((container) => [
      ...differentOrder(`${container}: `, transitions(theirs, container), transitions(ours, container)),
      ...differentTimes(theirs, timeline, container),
    ]),
    ...differentOrder("status: ", statusTexts(theirs), statusTexts(ours)),
  ];
}

function differentOrder(what: string, theirs: readonly string[], ours: readonly string[]): readonly string[] {
  const common = Math.min(theirs.length, ours.length);
  const other = theirs.slice(0, common).findIndex((each, index) => each !== ours[index]);
  if (other >= 0) return [`${what}their ${other}. is ${theirs[other]}, ours ${ours[other]}`];
  const isShort = theirs.length - common > moreAtMost || ours.length - common > moreAtMost;
  return isShort ? [`${what}they have ${theirs.length}, we ${ours.length}`] : [];
}

function differentTimes(theirs: Story, timeline: Timeline, container: string): readonly string[] {
  const seen = theirs.seen.filter((each) => each.container === container);
  const entries = timeline.entries.filter(
    ({ kind, container: name }) => name === container && (kind === "container-started" || kind === "container-exited"),
  );
  return seen.flatMap((to, index) => {
    const from = seen[index - 1];
    const [first, second] = [entries[index - 1], entries[index]];
    if (from === undefined || first === undefined || second === undefined) return [];
    return isWithin(to.tMs - from.tMs, spanFrom(timeline, first, second))
      ? []
      : [stepText(from, to, spanFrom(timeline, first, second))];
  });
}

function spanFrom(timeline: Timeline, from: TimelineEntry, to: TimelineEntry): Span {
  const between = spanBetween(timeline, from, to);
  if (between !== undefined) return between;
  const earliestMs = to.at.earliestMs - from.at.latestMs;
  const latestMs = to.at.latestMs - from.at.earliestMs;
  return { nominalMs: to.tMs - from.tMs, earliestMs, latestMs };
}

function isWithin(ms: number, { earliestMs, latestMs }: Span): boolean {
  return ms >= earliestMs - toleranceMs && ms <= latestMs + toleranceMs;
}

function stepText(from: Seen, to: Seen, { earliestMs, latestMs }: Span): string {
  const step = `${to.container} from ${from.what} to ${to.what}`;
  return `${step}: they take ${to.tMs - from.tMs} ms, we ${earliestMs} to ${latestMs}`;
}

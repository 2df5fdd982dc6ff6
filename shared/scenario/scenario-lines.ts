import { formatEvent, formatScript } from "./format.ts";
import { type ContainerNames, parseScenario, ranks, type ScenarioText } from "./parse.ts";
import { type ReadText, readText } from "./statement.ts";

/** One thing that a scenario says, as people edit it: without the container's name before it. */
export interface ScenarioLine {
  /** Undefined: an event, an expectation of the whole pod, or a text of which nobody knows whose it is. */
  readonly container: string | undefined;
  readonly text: string;
}

/** What a line is about. `nobody`: it may be about runs, but of no container that the pod has. */
export type Topic = "runs" | "event" | "expectation" | "ignore" | "nobody";

export interface TopicLine extends ScenarioLine {
  readonly topic: Topic;
}

/**
 * What texts say, as lines: one for each container that is spoken of, in the order of the pod, then the events, then the
 * expectations. What was understood stands in its canonical form, what has a mistake as it was written, for people to repair it.
 * Of several sources the one that counts is shown. `ignore` directives say nothing about a run and are left out.
 */
export function scenarioLines(
  texts: readonly ScenarioText[],
  containers: readonly ContainerNames[],
): readonly ScenarioLine[] {
  return topicLines(texts, containers).map(({ container, text }) => ({ container, text }));
}

export function topicLines(
  texts: readonly ScenarioText[],
  containers: readonly ContainerNames[],
): readonly TopicLine[] {
  const scripts = parseScenario(texts, containers).scenario.containers;
  const all = texts.map((text) => readLine(text, containers));
  const about = (topic: Topic) => all.filter((each) => each.topic === topic);
  const runs = containers.flatMap(({ name }): readonly TopicLine[] => {
    const written = mistakenText(about("runs").filter(({ container }) => container === name));
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    const text = written ?? (script && formatScript(script));
    return text === undefined ? [] : [{ topic: "runs", container: name, text }];
  });
  return [...runs, ...about("nobody"), ...about("event"), ...about("expectation")];
}

interface ReadLine extends TopicLine {
  readonly rank: number;
  readonly isMistaken: boolean;
}

/** One text as a line, whatever other texts say. */
export function readLine(written: ScenarioText, containers: readonly ContainerNames[]): ReadLine {
  const read = readText(written.text, containers);
  const { statement, mistakes } = read;
  const { text, opening } = withoutName(read);
  const named = text === written.text.trim() ? written.container : read.container;
  const isKnown = containers.some(({ name }) => name === named);
  const topic = openings.get(opening) ?? (isKnown ? "runs" : "nobody");
  const line = { container: named, text, topic, rank: ranks[written.source], isMistaken: mistakes.length > 0 };
  if (topic === "event")
    return { ...line, container: undefined, text: statement?.kind === "event" ? formatEvent(statement.event) : text };
  if (statement?.kind !== "expect") return line;
  const isOfPod = statement.condition.kind === "phase";
  return { ...line, container: isOfPod ? undefined : named, text: statement.text };
}

/** The word that a statement begins with; runs begin with any other. */
const openings: ReadonlyMap<string, Topic> = new Map([
  ["at", "event"],
  ["expect", "expectation"],
  ["ignore", "ignore"],
]);

/** A name that the pod does not have stays: it is the mistake. So does one with another name behind it, which would be read for it. */
function withoutName({ reader: { text, tokens }, container }: ReadText): { text: string; opening: string } {
  const isNamed = container !== undefined && tokens[3]?.text !== ":";
  const [first, second] = tokens;
  const openingAt = second?.text === ":" && first?.kind === "word" ? 2 : 0;
  return {
    text: (isNamed ? text.slice(second?.end) : text).trim(),
    opening: tokens[openingAt]?.lower ?? "",
  };
}

/** What the highest source says, if something is wrong with it: one text for all that it says of the container. */
function mistakenText(lines: readonly ReadLine[]): string | undefined {
  const highest = Math.max(...lines.map(({ rank }) => rank));
  const mine = lines.filter(({ rank, text }) => rank === highest && text !== "");
  return mine.some(({ isMistaken }) => isMistaken) ? mine.map(({ text }) => text).join(", ") : undefined;
}

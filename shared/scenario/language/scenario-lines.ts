import type { ContainerScript, RevisionName } from "../model.ts";
import { formatEvent, formatScript } from "./format.ts";
import { isOfRollout } from "./forms.ts";
import { type ContainerNames, parseScenario, ranks, type ScenarioText } from "./parse.ts";
import { type ReadText, readText } from "./statement.ts";

/** One thing that a scenario says, as people edit it: without the container's name before it. */
export interface ScenarioLine {
  /** Undefined means an event, an expectation of the whole pod, or a text of which nobody knows whose it is. */
  readonly container: string | undefined;
  readonly text: string;
}

/** What a line is about. `revision`: the runs of one revision, which it names. `nobody`: it may be about runs, but of no container that the pod has. */
type Topic = "runs" | "revision" | "event" | "expectation" | "ignore" | "nobody";

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
  const { containers: scripts, rollout } = parseScenario(texts, containers).scenario;
  const all = texts.map((text) => readLine(text, containers));
  const about = (topic: Topic) => all.filter((each) => each.topic === topic);
  const runs = runsLines(about("runs"), scripts, containers);
  const ofRevisions = (["new", "old"] as const).flatMap((revision) =>
    runsLines(
      about("revision").filter((line) => line.revision === revision),
      rollout?.[revision] ?? {},
      containers,
    ).map((line): TopicLine => ({ ...line, topic: "revision", text: `${revision}: ${line.text}` })),
  );
  return [...runs, ...ofRevisions, ...about("nobody"), ...about("event"), ...about("expectation")];
}

function runsLines(
  lines: readonly ReadLine[],
  scripts: Readonly<Record<string, ContainerScript>>,
  containers: readonly ContainerNames[],
): readonly TopicLine[] {
  return containers.flatMap(({ name }): readonly TopicLine[] => {
    const written = mistakenText(lines.filter(({ container }) => container === name));
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    const text = written ?? (script && formatScript(script));
    return text === undefined ? [] : [{ topic: "runs", container: name, text }];
  });
}

interface ReadLine extends TopicLine {
  readonly revision: RevisionName | undefined;
  /** The text without the revision. */
  readonly said: string;
  readonly rank: number;
  readonly isMistaken: boolean;
}

/** One text as a line, whatever other texts say. */
export function readLine(written: ScenarioText, containers: readonly ContainerNames[]): ReadLine {
  const read = readText(written.text, containers);
  const { statement, mistakes } = read;
  const { text, said, opening } = withoutName(read);
  const named = text === written.text.trim() ? written.container : read.container;
  const isKnown = containers.some(({ name }) => name === named);
  const topic = openings.get(opening) ?? (!isKnown ? "nobody" : read.revision === undefined ? "runs" : "revision");
  const { revision } = read;
  const isMistaken = mistakes.length > 0;
  const line = { container: named, text, said, revision, topic, rank: ranks[written.source], isMistaken };
  if (topic === "event") return { ...line, container: undefined, text: eventText(read, named, containers) ?? text };
  if (statement?.kind !== "expect") return line;
  const isOfPod = statement.condition.kind === "phase" || isOfRollout(statement.condition);
  return { ...line, container: isOfPod ? undefined : named, text: statement.text };
}

/** The event in its canonical form, a fault with the name of its container. Undefined if it is none. */
function eventText(
  { statement }: ReadText,
  named: string | undefined,
  containers: readonly ContainerNames[],
): string | undefined {
  if (statement?.kind === "event") return formatEvent(statement.event);
  if (statement?.kind !== "fault") return undefined;
  const { atMs, fault } = statement;
  const container = statement.container ?? named ?? (containers.length === 1 ? containers[0]?.name : undefined);
  return container === undefined ? undefined : formatEvent({ kind: "container-fault", atMs, container, fault });
}

/** The word that a statement begins with; runs begin with any other. */
const openings: ReadonlyMap<string, Topic> = new Map([
  ["at", "event"],
  ["expect", "expectation"],
  ["ignore", "ignore"],
]);

/** A name that the pod does not have stays: it is the mistake. So does one with another name behind it, which would be read for it. */
function withoutName({ reader: { text, tokens }, container, revision, begin }: ReadText): {
  text: string;
  said: string;
  opening: string;
} {
  const opening = tokens[begin]?.lower ?? "";
  if (revision !== undefined) {
    const isUnknown = begin > 2 && container === undefined;
    const said = text.slice(tokens[begin]?.start ?? text.length).trim();
    return { text: isUnknown ? text.trim() : `${revision}: ${said}`, said, opening };
  }
  const isNamed = container !== undefined && tokens[3]?.text !== ":";
  const said = (isNamed ? text.slice(tokens[1]?.end) : text).trim();
  return { text: said, said, opening };
}

/** What the highest source says, if something is wrong with it: one text for all that it says of the container. */
function mistakenText(lines: readonly ReadLine[]): string | undefined {
  const highest = Math.max(...lines.map(({ rank }) => rank));
  const mine = lines.filter(({ rank, said }) => rank === highest && said !== "");
  return mine.some(({ isMistaken }) => isMistaken) ? mine.map(({ said }) => said).join(", ") : undefined;
}

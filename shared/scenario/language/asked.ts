import { formatDuration } from "../../basics/durations.ts";
import type { Mistake } from "../reading/problem.ts";
import { quoted } from "../reading/quoted.ts";
import { type ContainerNames, parseScenario, type ScenarioText } from "./parse.ts";
import { readText, type Statement } from "./statement.ts";

/** What somebody asks about pods besides what their files say: `--scenario` and `--at` of the command line, the same of the library and of tools. */
export interface AskedScenario {
  /** Each as a comment says it: `app: crashes after 5s`. */
  readonly scenarios: readonly string[];
  /** Each as it follows `at`: `5m pod is deleted`. */
  readonly events: readonly string[];
  /** What comments and the project file say of the pods does not count. */
  readonly isAlone: boolean;
}

export const nothingAsked: AskedScenario = { scenarios: [], events: [], isAlone: false };

/** One of the texts, as `readText` takes it. */
export interface AskedText {
  readonly is: "scenario" | "event";
  /** As somebody wrote it. */
  readonly written: string;
  readonly text: string;
}

/** A text that is not understood, in a sentence. */
interface AskedProblem {
  readonly asked: AskedText;
  readonly message: string;
}

export function askedTexts({ scenarios, events }: Pick<AskedScenario, "scenarios" | "events">): readonly AskedText[] {
  return [
    ...scenarios.map((written): AskedText => ({ is: "scenario", written, text: written })),
    ...events.map((written): AskedText => ({ is: "event", written, text: `at ${written}` })),
  ];
}

const longestQuote = 200;

/** The text as messages quote it. */
export function quotedAsked({ written }: AskedText): string {
  return quoted(written, longestQuote);
}

/** The first mistake that no pod could make right: a text that is empty or wrong, or an event that the run does not reach. */
export function askedProblem(asked: AskedScenario, untilMs: number): AskedProblem | undefined {
  for (const text of askedTexts(asked)) {
    const message = problemOf(text, untilMs);
    if (message !== undefined) return { asked: text, message };
  }
  return undefined;
}

function problemOf({ is, written, text }: AskedText, untilMs: number): string | undefined {
  if (written.trim() === "") return `The text is empty. Write, for example, "${examples[is]}".`;
  const { statement, mistakes } = readText(text, []);
  const mistake = mistakes.find(({ aboutContainer }) => aboutContainer !== true);
  if (mistake !== undefined) return is === "event" ? wayOut(mistake) : mistake.message;
  if (statement?.kind === "ignore") return "Rules are disabled in comments only.";
  const atMs = momentOf(text, statement);
  if (atMs === undefined || atMs <= untilMs) return undefined;
  return `It happens after the end of the run (${formatDuration(untilMs)}). Set a longer one: ${formatDuration(atMs)} or more.`;
}

/** When an event happens; that of a container, too, although no container is known here. */
function momentOf(text: string, statement: Statement | undefined): number | undefined {
  if (statement?.kind === "event") return statement.event.atMs;
  if (statement?.kind === "fault") return statement.atMs;
  const name = /^at +\S+ +([^\s:]+) *:/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const named = readText(text, [{ name, kind: "regular" }]).statement;
  return named?.kind === "fault" ? named.atMs : undefined;
}

/** All events are a long list: examples say more, unless one of them is meant. */
function wayOut({ message, nearest }: Mistake): string {
  if (nearest !== undefined) return message;
  const [what = message] = message.split(/(?<=\.) /);
  return `${what} Write, for example, "5m app: oom", "5m kubelet restarts" or "5m pod is deleted".`;
}

const examples: Readonly<Record<AskedText["is"], string>> = {
  scenario: "app: crashes after 5s",
  event: "5m pod is deleted",
};

/** An asked text for one pod. `index`: of the text in `askedTexts`. */
interface AskedOfPod {
  readonly index: number;
  readonly text: ScenarioText;
  /** Why the pod has no container for it; undefined if it has. */
  readonly unfit: string | undefined;
}

/** What each text means for a pod. Where a pod has one container only, nobody needs to name it. */
export function askedOfPod(asked: AskedScenario, containers: readonly ContainerNames[]): readonly AskedOfPod[] {
  const container = containers.length === 1 ? containers[0]?.name : undefined;
  return askedTexts(asked).map(({ is, text: said }, index) => {
    const text: ScenarioText = { text: said, container, source: "argument" };
    const unfit = parseScenario([text], containers).problems.find(({ aboutContainer }) => aboutContainer === true);
    // An example in the message is written as the text is, without `at`.
    const message = is === "event" ? unfit?.message.replace('"at ', '"') : unfit?.message;
    return { index, text, unfit: message };
  });
}

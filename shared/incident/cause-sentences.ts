import { capitalized } from "../basics/capitalized.ts";
import { inNumber } from "../basics/counted.ts";
import { plainLine } from "../basics/plain-line.ts";
import { stopsOf } from "../observation/objects/runs.ts";
import { type ContainerEvidence, killPlaces } from "./causes.ts";
import type { Cause, CauseSentence, ExplainedRun, UnseenRuns } from "./model.ts";

interface Group {
  readonly cause: Cause;
  /** Numbers of runs, ascending. */
  readonly runs: number[];
  readonly codes: Set<number>;
}

/** Who ended the runs of a container: `The startup probe ended all 6 runs; exit code 0 is its answer to SIGTERM.` */
export function causeSentences(
  subject: ContainerEvidence,
  runs: readonly ExplainedRun[],
  unseen: UnseenRuns | undefined,
): readonly CauseSentence[] {
  const of = subject.look.pod.containers.length === 1 ? "" : ` of ${plainLine(subject.container.name)}`;
  const groups = groupsOf(runs, unseen);
  const all = runs.filter(({ ended }) => ended !== undefined).length + (unseen?.runs ?? 0);
  const sentences = groups.map(({ cause, runs: numbers, codes }) => ({
    text: `${sentenceOf(cause, numbers, { of, isAll: numbers.length === all && all > 1 })}${answerText(cause, codes)}.`,
    certainty: cause.certainty,
    shown: shownBy(subject, cause),
    sources: cause.sources,
  }));
  return [...sentences, ...killedSentences(subject, unseen, of)];
}

/** By the count of its kills alone, a probe ended at least so many of the runs that nobody saw. */
function killedSentences(
  subject: ContainerEvidence,
  unseen: UnseenRuns | undefined,
  of: string,
): readonly CauseSentence[] {
  const killed = unseen?.killed;
  if (unseen === undefined || killed === undefined) return [];
  const count = stopsOf(subject.look.events, subject.container.name).find(({ by }) => by === killed.by)?.count ?? 0;
  const which = unseen.runs === 1 ? "run 1" : `at least ${killed.runs} of runs 1–${unseen.last}`;
  return [
    {
      text: `The ${killed.by} probe ended ${which}${of}.`,
      certainty: "told",
      shown: `told: Killing x${count}`,
      sources: killPlaces(subject.events, subject.container.name),
    },
  ];
}

function groupsOf(runs: readonly ExplainedRun[], unseen: UnseenRuns | undefined): readonly Group[] {
  const groups = new Map<string, Group>();
  const add = (cause: Cause, numbers: readonly number[], code: number | undefined): void => {
    const key = JSON.stringify([cause.text, cause.certainty]);
    const group = groups.get(key) ?? { cause, runs: [], codes: new Set<number>() };
    group.runs.push(...numbers);
    if (code !== undefined) group.codes.add(code);
    groups.set(key, group);
  };
  const unseenMax = 100_000;
  if (unseen?.cause !== undefined)
    add(
      unseen.cause,
      Array.from({ length: Math.min(unseen.runs, unseenMax) }, (_, index) => index + 1),
      undefined,
    );
  for (const { cause, run, exitCode } of runs) if (cause !== undefined) add(cause, [run], exitCode);
  return [...groups.values()];
}

interface SentenceOptions {
  readonly of: string;
  readonly isAll: boolean;
}

function sentenceOf({ by, text }: Cause, numbers: readonly number[], { of, isAll }: SentenceOptions): string {
  const which = isAll
    ? `${numbers.length === 2 ? "both" : `all ${numbers.length}`} runs`
    : `${inNumber(numbers.length, "run")} ${numbersText(numbers)}`;
  if (by === "liveness" || by === "startup") return `The ${by} probe ended ${which}${of}`;
  return `${capitalized(which)}${of}: ${text}`;
}

/** `1–3, 5`. */
function numbersText(numbers: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && number <= last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  const texts = ranges.slice(0, rangesMax).map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  return ranges.length > rangesMax ? `${texts.join(", ")}, …` : texts.join(", ");
}

const rangesMax = 8;

/** How the program takes SIGTERM, which looks like an end of its own. */
function answerText({ by }: Cause, codes: ReadonlySet<number>): string {
  if (by !== "liveness" && by !== "startup") return "";
  const [code] = codes;
  if (codes.size !== 1 || code === undefined) return "";
  if (code === 137) return "; exit code 137: it ignored SIGTERM until the grace period was over";
  return code === 143 ? "; exit code 143: SIGTERM ended it" : `; exit code ${code} is its answer to SIGTERM`;
}

/** What shows a cause: `told: Killing x6`. */
function shownBy({ look, container }: ContainerEvidence, { by, certainty, rule }: Cause): string {
  const kills = stopsOf(look.events, container.name).find((each) => each.by === by);
  const what: Readonly<Record<Cause["rule"], string>> = {
    object: "status",
    audit: "audit log",
    event: kills === undefined ? "event" : `Killing x${kills.count}`,
    count: `Killing x${kills?.count ?? 0}`,
    window: "length of the run and exit code",
    alone: "no probe can have ended it",
    status: "the reason in its status",
    exit: "exit code alone",
    none: "",
  };
  return what[rule] === "" ? certainty : `${certainty}: ${what[rule]}`;
}

import type { Scenario } from "../model.ts";
import { quoted } from "../reading/quoted.ts";
import { parseScenario } from "./parse.ts";

/** Pods of a node that do the same. */
interface MixGroup {
  readonly count: number;
  /** As it was written: `idle`, `crashes after 5s`. */
  readonly does: string;
  /** The scenario of a container named `mixContainer`. */
  readonly scenario: Scenario;
}

/** The pods of one node: `60 idle, 30 completes after 10s, 20 crashes after 5s`. */
export interface Mix {
  readonly text: string;
  readonly groups: readonly MixGroup[];
}

/** What runs on the nodes. */
export interface LoadAssumptions {
  /** The pods of each node; undefined means as many as it takes, whose container exits immediately. */
  readonly mix: Mix | undefined;
  /** Nodes that are all like this one. */
  readonly nodes: number;
}

export const defaultLoadAssumptions: LoadAssumptions = { mix: undefined, nodes: 1 };

type ReadMix = { readonly mix: Mix } | { readonly problem: string };

/** The only container of each pod. */
export const mixContainer = "app";
/** As many pods as nobody puts on a node; sums stay exact. */
const podsMax = 100_000;
/** More than these are a mistake, and each of them is played. */
const groupsMax = 20;
/** Longer than what anybody types. */
const textMax = 2000;

/** For people who see an empty field, or made a mistake. */
const mixExample = "60 idle, 30 completes after 10s, 20 crashes after 5s";
const wordsShown = 40;

/**
 * Reads the pods of a node: groups joined by commas, each a number and what these pods do, in the words of `# cadence:`.
 * A part without a number continues the one before it: `20 starts in 5s, crashes after 1m`.
 */
export function readMix(text: string): ReadMix {
  if (text.length > textMax) return { problem: `Use at most ${textMax} characters, for example ${mixExample}.` };
  const parts = partsOf(text);
  if (parts.length === 0) return { problem: `Add the number of pods and what they do, for example ${mixExample}.` };
  if (parts.length > groupsMax) return { problem: `Use at most ${groupsMax} groups of pods, not ${parts.length}.` };
  const groups: MixGroup[] = [];
  for (const part of parts) {
    const read = readGroup(part);
    if ("problem" in read) return read;
    groups.push(read);
  }
  const pods = groups.reduce((sum, { count }) => sum + count, 0);
  if (pods > podsMax) return { problem: `Use at most ${podsMax} pods for a node, not ${pods}.` };
  return { mix: { text: groups.map(({ count, does }) => `${count} ${does}`).join(", "), groups } };
}

/** Split before each number that begins a part. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (const piece of text.split(",").map((each) => each.trim())) {
    if (piece === "") continue;
    const last = parts.length - 1;
    if (/^\d/.test(piece) || last < 0) parts.push(piece);
    else parts[last] = `${parts[last] ?? ""}, ${piece}`;
  }
  return parts;
}

function readGroup(part: string): MixGroup | { readonly problem: string } {
  const [, number, rest = ""] = /^(\d+)\s+(\S.*)$/s.exec(part) ?? [];
  if (number === undefined)
    return {
      problem: `${quoted(part, wordsShown)} needs a number of pods and what they do, for example ${mixExample}.`,
    };
  const count = Number(number);
  if (count > podsMax) return { problem: `Use at most ${podsMax} pods for a node, not ${number}.` };
  const does = rest.trim();
  const text = does === "idle" ? "runs" : does;
  const { scenario, problems } = parseScenario(
    [{ text, container: mixContainer, source: "argument" }],
    [{ name: mixContainer, kind: "regular" }],
  );
  const [problem] = problems;
  if (problem !== undefined) return { problem: `${quoted(does, wordsShown)}: ${problem.message}` };
  const isOther = scenario.events.length > 0 || scenario.expectations.length > 0 || scenario.rollout !== undefined;
  if (isOther || scenario.containers[mixContainer] === undefined)
    return {
      problem: `${quoted(does, wordsShown)} does not say what the pods do. Use idle, or clauses such as crashes after 5s.`,
    };
  return { count, does, scenario };
}

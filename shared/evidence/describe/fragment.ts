import { separator } from "../text/clean-text.ts";
import { readCommand } from "../text/command-line.ts";
import {
  containerKeys,
  containerNameOf,
  containerSections,
  type DescribeLine,
  describeLine,
  linesMax,
} from "./lines.ts";

/** The lines that are about one pod. */
export interface DescribePart {
  /** Indexes in the text: of the first line, and of the one after the last. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly DescribeLine[];
  /** Of the keys of the pod. */
  readonly indent: number;
  /** Empty if nothing says it. */
  readonly name: string;
  readonly namespace?: string | undefined;
  /** It has a head, with the name and the status of the pod. */
  readonly isWhole: boolean;
}

/** Lines from the state of a container to its number of restarts. */
const stateMax = 40;

const stateLine = /^\s{0,200}State:\s{1,80}(?:Running|Waiting|Terminated)$/;
const belowState = /^\s{0,200}(?:Started|Reason|Exit Code|Last State|Ready):/;
const countLine = /^\s{0,200}Restart Count:\s{1,80}\d{1,9}$/;
const tailLine = /^\s{0,200}(?:Containers|Conditions|Volumes|QoS Class|Node-Selectors|Tolerations|Events):/;

/** What people copy of a describe without its head: its containers, or one from its state down. A command or a fence parts two of them. */
export function fragmentsIn(lines: readonly string[]): readonly DescribePart[] {
  const parts: DescribePart[] = [];
  let above: ReturnType<typeof readCommand>;
  let from = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    const line = lines[at];
    const command = line === undefined ? undefined : readCommand(line);
    if (line !== undefined && line !== separator && command === undefined) continue;
    const part = fragmentIn(lines, from, Math.min(at, from + linesMax));
    if (part !== undefined) parts.push({ ...part, name: above?.described ?? "", namespace: above?.namespace });
    above = command ?? above;
    from = at + 1;
  }
  return parts;
}

function fragmentIn(lines: readonly string[], from: number, end: number): DescribePart | undefined {
  for (let at = from; at < end; at += 1) {
    if (!stateLine.test(lines[at] ?? "") || !belowState.test(lines[at + 1] ?? "")) continue;
    const isState = lines.slice(at, Math.min(end, at + stateMax)).some((line) => countLine.test(line));
    if (isState) return partFrom(lines, startOf(lines, from, at), end);
  }
  return undefined;
}

/** Up from a state: its container, those before it, and what they stand under. */
function startOf(lines: readonly string[], from: number, state: number): number {
  const indent = describeLine(lines[state] ?? "", 0).indent;
  let start = state;
  for (; start > from; start -= 1) {
    const line = describeLine(lines[start - 1] ?? "", 0);
    if (isHeader(line)) return start - 1;
    const isOwn = containerKeys.has(line.key ?? "") || containerNameOf(line) !== undefined || line.indent > indent;
    if (line.text === "" || !isOwn) break;
  }
  return start;
}

function isHeader({ key, value }: DescribeLine): boolean {
  return value === "" && containerSections.includes(key ?? "");
}

/** Containers above those of the pod are its init containers. */
function partFrom(all: readonly string[], start: number, end: number): DescribePart {
  const own = all.slice(start, end).map((text, index) => describeLine(text, start + index + 1));
  const part = { start, end, name: "", isWhole: false };
  const [first] = own;
  if (first !== undefined && isHeader(first)) return { ...part, lines: own, indent: first.indent };
  const tail = own.find(({ text }, index) => index > 0 && tailLine.test(text));
  const indent = tail?.indent ?? -1;
  const isInit = own.some((line) => line.key === "Containers" && isHeader(line));
  const head = describeLine(`${isInit ? "Init Containers" : "Containers"}:`, start + 1);
  return { ...part, lines: [{ ...head, indent }, ...own], indent };
}

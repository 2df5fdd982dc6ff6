import { nearest } from "../../../shared/basics/nearest.ts";
import type { FirstWords } from "../../../shared/forecast/first-screen/first-words.ts";
import { type AnalyzedDocument, type AnalyzedPod, analyzeDocument } from "../../analysis/analysis.ts";
import type { Surroundings } from "../../analysis/observed.ts";
import { isRunnable, type RunnablePod } from "../../analysis/subject.ts";
import { podName } from "../../exports/pod-name.ts";
import { firstWordsOf } from "../../rules/rejections/first-words.ts";
import type { CommandLine, Parsed } from "../arguments/command-line.ts";
import { optionOf } from "../arguments/command-line.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { kindOf } from "../arguments/kinds.ts";
import { readStandardInput } from "../terminal/terminal.ts";
import { findInputs } from "./inputs.ts";
import { projectNotes, type ReadManifest, readManifest, unreadNotes } from "./read-manifest.ts";
import { oversizedPods } from "./refusals.ts";
import { readRendered } from "./rendered.ts";

export interface FoundPod {
  readonly pod: RunnablePod;
  /** Of the object as it is. */
  readonly first: FirstWords | undefined;
  readonly surroundings: Surroundings | undefined;
  /** What the caller should know of the files. */
  readonly notes: readonly string[];
}

/** The one pod that the operands hold, or that `--pod` names among several. */
export async function findPod(line: CommandLine, settings: CallSettings): Promise<Parsed<FoundPod>> {
  const rendered = await readRendered(line, settings);
  if ("problem" in rendered) return rendered;
  const inputs = await findInputs(line.operands);
  if (inputs.problems[0] !== undefined) return { problem: inputs.problems[0] };
  const placed = ({ manifest, settings: own }: ReadManifest, nowMs?: number): readonly Placed[] =>
    manifest.documents.map(({ document }) => ({
      document: analyzeDocument(document, own),
      surroundings: { manifest, nowMs },
    }));
  const documents: Placed[] = rendered.value.flatMap(({ read }) => placed(read));
  const notes: string[] = [];
  const unread: string[] = [];
  for (const { path } of inputs.value) {
    const text = path === "-" ? await readStandardInput() : undefined;
    const read = await readManifest(path, text, settings);
    const problem = "problem" in read ? read.problem : read.problems[0];
    if (problem !== undefined || "problem" in read) return { problem: problem ?? path };
    notes.push(...projectNotes(read.settings));
    const own = placed(read, text === undefined ? undefined : Date.now());
    const oversized = own.flatMap(({ document }) => oversizedPods(document));
    unread.push(...unreadNotes(path, read), ...oversized.map((each) => `${path}: ${each}`));
    documents.push(...own);
  }
  const pods = documents.flatMap(({ document }) => document.pods.filter(isRunnable));
  if (pods.length === 0 && unread[0] !== undefined) return { problem: unread[0] };
  const chosen = choose(pods, optionOf(line, "pod"));
  if ("problem" in chosen) return chosen;
  const found = documents.find(({ document }) => document.pods.some((pod) => pod === chosen.value));
  const first = found && firstWordsOf(found.document, chosen.value, { ...found.surroundings, isSent: true });
  return { value: { pod: chosen.value, first, surroundings: found?.surroundings, notes } };
}

interface Placed {
  readonly document: AnalyzedDocument;
  readonly surroundings: Surroundings;
}

function choose(pods: readonly RunnablePod[], wanted: string | undefined): Parsed<RunnablePod> {
  const names = [...new Set(pods.map(nameOf))];
  const [first] = pods;
  if (first === undefined)
    return { problem: "no pods found: choose a file with a Pod or with an object that has a pod template" };
  if (wanted === undefined) {
    return pods.length === 1
      ? { value: first }
      : { problem: `found ${pods.length} pods: choose one with --pod ${shortList(names)}` };
  }
  const found = pods.filter((pod) => isNamed(pod, wanted));
  if (found[0] !== undefined && found[1] === undefined) return { value: found[0] };
  if (found[1] !== undefined)
    return { problem: `--pod: ${wanted} is not unique: choose one of ${shortList(found.map(nameOf))}` };
  const meant = nearestName(wanted, names);
  return {
    problem: `--pod: ${wanted} not found${meant === undefined ? `: choose one of ${shortList(names)}` : `: did you mean ${meant}?`}`,
  };
}

/** `web`, `Deployment/web`, `deploy/web`: as kubectl takes it. */
function isNamed({ located }: AnalyzedPod, wanted: string): boolean {
  const [first = "", second] = wanted.split("/");
  if (second === undefined) return located.name === first || (located.name === "" && located.kind === first);
  return located.name.toLowerCase() === second.toLowerCase() && kindOf(located.kind) === kindOf(first);
}

/** `deploy/webb` is near `Deployment/web`, too. */
function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const normal = (name: string): string => {
    const [kind = "", ...rest] = name.split("/");
    return rest.length === 0 ? name : [kindOf(kind), ...rest].join("/");
  };
  const found = nearest(normal(wanted), names.map(normal));
  return names.find((name) => normal(name) === found);
}

const namesMax = 8;

function shortList(names: readonly string[]): string {
  const more = names.length > namesMax ? ` | … (${names.length - namesMax} more)` : "";
  return `${names.slice(0, namesMax).join(" | ")}${more}`;
}

function nameOf({ located }: AnalyzedPod): string {
  return podName(located);
}

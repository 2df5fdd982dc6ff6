import {
  type Candidate,
  candidatesFor,
  partCandidatesFor,
  replacementFor,
  type SourceFile,
  writtenValue,
} from "./candidates.ts";
import type { SourcePlace } from "./model.ts";

/** The tool over a copy of what people wrote, in which values can be exchanged. */
interface Experiment {
  readonly files: readonly SourceFile[];
  /** The lines of the output with these texts in place of the files'; undefined if the tool refuses them. */
  render(texts: ReadonlyMap<string, string>): Promise<readonly string[] | undefined>;
}

/** How often the tool is run to find where values come from. */
const runsMax = 8;
/** So many lines of one pass are changed together. */
const candidatesMax = 2000;

/**
 * Finds where the values on some lines of the output come from: each line of the sources that sets such a value is given one that
 * stands nowhere else, and the output shows which of them it is. What is found that way is certain.
 */
export async function traceValues(
  output: readonly string[],
  wanted: readonly WantedValue[],
  experiment: Experiment,
): Promise<ReadonlyMap<number, SourcePlace>> {
  const found = new Map<number, SourcePlace>();
  const search: Search = { output, experiment, found, runs: 0 };
  const lines = [...new Set(wanted.map(({ line }) => line))];
  // The same key first: the fewer values are changed, the less the tool does otherwise.
  await searchAmong(search, lines, (own, { key }) => own === key);
  await searchAmong(search, lines, (own, { key }) => own !== key);
  await searchParts(search, wanted);
  return found;
}

interface WantedValue {
  readonly line: number;
  /** What is looked for where no line of the sources sets the whole value. */
  readonly part?: string | undefined;
}

/** Of a value that is put together, such as an image of a repository and a tag. */
async function searchParts(search: Search, wanted: readonly WantedValue[]): Promise<void> {
  const questions = wanted.flatMap(({ line, part }): Question[] => {
    const read = search.found.has(line) ? undefined : writtenValue(search.output[line] ?? "");
    if (read === undefined || part === undefined || !read.value.includes(part)) return [];
    const candidates = partCandidatesFor(read, part, search.experiment.files);
    return candidates.length === 0 ? [] : [{ line, candidates }];
  });
  await ask(search, questions);
}

interface Search {
  readonly output: readonly string[];
  readonly experiment: Experiment;
  readonly found: Map<number, SourcePlace>;
  runs: number;
}

interface Question {
  readonly line: number;
  readonly candidates: readonly Candidate[];
}

async function searchAmong(
  search: Search,
  wanted: readonly number[],
  isMeant: (key: string | undefined, candidate: Candidate) => boolean,
): Promise<void> {
  const questions = wanted.flatMap((line): Question[] => {
    const read = search.found.has(line) ? undefined : writtenValue(search.output[line] ?? "");
    if (read === undefined || replacementFor(read.value, 0) === undefined) return [];
    const candidates = candidatesFor(read, search.experiment.files).filter((each) => isMeant(read.key, each));
    return candidates.length === 0 ? [] : [{ line, candidates }];
  });
  await ask(search, questions);
}

/** Asks all together; where the tool refuses the changed values, each half alone. */
async function ask(search: Search, questions: readonly Question[]): Promise<void> {
  if (questions.length === 0 || search.runs >= runsMax) return;
  const all = new Map(
    questions
      .flatMap(({ candidates }) => candidates.map((each) => [keyOf(each), each] as const))
      .slice(0, candidatesMax),
  );
  const ids = new Map([...all.keys()].map((key, id) => [key, id]));
  search.runs += 1;
  const lines = await search.experiment.render(changedTexts(search.experiment.files, all, ids));
  if (lines === undefined || lines.length !== search.output.length) {
    const half = Math.floor(questions.length / 2);
    if (half === 0) return;
    await ask(search, questions.slice(0, half));
    await ask(search, questions.slice(half));
    return;
  }
  for (const { line, candidates } of questions) {
    const now = writtenValue(lines[line] ?? "")?.value;
    // In a value that is put together, the replacement stands among the rest: it stands nowhere else.
    const from = candidates.find((each) => now?.includes(replacementOf(each, ids) ?? "\n") === true);
    if (from !== undefined) search.found.set(line, from.place);
  }
}

function changedTexts(
  files: readonly SourceFile[],
  candidates: ReadonlyMap<string, Candidate>,
  ids: ReadonlyMap<string, number>,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const all = [...candidates.values()];
  for (const { file, text } of files) {
    const own = all.filter((each) => each.file === file);
    if (own.length === 0) continue;
    const lines = text.split("\n");
    for (const each of own) {
      const { line, start, end } = each.place;
      const before = lines[line] ?? "";
      lines[line] = `${before.slice(0, start)}${replacementOf(each, ids) ?? each.value}${before.slice(end)}`;
    }
    texts.set(file, lines.join("\n"));
  }
  return texts;
}

function replacementOf(candidate: Candidate, ids: ReadonlyMap<string, number>): string | undefined {
  const id = ids.get(keyOf(candidate));
  return id === undefined ? undefined : replacementFor(candidate.value, id);
}

function keyOf({ file, place: { line } }: Candidate): string {
  return `${line} ${file}`;
}

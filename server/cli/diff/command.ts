import { type AnalyzedPod, analyzeDocument } from "../../analysis/analysis.ts";
import { askedOutcomes } from "../../analysis/asked-texts.ts";
import { compareFiles } from "../../diff/compare.ts";
import { diffMarkdown } from "../../diff/markdown.ts";
import type { Diff, DiffFile, Worst } from "../../diff/model.ts";
import { diffSummary } from "../../diff/words.ts";
import { fileUri } from "../../schema/files/find-project.ts";
import { type CommandLine, has, optionOf, type Parsed } from "../arguments/command-line.ts";
import { type CallSettings, callSettings } from "../arguments/flags.ts";
import { askedProblems, scenarioNotes } from "../files/asked.ts";
import { optionProblems, settingsFor } from "../files/read-manifest.ts";
import { readRulePages } from "../reports/rule-pages.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, nothingFound, wantsColor, writeResult } from "../terminal/terminal.ts";
import { diffJson, type SideNames } from "./json.ts";
import { loadSides } from "./load.ts";
import { type Operand, readOperand } from "./operand.ts";
import { diffSarif } from "./sarif.ts";
import { openSides } from "./sides.ts";
import { diffText } from "./text.ts";

/** `pod-cadence diff`: 0 done, 1 `--fail-on` is reached, 2 a side cannot be read. */
export async function diff(line: CommandLine): Promise<ExitCode> {
  const settings = callSettings(line, process.cwd());
  if ("problem" in settings) return fail([settings.problem]);
  const wrong = optionProblems(await settingsFor("-", settings.value));
  if (wrong.length > 0) return fail(wrong);
  const compared = await compareOperands(line, settings.value);
  if ("problem" in compared) return fail([compared.problem]);
  const { result, files, problems, notes } = compared.value;
  const written = await writeResult(line, await formatted(line, compared.value));
  if (written !== 0) return written;
  note(line, notes);
  if (problems.length > 0) return fail(problems);
  if (files === 0) return nothingFound(line, 0);
  return reaches(result.worst, optionOf(line, "fail-on")) ? 1 : 0;
}

interface Compared {
  readonly result: Diff;
  readonly files: number;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

async function compareOperands(line: CommandLine, settings: CallSettings): Promise<Parsed<Compared>> {
  const operands = await twoOperands(line);
  if ("problem" in operands) return operands;
  const [base, head] = operands.value;
  const sides = await openSides({
    base,
    head,
    paths: line.operands.slice(2),
    cwd: process.cwd(),
    fromDisk: namedByOptions(settings),
  });
  if ("problem" in sides) return sides;
  if ("problems" in sides) return { problem: sides.problems.join("\npod-cadence: ") };
  const loaded = await loadSides(sides.value, settings);
  for (const side of sides.value) side.end();
  if ("problem" in loaded) return loaded;
  const { files, problems, ...both } = loaded.value;
  const pods = [...both.base, ...both.head].flatMap(podsOf);
  const [refused] = askedProblems(settings.play.asked, pods.flatMap(askedOutcomes));
  if (refused !== undefined) return { problem: refused };
  const result = compareFiles(both.base, both.head, settings.play);
  return { value: { result, files, problems, notes: [...new Set(pods.flatMap(scenarioNotes))] } };
}

function podsOf({ manifest, settings }: DiffFile): readonly AnalyzedPod[] {
  return manifest.documents.flatMap(({ document }) => analyzeDocument(document, settings).pods);
}

async function twoOperands(line: CommandLine): Promise<Parsed<readonly [Operand, Operand]>> {
  const [base = "", head = ""] = line.operands;
  const read = await Promise.all([base, head].map((text) => readOperand(text, process.cwd())));
  const [left, right] = read;
  if (left === undefined || right === undefined) return { problem: "two sides are compared" };
  if ("problem" in left) return left;
  return "problem" in right ? right : { value: [left.value, right.value] };
}

/** The caller's own files are the same for both sides. */
function namedByOptions({ overrides, baseUri, projectFile }: CallSettings): ReadonlySet<string> {
  const kubelets = (overrides.kubeletConfiguration ?? []).map((path) => fileUri(path, baseUri));
  return new Set([...kubelets, ...(typeof projectFile === "string" ? [] : [projectFile.uri])]);
}

async function formatted(line: CommandLine, { result, files, problems, notes }: Compared): Promise<string> {
  const [base = "", head = ""] = line.operands;
  const names: SideNames = { base, head };
  const format = optionOf(line, "format") ?? "text";
  if (format === "json") return diffJson(result, names, notes);
  if (format === "sarif") return diffSarif(result, problems, await readRulePages());
  if (format === "markdown") {
    const summary = diffSummary(result, files);
    return diffMarkdown(result, { title: "Pod Cadence", summary, shownAs: "comment" });
  }
  return diffText(result, { style: createStyle(wantsColor(line)), quiet: has(line, "quiet"), files });
}

function reaches(worst: Worst, failOn: string | undefined): boolean {
  if (failOn === "worse") return worst === "worse" || worst === "refused";
  return failOn === "changed" && worst !== "none";
}

import { type AnalyzedPod, analyzeDocument } from "../../analysis/analysis.ts";
import { askedOutcomes } from "../../analysis/asked-texts.ts";
import { compareFiles } from "../../diff/compare.ts";
import { diffMarkdown } from "../../diff/markdown.ts";
import type { Diff, DiffFile, Worst } from "../../diff/model.ts";
import { diffSummary } from "../../diff/words.ts";
import type { RenderTarget } from "../../render/model.ts";
import { fileUri } from "../../schema/files/find-project.ts";
import { type CommandLine, has, optionOf, type Parsed } from "../arguments/command-line.ts";
import { type CallSettings, callSettings } from "../arguments/flags.ts";
import { askedProblems, scenarioNotes } from "../files/asked.ts";
import { optionProblems, projectNotes, settingsFor } from "../files/read-manifest.ts";
import { renderTargets } from "../files/rendered.ts";
import { readRulePages } from "../reports/rule-pages.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, nothingFound, wantsColor, writeResult } from "../terminal/terminal.ts";
import { diffJson, type SideNames } from "./json.ts";
import { loadSides } from "./load.ts";
import { type Operand, readOperand } from "./operand.ts";
import { changedReleases, noReleases } from "./releases.ts";
import { placedInSources } from "./rendered-places.ts";
import { type NotCompared, renderSides } from "./rendered-sides.ts";
import { diffSarif } from "./sarif.ts";
import { isBelow, openSides, openTwice, type Side } from "./sides.ts";
import { changedTargets, namedTargets, nameOf } from "./targets.ts";
import { diffText } from "./text.ts";
import { readUpgrade, type Upgrade, upgradeNotes, upgradeSettings } from "./upgrade.ts";

/** `pod-cadence diff`: 0 done, 1 `--fail-on` is reached, 2 a side cannot be read. */
export async function diff(line: CommandLine): Promise<ExitCode> {
  const settings = callSettings(line, process.cwd());
  if ("problem" in settings) return fail([settings.problem]);
  const upgrade = readUpgrade(line);
  if ("problem" in upgrade) return fail([upgrade.problem]);
  // What a later version no longer knows is a result.
  const [asked] = upgrade.value === undefined ? [settings.value] : upgradeSettings(settings.value, upgrade.value);
  const wrong = optionProblems(await settingsFor("-", asked));
  if (wrong.length > 0) return fail(wrong);
  const compared = await compareOperands(line, settings.value, upgrade.value);
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
  /** Charts and overlays that no side or only one side can render. */
  readonly notCompared: readonly NotCompared[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly isUpgrade: boolean;
}

async function compareOperands(
  line: CommandLine,
  settings: CallSettings,
  upgrade: Upgrade | undefined,
): Promise<Parsed<Compared>> {
  const asked = renderTargets(line);
  if ("problem" in asked) return asked;
  if (upgrade !== undefined) return await compareVersions(line, settings, { asked: asked.value, upgrade });
  const operands = await twoOperands(line);
  if ("problem" in operands) return operands;
  const [base, head] = operands.value;
  if (asked.value.length > 0 && [base, head].some(({ is }) => is === "file" || is === "stdin"))
    return { problem: "--helm and -k compare directories or commits: a file has no charts" };
  const sides = await openSides({
    base,
    head,
    paths: line.operands.slice(2),
    cwd: process.cwd(),
    fromDisk: namedByOptions(settings),
  });
  if ("problem" in sides) return sides;
  if ("problems" in sides) return { problem: sides.problems.join("\npod-cadence: ") };
  try {
    return await compareSides(sides.value, asked.value, { line, settings: [settings, settings] });
  } finally {
    for (const side of sides.value) await side.end();
  }
}

interface AskedUpgrade {
  readonly asked: readonly RenderTarget[];
  readonly upgrade: Upgrade;
}

/** `--from 1.34 --to 1.37 DIR` */
async function compareVersions(
  line: CommandLine,
  settings: CallSettings,
  { asked, upgrade }: AskedUpgrade,
): Promise<Parsed<Compared>> {
  const sides = await openTwice(line.operands, process.cwd());
  if ("problems" in sides) return { problem: sides.problems.join("\npod-cadence: ") };
  const both = upgradeSettings(settings, upgrade);
  const compared = await compareSides(sides.value, asked, { line, settings: both, isUpgrade: true });
  if ("problem" in compared) return compared;
  const { notes } = compared.value;
  return { value: { ...compared.value, notes: [...upgradeNotes(upgrade), ...notes] } };
}

interface SidesCall {
  readonly line: CommandLine;
  readonly settings: readonly [CallSettings, CallSettings];
  /** The same files on two versions of Kubernetes. */
  readonly isUpgrade?: boolean;
}

/** As they were typed. */
function namesOf(line: CommandLine): readonly [string, string] {
  const [base = "", head = ""] = has(line, "from") ? [optionOf(line, "from"), optionOf(line, "to")] : line.operands;
  return [base, head];
}

/** What is named to be rendered, and nothing else; or else all files, and charts and overlays that differ as what they make. */
async function compareSides(
  sides: readonly [Side, Side],
  asked: readonly RenderTarget[],
  { line, settings, isUpgrade = false }: SidesCall,
): Promise<Parsed<Compared>> {
  const isNamed = asked.length > 0;
  const { targets: own, left } = isNamed
    ? { targets: await namedTargets(asked, sides), left: [] }
    : await changedTargets(sides);
  const releases = isNamed ? noReleases : await changedReleases(sides);
  const targets = [...own, ...releases.targets];
  const rendered = await renderSides(targets, { sides, names: namesOf(line), settings });
  const loaded = await loadSides(sides, settings, isNamed ? () => true : rendered.covers);
  if ("problem" in loaded) return loaded;
  const both = {
    base: [...loaded.value.base, ...rendered.base],
    head: [...loaded.value.head, ...rendered.head],
  };
  const pods = [...both.base, ...both.head].flatMap(podsOf);
  const known = new Set(both.base.flatMap(({ settings: own }) => projectNotes(own)));
  const ofProject = both.head.flatMap(({ settings: own }) => projectNotes(own)).filter((each) => !known.has(each));
  const [refused] = askedProblems(settings[0].play.asked, pods.flatMap(askedOutcomes));
  if (refused !== undefined) return { problem: refused };
  const result = await placedInSources(compareFiles(both.base, both.head, settings[0].play), rendered.origins);
  const isPart = (key: string): boolean => [...targets, ...left].some((each) => isBelow(key, [each.key]));
  const lone = isUpgrade
    ? []
    : loaded.value.values.filter((key) => !isPart(key)).map((key) => loneValues(nameOf(sides, key)));
  const unasked = left.map(({ key, sentence }) => ({ name: nameOf(sides, key), sentence }));
  const isLeft = (title: string): boolean => rendered.notCompared.some(({ name }) => name === title);
  const isShown = (title: string): boolean => result.changes.some(({ path }) => path === title);
  const alike = releases.targets.flatMap(({ release }) => {
    if (release === undefined || isLeft(release.title) || isShown(release.title)) return [];
    return [`${release.title} differs, and the pods that its chart makes have the same forecasts and problems`];
  });
  const notCompared = [...unasked, ...rendered.notCompared, ...releases.notCompared, ...lone];
  const sentences = notCompared.map(({ sentence }) => sentence);
  return {
    value: {
      result,
      files: isNamed ? rendered.head.length : loaded.value.files,
      isUpgrade,
      notCompared,
      problems: [...new Set([...loaded.value.problems, ...(isNamed ? sentences : [])])],
      notes: [
        ...new Set([
          ...result.notes,
          ...ofProject,
          ...pods.flatMap(scenarioNotes),
          ...rendered.notes,
          ...releases.notes,
          ...alike,
          ...(isNamed ? [] : sentences),
        ]),
      ],
    },
  };
}

/** Nobody says which chart gets them. */
function loneValues(name: string): NotCompared {
  return { name, sentence: `${name} has values of a chart: diff --helm CHART -f ${name} compares what they make` };
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

async function formatted(line: CommandLine, compared: Compared): Promise<string> {
  const { result, files, problems, notes, isUpgrade } = compared;
  const notCompared = compared.notCompared.map(({ name }) => name);
  const [base, head] = namesOf(line);
  const names: SideNames = { base, head };
  const format = optionOf(line, "format") ?? "text";
  if (format === "json") return diffJson(result, names, { notCompared, notes: [...problems, ...notes] });
  if (format === "sarif") return diffSarif(result, problems, await readRulePages());
  if (format === "markdown") {
    const summary = diffSummary(result, { files, notCompared, isUpgrade });
    return diffMarkdown(result, { title: "Pod Cadence", summary, shownAs: "comment", notes: [...problems, ...notes] });
  }
  return diffText(result, {
    style: createStyle(wantsColor(line)),
    quiet: has(line, "quiet"),
    files,
    notCompared,
    isUpgrade,
  });
}

function reaches(worst: Worst, failOn: string | undefined): boolean {
  if (failOn === "worse") return worst === "worse" || worst === "refused";
  return failOn === "changed" && worst !== "none";
}

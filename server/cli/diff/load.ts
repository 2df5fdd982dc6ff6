import { isDeepStrictEqual } from "node:util";
import { prepareAlertJudge } from "../../analysis/alert-judge.ts";
import { createNeighbors } from "../../analysis/neighbors.ts";
import type { DiffFile } from "../../diff/model.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { Parsed } from "../arguments/command-line.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { documentsBeside } from "../files/documents-beside.ts";
import { manifestOf, settingsFor } from "../files/read-manifest.ts";
import type { Side, SideFile } from "./sides.ts";

/** The files that can make a difference: those whose text, or what applies to them, is not the same on both sides. */
interface LoadedSides {
  readonly base: readonly DiffFile[];
  readonly head: readonly DiffFile[];
  /** Lines for standard error. */
  readonly problems: readonly string[];
  /** Files on either side. */
  readonly files: number;
  /** Files that seem to be values of a chart, by key. */
  readonly values: readonly string[];
}

/** All files that differ are kept in memory, a quarter of a megabyte for each object. */
const changedMax = 2000;

/** Files are loaded in the order of their names. `covers`: sources that are compared by what is rendered from them. */
export async function loadSides(
  [base, head]: readonly [Side, Side],
  settings: readonly [CallSettings, CallSettings],
  covers: (key: string) => boolean,
): Promise<Parsed<LoadedSides>> {
  const all = [...new Set([...base.files.keys(), ...head.files.keys()])].toSorted();
  const keys = all.filter((key) => !covers(key));
  const loaded: { base: DiffFile[]; head: DiffFile[]; problems: string[] } = { base: [], head: [], problems: [] };
  const besideBase = createNeighbors(base.access);
  const besideHead = createNeighbors(head.access);
  const values: string[] = [];
  let changed = 0;
  for (const key of keys) {
    const before = await ruleOf(base, key, settings[0]);
    const after = await ruleOf(head, key, settings[1]);
    if (before !== undefined && after !== undefined && (await isSame(before, after))) continue;
    changed += 1;
    if (isNamedValues(key) && !(after ?? before)?.settings.ignored) values.push(key);
    if (changed > changedMax)
      return { problem: `more than ${changedMax} files differ: compare a part of them, with paths after --` };
    for (const [into, file, neighbors] of [
      [loaded.base, before, besideBase] as const,
      [loaded.head, after, besideHead] as const,
    ]) {
      if (file === undefined) continue;
      const text = await file.side.read();
      if ("problem" in text) {
        loaded.problems.push(text.problem);
        continue;
      }
      const read = manifestOf(text.text, file.settings);
      loaded.problems.push(...read.problems);
      await prepareAlertJudge(read.manifest);
      const beside = await documentsBeside(
        { path: file.side.path, baseUri: settings[0].baseUri },
        read.manifest,
        neighbors,
      );
      into.push({ path: file.side.path, key, ...read, beside });
    }
  }
  return { value: { ...loaded, files: all.length, values } };
}

/** `values.yaml`, `values-prod.yaml`, `prod.values.yaml`, `values/prod.yaml`: what people call values of charts. */
function isNamedValues(key: string): boolean {
  const [name = "", folder = ""] = key.split("/").toReversed();
  return /\.ya?ml$/.test(name) && (name.split(/[.-]/).includes("values") || folder === "values");
}

interface RuledFile {
  readonly side: SideFile;
  readonly settings: ResolvedSettings;
}

async function ruleOf({ files, access }: Side, key: string, settings: CallSettings): Promise<RuledFile | undefined> {
  const side = files.get(key);
  return side && { side, settings: await settingsFor(side.path, settings, access) };
}

async function isSame(base: RuledFile, head: RuledFile): Promise<boolean> {
  if (!isDeepStrictEqual(whatMatters(base.settings), whatMatters(head.settings))) return false;
  if (base.side.id !== undefined && head.side.id !== undefined) return base.side.id === head.side.id;
  return isDeepStrictEqual(await base.side.read(), await head.side.read());
}

/** Without addresses, which differ between two folders. */
function whatMatters(settings: ResolvedSettings): unknown {
  const { assumptions, rules, podTemplates, projectScenarios, ignored, isDropIn, kubelet, staticPods, kustomize } =
    settings;
  const kubelets = { own: kubelet.own, texts: kubelet.files.map(({ text }) => text) };
  const { as, labels } = kustomize ?? {};
  return { assumptions, rules, podTemplates, projectScenarios, ignored, isDropIn, kubelets, staticPods, as, labels };
}

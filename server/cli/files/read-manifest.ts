import { parseManifest } from "../../manifest/documents/parse.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { createPositions } from "../../manifest/text/positions.ts";
import { cachedFiles } from "../../schema/files/cached-files.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";
import { fileUri, nameOf } from "../../schema/files/find-project.ts";
import { manifestOptions } from "../../schema/manifest-options.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import { resolveSettings } from "../../schema/resolve.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { diskFiles, readText } from "./disk.ts";
import { withPiped } from "./piped-files.ts";

export interface ReadManifest {
  readonly text: string;
  readonly manifest: Manifest;
  readonly settings: ResolvedSettings;
  /** Wrong options and what they name, as lines for standard error. */
  readonly problems: readonly string[];
}

/** Files that many manifests have in common are read once per thread. */
const files = cachedFiles(diskFiles);

/** Reads a manifest with what applies to it. A text that is given is not read from the disk. A file that cannot be read is a problem. */
export async function readManifest(
  path: string,
  given: string | undefined,
  call: CallSettings,
): Promise<ReadManifest | { readonly problem: string }> {
  const read = given === undefined ? readManifestText(path) : { text: given };
  if ("problem" in read) return read;
  return manifestOf(read.text, await settingsFor(path, call));
}

export function manifestOf(text: string, settings: ResolvedSettings): ReadManifest {
  const manifest = settings.ignored ? parseManifest("") : parseManifest(text, undefined, manifestOptions(settings));
  return { text: settings.ignored ? "" : text, manifest, settings, problems: optionProblems(settings) };
}

/** Settings for standard input are those of the working directory. `access`: where project files and what they name are read. */
export async function settingsFor(
  path: string,
  { overrides, baseUri, projectFile, piped }: CallSettings,
  access: FileAccess = files,
): Promise<ResolvedSettings> {
  const name = path === "-" ? "stdin.yaml" : path;
  const settings = await resolveSettings(
    { fileUri: fileUri(name, baseUri), rootUri: undefined, baseUri, overrides, projectFile },
    withPiped(access, piped),
  );
  return path === "-" ? asOutput(settings) : settings;
}

/** What is piped in or rendered has a source that can be changed. */
export function asOutput(settings: ResolvedSettings): ResolvedSettings {
  return { ...settings, purpose: settings.purpose ?? "output" };
}

const options: Readonly<Record<string, string>> = {
  kubernetes: "--kubernetes",
  featureGates: "--feature-gates",
  kubeletConfiguration: "--kubelet-config",
  node: "--node",
  config: "--config",
};

export function optionProblems({ problems }: ResolvedSettings): readonly string[] {
  return problems.flatMap((problem) => {
    if (problem.in !== "setting") return [];
    const option = options[problem.key.split(".")[0] ?? ""];
    return [option === undefined ? problem.message : `${option}: ${problem.message}`];
  });
}

/** Mistakes in the project file, which `check` shows in their place and other commands must not hide. */
export function projectNotes({ problems }: ResolvedSettings): readonly string[] {
  return problems.flatMap((problem) =>
    problem.in === "project" ? [`${nameOf(problem.uri)}: ${problem.message}`] : [],
  );
}

/** Why there may be no pods: the first thing that keeps the file, or a document of it, from being read. */
export function unreadNotes(path: string, { manifest, text }: ReadManifest): readonly string[] {
  const inDocuments = manifest.documents.flatMap(({ document, startOffset }) =>
    document.problems.map(({ start, message }) => ({ start: startOffset + start, message })),
  );
  const [first] = [...manifest.problems, ...inDocuments];
  if (first === undefined) return [];
  const { line, character } = createPositions(text)(first.start);
  return [`${path}:${line + 1}:${character + 1}: ${first.message}`];
}

export function readManifestText(path: string): { readonly text: string } | { readonly problem: string } {
  const text = readText(path);
  return text === undefined ? { problem: `${path}: the file cannot be read` } : { text };
}

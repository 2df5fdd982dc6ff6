import { URI } from "vscode-uri";
import { assumptionsInWords } from "../../shared/kubernetes/assumptions-words.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import { nothingAsked } from "../../shared/scenario/language/asked.ts";
import { defaultTraining, type TrainingAssumptions } from "../../shared/scenario/training-assumptions.ts";
import { assumedApiServer, assumedNode, type Project } from "./assumed-node.ts";
import type { FileAccess } from "./files/file-access.ts";
import { findProjectFile, folderOf, foldersAbove, inFolder, projectFileName } from "./files/find-project.ts";
import { readIgnorePatterns } from "./files/ignore-patterns.ts";
import { kustomizeRole } from "./files/kustomize-role.ts";
import { staticPodPlace } from "./files/static-pod-folder.ts";
import { isComparedByTest, purposeOf } from "./files/test-files.ts";
import type { ProjectProblem, ResolvedSettings, SettingsInput, SettingsProblem } from "./model.ts";
import { type ProjectFile, readProjectFile } from "./project-file.ts";
import type { TrainingValues } from "./values.ts";

/**
 * What applies to one file: flags or editor settings, over the project file, over the defaults.
 * Never rejects; whatever is wrong is a problem in words, and then the next source counts.
 */
export async function resolveSettings(input: SettingsInput, files: FileAccess): Promise<ResolvedSettings> {
  const { overrides, baseUri } = input;
  const { project, problems } = await projectFor(input, files);
  const file: ProjectFile = project?.value ?? {};
  const node = await assumedNode({ overrides, baseUri, project }, files);
  const own = node.files.findIndex(({ uri }) => uri === input.fileUri);
  const assumptions: Assumptions = {
    node: node.node,
    apiServer: assumedApiServer(overrides, file, node.written),
    timing: overrides.timing ?? file.timing ?? "kubelet",
    semantics: overrides.semantics ?? file.semantics ?? "released",
    imagePull: overrides.imagePull ?? file.imagePull,
  };
  return {
    assumptions,
    load: {
      mix: overrides.load?.mix ?? file.load?.pods,
      nodes: overrides.load?.nodes ?? file.load?.nodes ?? 1,
    },
    trafficDelayMs: file.trafficDelay,
    waiter: file.waiter,
    training: trainingFrom({ ...file.training, ...overrides.training }),
    assumptionsText: assumptionsInWords(assumptions),
    assumptionsSource: node.source,
    rules: { ...file.rules, ...overrides.rules },
    podTemplates: { ...file.podTemplates, ...overrides.podTemplates },
    projectScenarios: file.scenarios ?? {},
    asked: overrides.asked ?? nothingAsked,
    ignored:
      (project !== undefined && isIgnored(input.fileUri, project)) || (await isComparedByTest(input.fileUri, files)),
    purpose: await purposeOf(input.fileUri, input.rootUri, files),
    project: project && { uri: project.uri, text: project.text, nodes: Object.keys(file.nodes ?? {}) },
    newProjectUri: project === undefined ? await newProjectUri(input, files) : undefined,
    reads: node.reads,
    isDropIn: own > 0 || isDropIn(input.fileUri, node.reads),
    kubelet: { files: node.files, own },
    staticPods: staticPodPlace(input.fileUri, node.staticPodPath, node.reads[0] ?? input.fileUri),
    kustomize: await kustomizeRole(input.fileUri, input.rootUri, files),
    problems: [...problems, ...node.problems],
  };
}

function trainingFrom(written: TrainingValues): TrainingAssumptions | undefined {
  if (written.failuresEvery === undefined) return undefined;
  return {
    failuresEveryMs: written.failuresEvery,
    checkpointEveryMs: written.checkpointEvery ?? defaultTraining.checkpointEveryMs,
    checkpointTakesMs: written.checkpointTakes ?? defaultTraining.checkpointTakesMs,
    resumeTakesMs: written.resumeTakes ?? defaultTraining.resumeTakesMs,
    schedulingTakesMs: written.schedulingTakes ?? defaultTraining.schedulingTakesMs,
    pullTakesMs: written.pullTakes ?? defaultTraining.pullTakesMs,
  };
}

/** What a kubelet takes from its directory ends so; the first file that is named is the main one, whatever its name. */
function isDropIn(uri: string, kubeletFiles: readonly string[]): boolean {
  const index = kubeletFiles.indexOf(uri);
  return index > 0 || (index === -1 && uri.endsWith(".conf"));
}

/** Every mistake in the text of a project file, those in its node profiles and in the files it names included. */
export async function checkProjectFile(
  uri: string,
  text: string,
  files: FileAccess,
): Promise<readonly ProjectProblem[]> {
  const project = { ...readProjectFile(text), uri };
  const profiles = [undefined, ...Object.keys(project.value.nodes ?? {})];
  const nodes = await Promise.all(
    profiles.map((node) => assumedNode({ overrides: { node }, baseUri: undefined, project }, files)),
  );
  const found = nodes.flatMap((node) => node.problems).filter((problem) => problem.in === "project");
  // A profile inherits from the file, and with it the file's mistakes.
  const distinct = new Map(found.map((problem) => [`${problem.start} ${problem.message}`, problem]));
  return [...project.problems, ...distinct.values()];
}

async function projectFor(
  input: SettingsInput,
  files: FileAccess,
): Promise<{ project: (Project & { readonly text: string }) | undefined; problems: SettingsProblem[] }> {
  if (input.projectFile === "none") return { project: undefined, problems: [] };
  const found =
    input.projectFile === "find"
      ? await findProjectFile(input.fileUri, input.rootUri, files)
      : await named(input.projectFile.uri, files);
  if (found === undefined) return { project: undefined, problems: [] };
  if (!("text" in found))
    return {
      project: undefined,
      problems: [{ in: "setting", key: "config", message: `${URI.parse(found.uri).fsPath} cannot be read.` }],
    };
  const project = { ...readProjectFile(found.text), uri: found.uri, text: found.text };
  return { project, problems: project.problems.map((problem) => ({ in: "project", uri: found.uri, ...problem })) };
}

/** In the topmost folder in which the search looks. */
async function newProjectUri(
  { fileUri, rootUri, projectFile }: SettingsInput,
  files: FileAccess,
): Promise<string | undefined> {
  if (rootUri === undefined || projectFile !== "find") return undefined;
  let top: string | undefined;
  for await (const folder of foldersAbove(fileUri, rootUri, files)) top = folder;
  return top && inFolder(top, projectFileName);
}

async function named(uri: string, files: FileAccess): Promise<{ uri: string; text: string } | { uri: string }> {
  const text = await files.read(uri);
  return text === undefined ? { uri } : { uri, text };
}

/** The patterns are those of `.gitignore`, relative to the project file. */
function isIgnored(fileUri: string, project: Project): boolean {
  const folder = `${URI.parse(folderOf(project.uri)).path.replace(/(?<!\/)\/+$/, "")}/`;
  const path = URI.parse(fileUri).path;
  const patterns = project.value.ignore ?? [];
  if (patterns.length === 0 || !path.startsWith(folder) || path === folder) return false;
  return readIgnorePatterns(patterns).verdict(path.slice(folder.length)) === "ignored";
}

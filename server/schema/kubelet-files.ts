import { textAt } from "../../shared/api-server/types/fields.ts";
import { formatPath } from "../../shared/basics/path.ts";
import { isFields } from "../../shared/basics/values.ts";
import type { PlacedProblem } from "../../shared/kubelet-configuration/merge.ts";
import { dropInsInOrder } from "../../shared/kubelet-configuration/model/drop-ins.ts";
import { kubeletSentence } from "../../shared/kubelet-configuration/model/words.ts";
import { engineValues, hostOf } from "../../shared/kubelet-configuration/read-configuration.ts";
import { type ConfiguredKubelet, defaultKubeletConfiguration } from "../../shared/kubernetes/assumptions.ts";
import type { Component, Semantics } from "../../shared/kubernetes/node.ts";
import type { FileAccess } from "./files/file-access.ts";
import { nameOf } from "./files/find-project.ts";
import { type ParsedKubelet, parseKubelet, startKubelet } from "./kubelet-start.ts";

/** A file of a kubelet's configuration as it is on the disk. */
export interface KubeletFile extends ParsedKubelet {
  readonly uri: string;
}

interface KubeletFiles extends ConfiguredKubelet {
  /** Those that count: the main file, then the drop-ins in the order in which they apply. */
  readonly files: readonly KubeletFile[];
  readonly staticPodPath: string | undefined;
  /** `index`: which of the addresses. */
  readonly problems: readonly { readonly index: number; readonly message: string }[];
}

const kubeletDefaults: KubeletFiles = {
  configuration: defaultKubeletConfiguration,
  featureGates: {},
  files: [],
  staticPodPath: undefined,
  problems: [],
};

/**
 * Reads the configuration of a kubelet: the main file, then its drop-ins in the order of the kubelet, each over what came before.
 * The address of a folder stands for the drop-ins below it; before any file it has an empty main file.
 * A file that is missing or no KubeletConfiguration is a problem and counts as absent.
 */
export async function readKubeletFiles(
  uris: readonly string[],
  nodes: Component,
  semantics: Semantics,
  files: FileAccess,
): Promise<KubeletFiles> {
  if (uris.length === 0) return kubeletDefaults;
  const named = await Promise.all(uris.slice(0, filesMax).map((uri, index) => readNamed(uri, index, files)));
  const problems = named.flatMap(({ isTooLarge }, index) => {
    const message = `${nameOf(uris[index] ?? "") || "/"} has more than ${filesMax} folders and drop-ins, so it is ignored. Use the path of the folder with the drop-ins.`;
    return isTooLarge ? [{ index, message }] : [];
  });
  if (uris.length > filesMax)
    problems.push({ index: filesMax, message: `Only the first ${filesMax} files count. Remove the others.` });
  const usable: UsableFile[] = named[0]?.isFolder === true ? [emptyMain()] : [];
  for (const { index, uri, text } of named.flatMap((each) => each.files)) {
    const file = text === undefined ? undefined : parseKubelet(text);
    if (file !== undefined && isKubeletConfiguration(file)) usable.push({ index, uri, ...file });
    else problems.push({ index, message: notUsable(nameOf(uri), text) });
  }
  const [main, ...others] = usable;
  if (main === undefined) return { ...kubeletDefaults, problems };
  const dropIns = asWalked(others);
  const host = hostOf(nodes.kubernetes, nodes.featureGates, semantics);
  const { fields = {}, problems: found } = startKubelet(main, dropIns, host);
  const refused = found.filter(({ problem }) => problem.origin === "kubelet");
  return {
    ...engineValues(fields, uris.map(nameOf).join(", ")),
    files: [main, ...dropIns],
    staticPodPath: textAt(fields, "staticPodPath") || undefined,
    problems: [
      ...problems,
      ...refused.map(({ file, problem }) => {
        const { index, uri } = [main, ...dropIns][file] ?? main;
        const isInFolder = named[index]?.isFolder === true;
        return { index, message: `${isInFolder && uri !== "" ? `${nameOf(uri)}: ` : ""}${inWords(problem)}` };
      }),
    ],
  };
}

/** More are no kubelet's configuration: somebody named a folder of other things. */
const filesMax = 100;

/** The file behind one address. `text` is undefined if it cannot be read. */
interface NamedFiles {
  readonly isFolder: boolean;
  /** It was not read to the end. */
  readonly isTooLarge: boolean;
  readonly files: readonly { readonly index: number; readonly uri: string; readonly text: string | undefined }[];
}

async function readNamed(uri: string, index: number, files: FileAccess): Promise<NamedFiles> {
  const text = await files.read(uri);
  const alone = { isFolder: false, isTooLarge: false, files: [{ index, uri, text }] };
  if (text !== undefined || files.list === undefined) return alone;
  const below = await filesBelow(uri, files.list);
  if (below === undefined) return alone;
  if (below === "too many") return { isFolder: true, isTooLarge: true, files: [] };
  const order = dropInsInOrder(below.map((each) => each.slice(uri.length)));
  const read = order.map(async (name) => ({ index, uri: uri + name, text: await files.read(uri + name) }));
  return { isFolder: true, isTooLarge: false, files: await Promise.all(read) };
}

/** Deeper is a loop of links. */
const foldersDeepMax = 8;

/** Undefined if it is not a folder. Looks into no more folders, and keeps no more files, than a kubelet's configuration can have. */
async function filesBelow(
  uri: string,
  list: NonNullable<FileAccess["list"]>,
): Promise<readonly string[] | "too many" | undefined> {
  const found: string[] = [];
  const folders = [{ uri, depth: 0 }];
  for (const [position, folder] of folders.entries()) {
    const entries = await list(folder.uri);
    if (position === 0 && entries === undefined) return undefined;
    for (const { name, kind } of entries ?? []) {
      const at = `${folder.uri.replace(/(?<!\/)\/+$/, "")}/${encodeURIComponent(name)}`;
      if (kind === "folder" && folder.depth + 1 < foldersDeepMax) folders.push({ uri: at, depth: folder.depth + 1 });
      else if (kind === "file" && name.endsWith(".conf")) found.push(at);
    }
    if (folders.length > filesMax || found.length > filesMax) return "too many";
  }
  return found;
}

interface UsableFile extends KubeletFile {
  readonly index: number;
}

const emptyMain = (): UsableFile => ({
  index: 0,
  uri: "",
  ...parseKubelet("apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n"),
});

/** The kubelet takes the files of its directory by their names; other names are applied as they are listed. */
function asWalked(files: readonly UsableFile[]): readonly UsableFile[] {
  const names = files.map(({ uri }) => uri);
  const walked = dropInsInOrder(names);
  return walked.length < files.length ? files : walked.flatMap((name) => files[names.indexOf(name)] ?? []);
}

function inWords(problem: PlacedProblem["problem"]): string {
  const sentence = kubeletSentence(problem);
  return problem.path.length === 0 ? sentence : `${formatPath(problem.path)}: ${sentence}`;
}

function isKubeletConfiguration({ document }: ParsedKubelet): boolean {
  const value = document?.kubeletConfigurations[0]?.value;
  return isFields(value) && value["kind"] === "KubeletConfiguration";
}

function notUsable(name: string, text: string | undefined): string {
  const wrong = text === undefined ? `${name} cannot be read` : `${name} is not a KubeletConfiguration`;
  return `${wrong}, so it is ignored. Use the path of a file with "kind: KubeletConfiguration".`;
}

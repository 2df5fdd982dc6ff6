import { URI, Utils } from "vscode-uri";
import { memoBounded } from "../../shared/basics/memo-bounded.ts";
import { parseManifest } from "../manifest/documents/parse.ts";
import type { ManifestDocument } from "../manifest/text/model.ts";
import type { FileAccess } from "../schema/files/file-access.ts";
import { folderOf } from "../schema/files/find-project.ts";
import { entryUri, kustomizationIn } from "../schema/files/kustomization.ts";

/** Further files of a folder are not read. */
const filesMax = 100;
/** A longer file is not read for this. */
const textMax = 1_000_000;

/** Files with workloads, Services, PodDisruptionBudgets, autoscalers, or claims that belong to the same application as a file. */
export type Neighbors = (fileUri: string) => Promise<readonly NeighborFile[]>;

interface NeighborFile {
  readonly uri: string;
  readonly documents: readonly ManifestDocument[];
}

/** Files of one folder come one after the other, in a thread or two: what was read of other folders is not kept for ever. */
const foldersMax = 8;

/** Finds them in the folder of a file, and in the bases that its kustomization names. Each folder is read once. */
export function createNeighbors(files: FileAccess): Neighbors {
  const inFolder = memoBounded(foldersMax, (folder: string) => neighborsIn(folder, files));
  return async (fileUri) => (await inFolder(folderOf(fileUri))).filter(({ uri }) => uri !== fileUri);
}

async function neighborsIn(folder: string, files: FileAccess): Promise<readonly NeighborFile[]> {
  const kustomization = await kustomizationIn(folder, files);
  const resources = kustomization?.resources.flatMap((entry) => entryUri(kustomization, entry) ?? []) ?? [];
  const inFolder = await filesIn(folder, files);
  const bases = await Promise.all(resources.filter((uri) => !isManifest(uri)).map((uri) => filesIn(uri, files)));
  const uris = new Set([...inFolder, ...resources.filter(isManifest), ...bases.flat()]);
  const read = await Promise.all([...uris].slice(0, filesMax).map((uri) => readNeighbor(uri, files)));
  return read.flatMap((file) => file ?? []);
}

async function filesIn(folder: string, files: FileAccess): Promise<readonly string[]> {
  const entries = (await files.list?.(folder)) ?? [];
  return entries
    .filter(({ kind, name }) => kind === "file" && isManifest(name))
    .map(({ name }) => Utils.joinPath(URI.parse(folder), name).toString())
    .toSorted()
    .slice(0, filesMax);
}

function isManifest(name: string): boolean {
  return /\.(?:ya?ml|json)$/.test(name);
}

async function readNeighbor(uri: string, files: FileAccess): Promise<NeighborFile | undefined> {
  const text = await files.read(uri);
  if (text === undefined || text.length > textMax) return undefined;
  if (
    !/\b(?:Deployment|StatefulSet|Service|PodDisruptionBudget|HorizontalPodAutoscaler|ScaledObject|PersistentVolumeClaim)\b/.test(
      text,
    )
  )
    return undefined;
  const documents = parseManifest(text).documents.map(({ document }) => document);
  return { uri, documents: documents.filter((document) => !document.text.includes("{{")) };
}

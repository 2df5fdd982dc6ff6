import { createNeighbors, type Neighbors } from "../../analysis/neighbors.ts";
import { isPartOfApplication } from "../../analysis/workloads.ts";
import type { Manifest, ManifestDocument } from "../../manifest/text/model.ts";
import { fileUri } from "../../schema/files/find-project.ts";
import { diskFiles } from "./disk.ts";
import type { ReadManifest } from "./read-manifest.ts";

/** What in other files may select the pods of a file. Standard input and rendered output have everything in them. */
export async function documentsBeside(
  { path, baseUri }: { readonly path: string; readonly baseUri: string },
  manifest: Manifest,
  neighbors: Neighbors,
): Promise<readonly ManifestDocument[]> {
  if (path === "-" || !isPartOfApplication(manifest)) return [];
  return (await neighbors(fileUri(path, baseUri))).flatMap(({ documents }) => documents);
}

const neighbors = createNeighbors(diskFiles);

/** A file of the disk with what in other files may select its pods. */
export async function withBeside(path: string, read: ReadManifest, baseUri: string): Promise<ReadManifest> {
  const beside = await documentsBeside({ path, baseUri }, read.manifest, neighbors);
  return beside.length === 0 ? read : { ...read, manifest: { ...read.manifest, beside } };
}

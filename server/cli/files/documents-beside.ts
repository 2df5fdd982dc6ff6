import type { Neighbors } from "../../analysis/neighbors.ts";
import { workloadKindOf } from "../../analysis/workloads.ts";
import type { Manifest, ManifestDocument } from "../../manifest/model.ts";
import { fileUri } from "../../schema/find-project.ts";

/** What in other files may select the pods of a file. Standard input and rendered output have everything in them. */
export async function documentsBeside(
  { path, baseUri }: { readonly path: string; readonly baseUri: string },
  { documents }: Manifest,
  neighbors: Neighbors,
): Promise<readonly ManifestDocument[]> {
  const hasWorkload = documents.some(({ document }) => document.pods.some((pod) => workloadKindOf(pod) !== undefined));
  return path === "-" || !hasWorkload ? [] : await neighbors(fileUri(path, baseUri));
}

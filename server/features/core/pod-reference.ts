import { memo } from "../../../shared/basics/once.ts";
import type { PodReference } from "../../../shared/protocol/pod/pod.ts";
import type { PodPlace } from "../../../shared/protocol/request.ts";
import type { Position } from "../../../shared/protocol/values/values.ts";
import type { LocatedPod, Manifest, PlacedDocument } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Context } from "./feature.ts";
import { documentAt } from "./places.ts";

/** A pod of the file, with the document it stands in. */
export interface PodOfFile {
  readonly placed: PlacedDocument;
  readonly located: LocatedPod;
  /** The n-th pod of the file, from 0. */
  readonly ordinal: number;
}

/** Looked for once for each version of a file, for all that asks. */
export function podsOfFile({ manifest }: Context): readonly PodOfFile[] {
  return podsIn(manifest);
}

const podsIn = memo((manifest: Manifest): readonly PodOfFile[] => {
  const pods: PodOfFile[] = [];
  for (const placed of manifest.documents)
    for (const located of placed.document.pods) pods.push({ placed, located, ordinal: pods.length });
  return pods;
});

export function referenceTo({ document }: Context, { located, ordinal }: PodOfFile): PodReference {
  const { kind, name, namespace } = located;
  return { uri: document.uri, kind, name, namespace, ordinal };
}

/** The reference wins over the position; with neither the first pod of the file is meant. */
export function wantedPod(
  context: Context,
  pods: readonly PodOfFile[],
  { reference, position }: Omit<PodPlace, "uri">,
): PodOfFile | undefined {
  if (reference !== undefined) return findPod(pods, reference);
  return position === undefined ? pods[0] : podAtPosition(context, pods, position);
}

/** A pod of one document. Only the pods before it are counted. */
export function referenceOf(context: Context, placed: PlacedDocument, located: LocatedPod): PodReference {
  const before = context.manifest.documents.slice(0, context.manifest.documents.indexOf(placed));
  const podsBefore = before.reduce((count, { document }) => count + document.pods.length, 0);
  return referenceTo(context, { placed, located, ordinal: podsBefore + placed.document.pods.indexOf(located) });
}

/** The pod that is meant: by its names, then by its place among the pods, because names can be edited and can be there twice. */
function findPod(pods: readonly PodOfFile[], wanted: PodReference): PodOfFile | undefined {
  const sameName = pods.filter(
    ({ located }) =>
      located.kind === wanted.kind && located.name === wanted.name && located.namespace === wanted.namespace,
  );
  return sameName.find(({ ordinal }) => ordinal === wanted.ordinal) ?? sameName[0] ?? pods[wanted.ordinal];
}

/** The pod whose object holds the position, else the first of the position's document. */
function podAtPosition(context: Context, pods: readonly PodOfFile[], position: Position): PodOfFile | undefined {
  const at = documentAt(context, position);
  const inDocument = pods.filter(({ placed }) => placed === at?.placed);
  if (at === undefined || inDocument.length < 2) return inDocument[0];
  const starts = inDocument.filter((pod) => startOf(pod) <= at.offset);
  return starts.at(-1) ?? inDocument[0];
}

function startOf({ placed, located }: PodOfFile): number {
  return rangeOf(placed.document, located.objectPath, "value").start;
}

import { parseManifest } from "../../server/manifest/documents/parse.ts";
import { type Fields, isFields } from "../../shared/api-server/types/fields.ts";
import { isWorkloadKind, type PodCarrierKind, workloadKinds } from "../../shared/api-server/types/kinds.ts";
import { corpusFiles, readCorpus } from "../corpus/sources.ts";
import { podCases } from "../truth/validation/pod-cases.ts";

/** An object of a kind with pods, as somebody wrote it. */
export interface BaseDocument {
  readonly from: string;
  readonly kind: PodCarrierKind;
  readonly value: Fields;
}

/** Real objects with pods: those of the corpus, if it is there, and one in ten of the recorded cases. */
export function baseDocuments(): readonly BaseDocument[] {
  const ofCorpus = corpusFiles().flatMap(({ file }) => documentsOf(file, readCorpus(file)));
  const ofCases = podCases("1.37.1").flatMap(({ id, text }, index) => (index % 10 === 0 ? documentsOf(id, text) : []));
  return [...ofCorpus, ...ofCases];
}

function documentsOf(from: string, text: string): readonly BaseDocument[] {
  return parseManifest(text).documents.flatMap(({ document }, index) => {
    if (!document.ours || document.templated || document.problems.length > 0) return [];
    const value = document.value();
    if (!isFields(value)) return [];
    const { kind, apiVersion } = value;
    if (typeof kind !== "string" || !isWorkloadKind(kind) || workloadKinds[kind] !== apiVersion) return [];
    // A number that JSON text cannot hold as it is means something else in it.
    if (/\d{17}/.test(JSON.stringify(value))) return [];
    return [{ from: `${from}#${index}`, kind, value: structuredClone(value) }];
  });
}

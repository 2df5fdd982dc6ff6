import { startsWith } from "../../shared/basics/path.ts";
import { isFields } from "../../shared/basics/values.ts";
import {
  type AnalyzedDocument,
  type AnalyzedKubelet,
  type AnalyzedPod,
  analyzeDocument,
} from "../analysis/analysis.ts";
import type { PlacedDocument } from "../manifest/text/model.ts";
import { placedFindings } from "./findings.ts";
import type { DiffFile, ObjectPlace, PlacedFinding } from "./model.ts";

/** Something that is compared: a pod, a kubelet configuration, or what is left of a file. */
export interface DiffObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly file: DiffFile;
  /** Undefined means that it is of a file. */
  readonly place: ObjectPlace | undefined;
  readonly is:
    | { readonly a: "pod"; readonly analyzed: AnalyzedDocument; readonly pod: AnalyzedPod }
    | { readonly a: "kubelet"; readonly kubelet: AnalyzedKubelet }
    /** A PersistentVolumeClaim: nothing is forecast of it, but not every update is taken. */
    | { readonly a: "claim" }
    | { readonly a: "file" };
  /** Of the object, for names along paths. */
  readonly value: unknown;
  readonly findings: readonly PlacedFinding[];
}

/** The objects of a file in the order of the text; the file itself comes last, with the findings that belong to none. */
export function objectsOf(file: DiffFile): readonly DiffObject[] {
  const left = new Set(placedFindings(file));
  const take = (isOwn: (placed: PlacedFinding) => boolean): readonly PlacedFinding[] => {
    const taken = [...left].filter(isOwn);
    for (const each of taken) left.delete(each);
    return taken;
  };
  const objects = file.manifest.documents.flatMap((placed) => objectsOfDocument(file, placed, take));
  const itself: DiffObject = {
    ...{ kind: "", name: "", namespace: "", file, place: undefined, value: undefined },
    is: { a: "file" },
    findings: [...left],
  };
  return [...objects, itself];
}

type Take = (isOwn: (placed: PlacedFinding) => boolean) => readonly PlacedFinding[];

function objectsOfDocument(file: DiffFile, placed: PlacedDocument, take: Take): readonly DiffObject[] {
  const { document, startOffset } = placed;
  const analyzed = analyzeDocument(document, file.settings);
  const isHere = (each: PlacedFinding): boolean => each.startOffset === startOffset && each.document === placed.index;
  const several = analyzed.pods.filter(({ located }, index, all) =>
    all.some((other, at) => at !== index && other.located.item === located.item),
  );
  const ofPod = (pod: AnalyzedPod): DiffObject => {
    const { kind, name, namespace, owner, item, prefix, objectPath } = pod.located;
    const place = { file, document, startOffset, objectPath };
    const isOwn = (each: PlacedFinding): boolean =>
      isOfRollout(pod, each) ||
      (isHere(each) && each.finding.item === item && (!several.includes(pod) || startsWith(each.finding.path, prefix)));
    return { kind, name, namespace, file, place, is: { a: "pod", analyzed, pod }, value: owner, findings: take(isOwn) };
  };
  const ofKubelet = (kubelet: AnalyzedKubelet): DiffObject => {
    const { item, value, prefix, embedded } = kubelet.located;
    // In a text inside of the document, there are no paths of the document.
    const place = { file, document, startOffset, objectPath: embedded === undefined ? prefix : embedded.path };
    const isOwn = (each: PlacedFinding): boolean => isHere(each) && each.finding.item === item;
    return {
      ...{ kind: "KubeletConfiguration", name: "", namespace: "", file, place, value },
      is: { a: "kubelet", kubelet },
      findings: take(isOwn),
    };
  };
  return [...analyzed.pods.map(ofPod), ...analyzed.kubelets.map(ofKubelet), ...claimsOf(file, placed)];
}

function claimsOf(file: DiffFile, { document, startOffset }: PlacedDocument): readonly DiffObject[] {
  const value = document.templated ? undefined : document.value();
  const { kind, metadata } = isFields(value) ? value : {};
  const { name, namespace } = isFields(metadata) ? metadata : {};
  if (kind !== "PersistentVolumeClaim" || typeof name !== "string") return [];
  return [
    {
      ...{ kind, name, namespace: typeof namespace === "string" ? namespace : "", file, value },
      place: { file, document, startOffset, objectPath: [] },
      is: { a: "claim" },
      findings: [],
    },
  ];
}

/** What a rollout does is judged in its whole file, and reported for the pods that it replaces. */
function isOfRollout({ scenario }: AnalyzedPod, { finding: { judgment } }: PlacedFinding): boolean {
  const expectations = scenario.scenario.rollout?.expectations ?? [];
  return expectations.some((expectation) => expectation === judgment?.expectation);
}

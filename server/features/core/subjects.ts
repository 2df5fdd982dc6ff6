import { type Path, startsWith } from "../../../shared/basics/path.ts";
import type { ContainerForecast } from "../../../shared/forecast/pod/model.ts";
import { allContainers, type Container, type Pod } from "../../../shared/kubernetes/pod.ts";
import { analyzeDocument } from "../../analysis/analysis.ts";
import type { AnalyzedDocument, AnalyzedPod, RunnablePod } from "../../analysis/subject.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import type { Context } from "./feature.ts";

/** The document with what the engine makes of it; worked out once per document and settings. */
export function analyzed({ settings }: Context, { document }: PlacedDocument): AnalyzedDocument {
  return analyzeDocument(document, settings);
}

/**
 * What is made of a document before it is judged. All documents of a file go through one stage before the first goes through the next:
 * code that runs again and again stays in the processor's caches, and is optimized when it is needed. A file of 1 MB opens with an eighth
 * less processor time than document by document.
 */
export const stages: readonly ((context: Context, placed: PlacedDocument) => void)[] = [
  (_, { document }) => void document.pods,
  (context, placed) => void analyzed(context, placed),
  (context, placed) => {
    for (const { review } of analyzed(context, placed).pods) review();
  },
];

export function runnablePods(document: AnalyzedDocument): readonly RunnablePod[] {
  return document.pods.filter(isRunnable);
}

function isRunnable(pod: AnalyzedPod): pod is RunnablePod {
  return pod.pod !== undefined;
}

/** The pod whose spec holds a path of the document, and the path inside that spec. */
export function podAt(document: AnalyzedDocument, path: Path): { pod: RunnablePod; inside: Path } | undefined {
  const pod = runnablePods(document).find(({ located }) => startsWith(path, located.prefix));
  return pod && { pod, inside: path.slice(pod.located.prefix.length) };
}

/** The container that a path of the pod spec is in, and what is left of the path. */
export function containerAt(pod: Pod, inside: Path): { container: Container; rest: Path } | undefined {
  const container = allContainers(pod).find(({ path }) => startsWith(inside, path));
  return container && { container, rest: inside.slice(container.path.length) };
}

export function forecastOf(pod: RunnablePod, container: Container): ContainerForecast | undefined {
  return pod.forecast()?.containers.find(({ path }) => startsWith(path, container.path));
}

import { type Path, samePath, startsWith } from "../../../shared/basics/path.ts";
import { type GoalKind, type WorkloadGoalKind, workloadGoalKinds } from "../../../shared/forecast/solve/solve-model.ts";
import { type ProbeType, probeField, probeTypes } from "../../../shared/kubernetes/pod.ts";
import type { SolvePlace } from "../../../shared/protocol/pod/solve.ts";
import type { AnalyzedDocument, ContainerSubject } from "../../analysis/subject.ts";
import type { ManifestDocument, PlacedDocument } from "../../manifest/text/model.ts";
import { pathAt } from "../../manifest/text/position.ts";
import { lineEndOf, lineStartOf } from "../../manifest/text/text.ts";
import type { SolveTarget } from "../../repairs/solutions.ts";
import { subjectsOf } from "../../rules/findings.ts";
import { isProbeAbsent, isProbeCertain } from "../../rules/support/certain.ts";
import type { Context } from "../core/feature.ts";
import { analyzed, containerAt, podAt, runnablePods } from "../core/subjects.ts";
import { kubeletPlaceAt } from "../kubelet/kubelet-place.ts";
import { objectPath, workloadFor } from "../workloads/workloads.ts";

/** Something with goals, and those that are asked for at the place of the cursor. */
export interface GoalPlace {
  readonly target: SolveTarget;
  readonly place: SolvePlace;
  readonly kinds: readonly (GoalKind | WorkloadGoalKind)[];
}

/** At the entry of a container, in one of its probes, at what decides about the rollout of a workload, or in the back-off of a KubeletConfiguration. */
export function goalPlaceAt(context: Context, placed: PlacedDocument, offset: number): GoalPlace | undefined {
  const { document } = placed;
  if (document.problems.length > 0) return undefined;
  const at = afterIndent(document, offset);
  return (
    containerPlaceAt(analyzed(context, placed), at) ??
    workloadPlaceAt(context, placed, at) ??
    kubeletGoalsAt(context, placed, at)
  );
}

/** On the blanks before a line the line is meant. */
function afterIndent({ text }: ManifestDocument, offset: number): number {
  const lineStart = lineStartOf(text, offset);
  return Math.max(offset, lineStart + text.slice(lineStart, lineEndOf(text, lineStart)).search(/[^ ]|$/));
}

/** Undefined if it is not there any more, or its numbers are not all known. */
export function targetOf(
  context: Context,
  document: AnalyzedDocument,
  place: SolvePlace,
  kind: GoalKind | WorkloadGoalKind,
): SolveTarget | undefined {
  if (document.document.problems.length > 0) return undefined;
  if (place.kind === "workload") return workloadTarget(context, document, place.path);
  if (kind === "rollout" || kind === "available") return undefined;
  if (place.kind === "kubelet") {
    const configuration = document.kubelets[place.index];
    return configuration && { kind: "kubelet", configuration };
  }
  const at = podAt(document, place.path);
  const subject =
    at && subjectsOf(at.pod, document.document).find(({ container }) => samePath(container.path, at.inside));
  return subject && isCertain(subject, kind) ? { kind: "container", subject } : undefined;
}

function containerPlaceAt(document: AnalyzedDocument, offset: number): GoalPlace | undefined {
  const { path } = pathAt(document.document, offset);
  const at = podAt(document, path);
  const found = at && containerAt(at.pod.pod, at.inside);
  if (at === undefined || found === undefined) return undefined;
  const subject = subjectsOf(at.pod, document.document).find(({ container }) => container === found.container);
  if (subject === undefined) return undefined;
  const kinds = kindsAt(subject, found.rest).filter((kind) => isCertain(subject, kind));
  const place = { kind: "container", path: [...at.pod.located.prefix, ...found.container.path] } as const;
  return { target: { kind: "container", subject }, place, kinds };
}

const rolloutFields = new Set(["kind", "replicas", "strategy", "updateStrategy", "minReadySeconds"]);

function workloadPlaceAt(context: Context, placed: PlacedDocument, offset: number): GoalPlace | undefined {
  const { path } = pathAt(placed.document, offset);
  const document = analyzed(context, placed);
  for (const pod of runnablePods(document)) {
    const root = objectPath(pod);
    if (root === undefined || !startsWith(path, root)) continue;
    const [first, second] = path.slice(root.length);
    if (!rolloutFields.has(String(first === "spec" ? second : first))) continue;
    const target = workloadTarget(context, document, root);
    if (target !== undefined) return { target, place: { kind: "workload", path: root }, kinds: workloadGoalKinds };
  }
  return undefined;
}

/** Undefined if it is not there any more, cannot be played, or has more pods than a search takes. */
function workloadTarget(context: Context, document: AnalyzedDocument, path: Path): SolveTarget | undefined {
  const pod = runnablePods(document).find((each) => {
    const root = objectPath(each);
    return root !== undefined && samePath(root, path);
  });
  const found = pod && workloadFor(context, pod);
  if (found === undefined || found.forecast.pods > goalPodsMax) return undefined;
  return { kind: "workload", found, root: path };
}

/** A search plays a dozen rollouts. */
const goalPodsMax = 200;

function kindsAt({ container: { probes } }: ContainerSubject, rest: Path): readonly GoalKind[] {
  const [field] = rest;
  const type = probeTypes.find((each) => probeField(each) === field);
  const start: readonly GoalKind[] = probes.startup === undefined && probes.liveness === undefined ? [] : ["start"];
  if (type === "startup") return probes.startup === undefined ? [] : ["start"];
  if (type === "liveness" && probes.liveness !== undefined)
    return [...(probes.startup === undefined ? start : []), "hang", "restarts"];
  if (type === "readiness") return probes.readiness === undefined ? [] : ["unready"];
  const isEntry = field === undefined || (field === "name" && rest.length === 1);
  if (!isEntry) return [];
  const hang: readonly GoalKind[] = probes.liveness !== undefined ? ["hang"] : probes.readiness ? ["unready"] : [];
  return [...start, ...hang, "restarts"];
}

const probesOf: Readonly<Record<GoalKind, readonly ProbeType[]>> = {
  start: ["startup", "liveness"],
  hang: ["liveness"],
  unready: ["readiness"],
  restarts: ["startup", "liveness"],
};

/** True when no other file and no template decides about the numbers. */
function isCertain(subject: ContainerSubject, kind: GoalKind): boolean {
  return probesOf[kind].every((type) =>
    subject.container.probes[type] === undefined ? isProbeAbsent(subject, type) : isProbeCertain(subject, type),
  );
}

function kubeletGoalsAt(context: Context, placed: PlacedDocument, offset: number): GoalPlace | undefined {
  const at = kubeletPlaceAt(context, placed, offset);
  if (at?.path[0] !== "crashLoopBackOff") return undefined;
  const { configuration } = at;
  const index = analyzed(context, placed).kubelets.indexOf(configuration);
  return { target: { kind: "kubelet", configuration }, place: { kind: "kubelet", index }, kinds: ["restarts"] };
}

import { type Fields, fieldsAt, isFields, objectsAt } from "../../shared/api-server/types/fields.ts";
import { type PodCarrierKind, podSpecPaths, workloadKinds } from "../../shared/api-server/types/kinds.ts";
import type { BaseDocument } from "./documents.ts";
import type { Mutated } from "./mutate.ts";
import { containerPieces, metadataPieces, ownPieces, podPieces } from "./pieces.data.ts";
import type { Random } from "./random.ts";

// Real pods, some in an object of another kind, with whole values of fields that somebody wrote down.

type Pieces = Readonly<Record<string, readonly unknown[]>>;

/** Gives the kind, too: it can be another one than the document's. */
export function makePieces(base: BaseDocument, random: Random): Mutated & { readonly kind: PodCarrierKind } {
  const other = random.anyOf(Object.keys(ownPieces));
  const kind = random.percent(40) && isKind(other) ? other : base.kind;
  const value = kind === base.kind ? structuredClone(base.value) : moved(base, kind);
  const done: string[] = [];
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const place = placeIn(value, kind, random);
    const field = place && random.anyOf(Object.keys(place.pieces));
    if (place === undefined || field === undefined) continue;
    place.holder[field] = structuredClone(random.anyOf(place.pieces[field] ?? []));
    done.push(`${place.name}.${field}`);
  }
  return { kind, value, what: `as ${kind}: ${done.join(", ")}` };
}

function isKind(kind: string | undefined): kind is PodCarrierKind {
  return kind !== undefined && kind in workloadKinds;
}

interface Place {
  readonly name: string;
  readonly holder: Fields;
  readonly pieces: Pieces;
}

function placeIn(value: Fields, kind: PodCarrierKind, random: Random): Place | undefined {
  const podSpec = at(value, podSpecPaths[kind]);
  const container = random.anyOf(objectsAt(podSpec, random.percent(75) ? "containers" : "initContainers"));
  const template = at(value, podSpecPaths[kind].slice(0, -1));
  const metadata = fieldsAt(random.percent(50) ? value : template, "metadata");
  const own = kind === "CronJob" && random.percent(60) ? "Job" : kind;
  const ownSpec = at(value, own === kind ? ["spec"] : ["spec", "jobTemplate", "spec"]);
  const places: readonly (readonly [name: string, holder: Fields | undefined, pieces: Pieces | undefined])[] = [
    ["metadata", metadata, metadataPieces],
    ["pod", podSpec, podPieces],
    ["container", container, containerPieces],
    [own, ownSpec, ownPieces[own]],
  ];
  const [name = "", holder, pieces] = random.anyOf(places) ?? [];
  return holder === undefined || pieces === undefined ? undefined : { name, holder, pieces };
}

function at(value: Fields, path: readonly (string | number)[]): Fields | undefined {
  let found: unknown = value;
  for (const step of path) found = isFields(found) ? found[String(step)] : undefined;
  return isFields(found) ? found : undefined;
}

/** The same pods in an object of another kind, as it would be written for them. */
function moved({ kind: from, value }: BaseDocument, kind: PodCarrierKind): Fields {
  const template = structuredClone(from === "Pod" ? value : (at(value, podSpecPaths[from].slice(0, -1)) ?? {}));
  const labels = fieldsAt(fieldsAt(template, "metadata"), "labels") ?? {};
  const podSpec = { ...fieldsAt(template, "spec") };
  const isJob = kind === "Job" || kind === "CronJob";
  if (isJob) podSpec["restartPolicy"] = "Never";
  else delete podSpec["restartPolicy"];
  const inner = { template: { metadata: { labels: { ...labels } }, spec: podSpec } };
  const selector = kind === "ReplicationController" ? labels : { matchLabels: labels };
  const name = { apiVersion: workloadKinds[kind], kind, metadata: { name: "moved" } };
  if (kind === "CronJob") return { ...name, spec: { schedule: "0 0 * * *", jobTemplate: { spec: inner } } };
  return {
    ...name,
    spec: isJob ? inner : { serviceName: kind === "StatefulSet" ? "a" : undefined, selector, ...inner },
  };
}

import { type FieldInfo, type FieldType, fieldsOfType, isKnownIn } from "../../../shared/api-server/types/api-types.ts";
import { formatPath, type Path } from "../../../shared/basics/path.ts";
import type { KubernetesVersion } from "../../../shared/kubernetes/versions.ts";

/** How many levels down to look for a field: a pod spec is two levels below the spec of a Deployment. */
const depthMax = 3;

/** Where a misplaced field belongs, in words. */
export function placeWords(place: Path): string {
  return place.length === 0 ? "to the top of the object" : `to ${formatPath(place)}`;
}

/** What a misplaced field belongs to; `path` is where it is, relative to an object of this kind. Undefined if nothing is near. */
export function rightPlaceOf(kind: string, path: Path, version: KubernetesVersion): Path | undefined {
  const owner = path.slice(0, -1);
  const name = String(path.at(-1));
  const above = owner
    .map((_, index) => owner.slice(0, index))
    .findLast((each) => hasField(typeAt(kind, each), name, version));
  if (above !== undefined) return above;
  const type = typeAt(kind, owner);
  const below = type === undefined ? undefined : placeBelow(type, name, version);
  return below === undefined ? undefined : [...owner, ...below];
}

/** The nearest place, if there is only one. Of the container lists, the one that every pod has. */
function placeBelow(top: string, field: string, version: KubernetesVersion): Path | undefined {
  // Labels directly in a selector are meant as matchLabels.
  if (hasField(top, "matchLabels", version)) return ["matchLabels"];
  let level: readonly Place[] = [{ type: top, at: [] }];
  for (let depth = 0; depth < depthMax; depth += 1) {
    level = level.flatMap((place) => placesIn(place, version));
    const found = level.filter(({ type }) => hasField(type, field, version)).map(({ at }) => at);
    const ofContainers = found.every((at) => /[cC]ontainers$/.test(String(at.at(-1))));
    if (found.length > 0) return found.length === 1 || ofContainers ? found.find(isOfEveryPod) : undefined;
  }
  return undefined;
}

interface Place {
  readonly type: string;
  readonly at: Path;
}

function placesIn({ type, at }: Place, version: KubernetesVersion): readonly Place[] {
  return [...fieldsOfType(type)].flatMap(([step, info]) => {
    const inside = isKnownIn(info, version) ? objectOf(info) : undefined;
    return inside === undefined ? [] : [{ type: inside, at: [...at, step] }];
  });
}

function isOfEveryPod(at: Path, _: number, all: readonly Path[]): boolean {
  return all.length === 1 || at.at(-1) === "containers";
}

function hasField(type: string | undefined, field: string, version: KubernetesVersion): boolean {
  const info = type === undefined ? undefined : fieldsOfType(type).get(field);
  return info !== undefined && isKnownIn(info, version);
}

/** The type of the object at a path; undefined where there is none. */
function typeAt(kind: string, path: Path): string | undefined {
  let type: FieldType | undefined = { is: "object", type: kind };
  for (const step of path) {
    if (type === undefined) return undefined;
    if (type.is === "object") type = fieldsOfType(type.type).get(String(step))?.type;
    else type = type.is === "list" || type.is === "map" ? type.of : undefined;
  }
  return type?.is === "object" ? type.type : undefined;
}

/** The type of the objects that a field holds, one or a list of them. */
function objectOf({ type }: FieldInfo): string | undefined {
  const inside = type.is === "list" ? type.of : type;
  return inside.is === "object" ? inside.type : undefined;
}

import { fieldsOfType, isKnownIn } from "../../shared/api-server/types/api-types.ts";
import { type Fields, isFields } from "../../shared/api-server/types/fields.ts";
import type { KubernetesVersion } from "../../shared/kubernetes/versions.ts";
import type { BaseDocument } from "./documents.ts";
import { type Source, valueFor } from "./generate.ts";
import { type Place, placesOf, put } from "./places.ts";
import type { Random } from "./random.ts";

export interface Mutated {
  readonly value: Fields;
  /** What was done, for people: `drop spec.containers.0.name`. */
  readonly what: string;
}

type Mutation = (source: Source, place: Place) => string | undefined;

const mutations: readonly (readonly [weight: number, mutation: Mutation])[] = [
  [30, add],
  [12, drop],
  [25, redraw],
  [8, mangle],
  [4, retype],
  [3, rename],
  [6, repeat],
  [4, swap],
  [3, empty],
];
const weightOfAll = mutations.reduce((sum, [weight]) => sum + weight, 0);

/** Changes a document in one to three places. Places below the pod spec are preferred to those of a status. */
export function mutate(base: BaseDocument, random: Random, version: KubernetesVersion): Mutated {
  const value = structuredClone(base.value);
  const source: Source = { random, version, namesInUse: namesIn(value) };
  const done: string[] = [];
  const wanted = 1 + (random.percent(35) ? 1 + random.below(2) : 0);
  for (let attempt = 0; done.length < wanted && attempt < 30; attempt += 1) {
    const place = random.anyOf(placesOf(base.kind, value));
    if (place === undefined) break;
    const what = drawMutation(random)(source, place);
    if (what !== undefined) done.push(`${what} ${place.path.join(".")}`);
  }
  return { value, what: done.join(", ") };
}

function drawMutation(random: Random): Mutation {
  let left = random.below(weightOfAll);
  for (const [weight, mutation] of mutations) {
    if (left < weight) return mutation;
    left -= weight;
  }
  return add;
}

function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isFields(value)) return [];
  const own = typeof value["name"] === "string" ? [value["name"]] : [];
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

/** A field of the object, or an item of the list, that is not there yet. */
function add(source: Source, place: Place): string | undefined {
  const { type, value, name } = place;
  if (type.is === "list" && Array.isArray(value)) {
    value.push(valueFor(source, name, type.of));
    return "add an item to";
  }
  if (type.is === "map" && isFields(value)) {
    Object.assign(value, valueFor(source, name, type));
    return "add a key to";
  }
  if (type.is !== "object" || !isFields(value)) return undefined;
  const free = [...fieldsOfType(type.type)].filter(
    ([each, info]) =>
      !(each in value) && each !== "status" && (isKnownIn(info, source.version) || source.random.percent(5)),
  );
  const [field, info] = source.random.anyOf(free) ?? [];
  if (field === undefined || info === undefined) return undefined;
  value[field] = valueFor(source, field, info.type);
  return `add ${field} to`;
}

function drop(_: Source, { holder, step }: Place): string {
  if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else delete holder[String(step)];
  return "drop";
}

function redraw(source: Source, place: Place): string | undefined {
  if (place.type.is === "object" && place.path.length < 4) return undefined;
  put(place, valueFor(source, place.name, place.type));
  return "draw anew";
}

function mangle({ random }: Source, place: Place): string | undefined {
  const { value } = place;
  if (typeof value === "number")
    put(place, random.pick([-value, value * 1000, value + 1, value + 0.5, 2 ** 31, 2 ** 53]));
  else if (typeof value === "string")
    put(
      place,
      random.pick([
        value.toUpperCase(),
        value.toLowerCase(),
        `${value} `,
        ` ${value}`,
        `${value}_`,
        `-${value}`,
        `${value}.`,
        `${value}/x`,
        `${value}/`,
        value.slice(1),
        value.repeat(8),
        `${value}é`,
      ]),
    );
  else return undefined;
  return "mangle";
}

function retype({ random }: Source, place: Place): string {
  const { value } = place;
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  put(place, random.pick<unknown>([text, Number(value) || 1, true, [value], { a: value }, "", 1.5, []]));
  return "retype";
}

function rename({ random }: Source, { holder, step, value }: Place): string | undefined {
  if (Array.isArray(holder)) return undefined;
  const name = String(step);
  const other = random.pick([name.toLowerCase(), `${name}s`, name.slice(1), name.toUpperCase(), `${name}X`]);
  delete holder[name];
  holder[other] = value;
  return `rename to ${other}`;
}

function repeat(_: Source, { holder, value }: Place): string | undefined {
  if (!Array.isArray(holder)) return undefined;
  holder.push(structuredClone(value));
  return "repeat";
}

function swap({ random }: Source, { holder, step, value }: Place): string | undefined {
  if (Array.isArray(holder)) {
    const other = random.below(holder.length);
    holder[Number(step)] = holder[other];
    holder[other] = value;
    return `swap with ${other}`;
  }
  const other = random.anyOf(Object.keys(holder).filter((each) => typeof holder[each] === typeof value));
  if (other === undefined || other === step) return undefined;
  holder[String(step)] = holder[other];
  holder[other] = value;
  return `swap with ${other}`;
}

function empty({ random }: Source, place: Place): string {
  const isText = typeof place.value === "string";
  put(
    place,
    random.percent(50) ? null : isText ? "" : Array.isArray(place.value) ? [] : isFields(place.value) ? {} : 0,
  );
  return "empty";
}

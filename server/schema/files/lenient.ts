import type * as z from "zod/mini";
import { nearest } from "../../../shared/basics/nearest.ts";
import type { Path } from "../../../shared/basics/path.ts";

export interface ValueProblem {
  readonly path: Path;
  /** `key`: the key is wrong, `value`: what it holds. */
  readonly on: "key" | "value";
  readonly message: string;
  /** The word that was meant, where one is near enough. */
  readonly meant?: string | undefined;
}

type Issue = z.core.$ZodIssue;

/** Each round removes at least one wrong place, so that a text of this many mistakes is read to the end. */
const roundsMax = 100;

/**
 * Parses what people wrote so that one mistake costs only itself: wrong places are taken out and reported, the rest is the value.
 * `knownKeys` gives the keys that may stand at a path, for "did you mean". Undefined if not even the empty object fits.
 */
export function parseLeniently<T>(
  schema: z.ZodMiniType<T>,
  input: unknown,
  knownKeys: (path: Path) => readonly string[],
): { value: T | undefined; problems: readonly ValueProblem[] } {
  const problems: ValueProblem[] = [];
  let remaining = input;
  for (let round = 0; round < roundsMax; round += 1) {
    const result = schema.safeParse(remaining);
    if (result.success) return { value: result.data, problems };
    for (const issue of result.error.issues) problems.push(...problemsOf(issue, remaining, knownKeys));
    remaining = without(remaining, result.error.issues.flatMap(wrongPlaces));
  }
  return { value: schema.safeParse({}).data, problems };
}

function problemsOf(issue: Issue, input: unknown, knownKeys: (path: Path) => readonly string[]): ValueProblem[] {
  const path = pathOf(issue);
  if (issue.code !== "unrecognized_keys")
    return [{ path, on: "value", message: wrongValue(issue, path, valueAt(input, path)) }];
  const known = knownKeys(path);
  return issue.keys.map((key) => ({
    path: [...path, key],
    on: "key",
    message: `Unknown key "${key}". ${nearestOrAll(key, known)}`,
    meant: nearest(key, known),
  }));
}

function nearestOrAll(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  return meant === undefined ? `Known here: ${known.join(", ")}.` : `Did you mean "${meant}"?`;
}

function wrongValue(issue: Issue, path: Path, value: unknown): string {
  // A message of ours came from the schema; zod/mini itself only says "Invalid input".
  if (issue.message !== "Invalid input") return issue.message;
  const name = path.length === 0 ? "The file" : `"${String(path.at(-1))}"`;
  return `${name} cannot be ${shown(value)}. Write ${expected(issue)}.`;
}

function expected(issue: Issue): string {
  if (issue.code === "invalid_value") return wordList(issue.values.map(String));
  if (issue.code !== "invalid_type") return "another value";
  if (issue.expected === "boolean") return "true or false";
  if (issue.expected === "string") return "a text";
  return issue.expected === "array" ? "a list" : "keys with values";
}

/** `a, b or c` */
export function wordList(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

const shownMax = 40;

function shown(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "keys with values";
  const text = String(value);
  const cut = text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
  return typeof value === "string" ? `"${cut}"` : cut;
}

function wrongPlaces(issue: Issue): Path[] {
  const path = pathOf(issue);
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
}

function pathOf(issue: Issue): Path {
  return issue.path.map((step) => (typeof step === "number" ? step : String(step)));
}

function valueAt(value: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  return step === undefined ? value : valueAt(child(value, step), rest);
}

function child(value: unknown, step: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, step)?.value;
}

/** A copy without the places; nothing at all is left of a value that is wrong itself. */
function without(value: unknown, places: readonly Path[]): unknown {
  if (places.some((place) => place.length === 0)) return {};
  if (places.length === 0 || typeof value !== "object" || value === null) return value;
  const wrong = new Set(places.flatMap(([key, ...rest]) => (rest.length === 0 ? [String(key)] : [])));
  const inside = new Map<string, Path[]>();
  for (const [key, ...rest] of places) {
    const known = inside.get(String(key));
    if (known === undefined) inside.set(String(key), [rest]);
    else known.push(rest);
  }
  const kept = Object.entries(value)
    .filter(([key]) => !wrong.has(key))
    .map(([key, item]): [string, unknown] => [key, without(item, inside.get(key) ?? [])]);
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

import { once } from "../../basics/once.ts";
import { type Reader, want } from "./reader.ts";
import { type SlotName, type SlotValues, slotExamples, slotReaders } from "./slots.ts";
import { word } from "./wanted.ts";

type Slots<Pattern> = Pattern extends `${string}{${infer Slot extends SlotName}}${infer Rest}`
  ? Slot | Slots<Rest>
  : never;
type WithoutOptional<Pattern> = Pattern extends `${infer Before}[${string}]${infer After}`
  ? `${Before}${WithoutOptional<After>}`
  : Pattern;

/** The values of a pattern's slots; those in `[…]` are optional. */
type Values<Pattern> = { readonly [Slot in Slots<WithoutOptional<Pattern>>]: SlotValues[Slot] } & {
  readonly [Slot in Slots<Pattern>]?: SlotValues[Slot];
};

type Part =
  | { readonly kind: "words"; readonly words: readonly string[]; readonly detail: string }
  | { readonly kind: "slot"; readonly slot: SlotName }
  | { readonly kind: "optional"; readonly parts: readonly Part[] };

/** One line of the grammar with its meaning. */
export interface Form<Result> {
  readonly pattern: string;
  readonly parts: () => readonly Part[];
  readonly read: (values: Partial<SlotValues>) => Result | undefined;
}

/** Descriptions of small words for completion; some differ before another slot. */
const details: Readonly<Record<string, string>> = {
  after: "counted from the start of the attempt",
  "after {from}": "counted from when the kubelet first sees the pod",
  for: "how long it lasts",
  every: "again and again, so long after it began last",
  in: "how long it takes",
  with: "the exit code",
  within: "counted from when the kubelet first sees the pod",
  "within {rollout}": "counted from the change of the pod template",
  "with grace": "the grace period of the deletion",
  "to create": "time the runtime needs to create the container",
  "to start": "time the runtime needs to start the container",
};

/**
 * A line of the grammar: words, `{slot}` and `[optional]`, as in `exits {code} [after {after}]`. `detail` describes it in completion.
 */
export function form<const Pattern extends string, Result>(
  pattern: Pattern,
  detail: string,
  meaning: (values: Values<Pattern>) => Result,
): Form<Result> {
  const parts = once(() => compile(pattern, detail));
  const required = once(() => parts().flatMap((part) => (part.kind === "slot" ? [part.slot] : [])));
  const isComplete = (values: Partial<SlotValues>): values is Partial<SlotValues> & Values<Pattern> =>
    required().every((slot) => values[slot] !== undefined);
  return { pattern, parts, read: (values) => (isComplete(values) ? meaning(values) : undefined) };
}

/** Reads the first form that matches and moves past it. Undefined if none matches, and the reader knows how far they got. */
export function readForm<Result>(reader: Reader, forms: readonly Form<Result>[]): Result | undefined {
  for (const each of forms) {
    const match = matchParts(reader, each.parts(), { index: reader.index, values: {} });
    const result = match && each.read(match.values);
    if (match === undefined || result === undefined) continue;
    reader.index = match.index;
    return result;
  }
  return undefined;
}

/** Every word of a form, in lower case. */
export function wordsOf(each: Form<unknown>): readonly string[] {
  return each.parts().flatMap(wordsOfPart);
}

interface Match {
  readonly index: number;
  readonly values: Partial<SlotValues>;
}

function matchParts(reader: Reader, parts: readonly Part[], from: Match): Match | undefined {
  const outer = reader.tail;
  let match: Match | undefined = from;
  for (const [index, part] of parts.entries()) {
    reader.tail = exampleOf(parts.slice(index + 1)) + outer;
    match = matchPart(reader, part, match);
    if (match === undefined) break;
  }
  reader.tail = outer;
  return match;
}

/** What the parts require, each after a space: ` within 90s`. */
function exampleOf(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.kind === "optional" ? [] : part.kind === "slot" ? [slotExamples[part.slot]] : part.words))
    .map((text) => ` ${text}`)
    .join("");
}

function matchPart(reader: Reader, part: Part, from: Match): Match | undefined {
  if (part.kind === "optional") return matchParts(reader, part.parts, from) ?? from;
  if (part.kind === "words") {
    const index = matchWords(reader, part.words, part.detail, from.index);
    return index === undefined ? undefined : { index, values: from.values };
  }
  const read = slotReaders[part.slot](reader, from.index);
  return read && { index: read.index, values: { ...from.values, [part.slot]: read.value } };
}

function matchWords(reader: Reader, words: readonly string[], detail: string, from: number): number | undefined {
  for (const [offset, expected] of words.entries()) {
    const index = from + offset;
    want(reader, index, [word(words.slice(offset).join(" "), detail)]);
    const token = reader.tokens[index];
    if (token?.kind !== "word" || token.lower !== expected.toLowerCase()) return undefined;
  }
  return from + words.length;
}

function compile(pattern: string, detail: string): readonly Part[] {
  const parts: Part[] = [];
  const pieces = [...pattern.matchAll(/\[[^[\]]*\]|\{\w+\}|[^[\]{}]+/g)];
  for (const [index, [piece]] of pieces.entries()) {
    const inside = piece.slice(1, -1);
    if (piece.startsWith("[")) parts.push({ kind: "optional", parts: compile(inside, detail) });
    else if (piece.startsWith("{")) parts.push({ kind: "slot", slot: slotNamed(inside) });
    else if (piece.trim() !== "")
      parts.push(wordsPart(piece.trim(), details[piece + (pieces[index + 1]?.[0] ?? "")] ?? detail));
  }
  return parts;
}

function wordsPart(words: string, detail: string): Part {
  return { kind: "words", words: words.split(" "), detail: details[words] ?? detail };
}

function slotNamed(name: string): SlotName {
  if (!isSlot(name)) throw new Error(`no slot is named ${name}`);
  return name;
}

function isSlot(name: string): name is SlotName {
  return Object.hasOwn(slotReaders, name);
}

function wordsOfPart(part: Part): readonly string[] {
  if (part.kind === "optional") return part.parts.flatMap(wordsOfPart);
  return part.kind === "words" ? part.words.map((each) => each.toLowerCase()) : [];
}

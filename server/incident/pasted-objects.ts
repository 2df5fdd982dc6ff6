import type { PlacedValue } from "../../shared/evidence/objects.ts";
import { objectEnd } from "../manifest/text/json-text.ts";
import { parsedJson, type ReadValues } from "./json-stream.ts";
import { readYamlValues } from "./yaml-values.ts";

/** Objects of a text, and its other lines. */
interface PastedObjects extends ReadValues {
  /** As many lines as there were: those of objects are empty. */
  readonly others: readonly string[];
}

const notesMax = 5;
/** Each is looked for to the end of the text. */
const cutsMax = 20;

/** Keys that an object begins with, as kubectl and people write it. */
const firstKey = /^(?:apiVersion|kind|metadata|items|status):(?:\s|$)/;
const topKey = /^([a-z]\w{0,62}):(?:\s|$)/;
/** Goes on with a value of an object: indented, an item, a comment, or the end of a flow. */
const inside = /^(?:\s|- |-$|#|[\]}]|$)/;

/**
 * Reads the objects that stand in a text, as YAML or JSON, between commands, words, and what kubectl prints else. One may follow the
 * other without a separator.
 */
export function readPastedObjects(path: string, lines: readonly string[]): PastedObjects {
  const others = [...lines];
  const values: PlacedValue[] = [];
  const notes: string[] = [];
  for (const { start, end, read } of blocksIn(lines)) {
    const block = read(path);
    others.fill("", start, end);
    for (const { value, line } of block.values) values.push({ value, line: start + line });
    notes.push(...block.notes);
  }
  return { values, notes: notes.slice(0, notesMax), others };
}

/** Lines of one object, from `start` to before `end`. Lines of what is read count from 1. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly read: (path: string) => ReadValues;
}

function blocksIn(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  const json = new JsonBlocks(lines);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const block = line.startsWith("{") ? json.blockAt(at) : firstKey.test(line) ? yamlBlockAt(lines, at) : undefined;
    if (block !== undefined) blocks.push(block);
    at = block?.end ?? at + 1;
  }
  return blocks;
}

/** Up to a line that is of no object, or that begins another one by a key that this one has. */
function yamlBlockAt(lines: readonly string[], start: number): Block {
  const keys = new Set<string>();
  let end = start;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    const key = topKey.exec(line)?.[1];
    if (key === undefined ? !inside.test(line) : keys.has(key) && firstKey.test(line)) break;
    if (key !== undefined) keys.add(key);
  }
  return { start, end, read: (path) => readYamlLines(path, lines.slice(start, end), start) };
}

/** Of an object that a paste cut off, the last line may be a part of one. */
function readYamlLines(path: string, lines: readonly string[], start: number): ReadValues {
  const whole = readYamlValues(path, lines.join("\n"), start);
  if (whole.notes.length === 0) return whole;
  const last = lines.findLastIndex((line) => line !== "");
  const cut = readYamlValues(path, lines.slice(0, last).join("\n"), start);
  return cut.notes.length === 0 ? cut : whole;
}

/** Finds where objects of JSON end. */
class JsonBlocks {
  readonly #lines: readonly string[];
  #text: string | undefined;
  #starts: readonly number[] = [];
  #cuts = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Undefined for what is no object, such as a line of a program. */
  blockAt(index: number): Block | undefined {
    if (this.#cuts >= cutsMax) return undefined;
    const text = this.#text ?? this.#join();
    const from = this.#starts[index] ?? 0;
    const until = objectEnd(text, from);
    if (until === undefined) {
      this.#cuts += 1;
      const isObject = this.#lines.slice(index, index + 3).some((line) => /"(?:apiVersion|kind)"/.test(line));
      const note = (path: string): string => `${path}:${index + 1}: the object is cut off and is not read.`;
      return isObject
        ? { start: index, end: index + 1, read: (path) => ({ values: [], notes: [note(path)] }) }
        : undefined;
    }
    let end = index + 1;
    while ((this.#starts[end] ?? text.length) < until) end += 1;
    const value = parsedJson(text.slice(from, until));
    if (value === undefined) {
      if (end > index + 1) this.#cuts += 1;
      return undefined;
    }
    return { start: index, end, read: () => ({ values: [{ value, line: 1 }], notes: [] }) };
  }

  #join(): string {
    const starts: number[] = [];
    let at = 0;
    for (const line of this.#lines) {
      starts.push(at);
      at += line.length + 1;
    }
    this.#starts = starts;
    this.#text = this.#lines.join("\n");
    return this.#text;
  }
}

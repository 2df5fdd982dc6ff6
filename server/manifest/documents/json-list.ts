import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { jsonStringEnd, jsonValueEnd, skipJsonBlanks } from "../text/json-text.ts";
import type { ListItem } from "../text/model.ts";
import { type CutList, type ListPart, lengthMin } from "./list-items.ts";

/**
 * Cuts a `List` in JSON behind the commas between its items, so that an edit in one item leaves the others as they are, even if all
 * stand on one line. Undefined if it is not one, or it is not JSON.
 */
export function cutJsonList(text: string, { start, end }: OffsetRange): CutList | undefined {
  if (end - start < lengthMin) return undefined;
  const list = readList(text, skipJsonBlanks(text, start));
  if (list === undefined || list.items.length === 0 || text.slice(list.end, end).trim() !== "") return undefined;
  const first = list.items[0]?.start ?? end;
  const last = list.items.at(-1)?.end ?? end;
  const frame = text.slice(start, first) + text.slice(last, end);
  const header = headerOf(list.fields);
  if (header === undefined || /[cC]ontainers|KubeletConfiguration/.test(frame)) return undefined;
  const items = list.items.map(
    (item, index): ListPart => ({
      start: item.start,
      end: list.items[index + 1]?.start ?? last,
      listItem: { ...header, index, indent: undefined },
    }),
  );
  return {
    parts: [{ start, end: first, listItem: "frame" }, ...items, { start: last, end, listItem: "frame" }],
  };
}

/** The text of an item without the comma and the blanks behind it. */
export function withoutComma(text: string): string {
  return text.slice(0, text.lastIndexOf("}") + 1);
}

interface JsonList {
  /** What the fields say that hold a text. */
  readonly fields: ReadonlyMap<string, string | undefined>;
  readonly items: readonly OffsetRange[];
  readonly end: number;
}

function readList(text: string, start: number): JsonList | undefined {
  if (text[start] !== "{") return undefined;
  const fields = new Map<string, string | undefined>();
  let items: readonly OffsetRange[] = [];
  let at = start;
  do {
    const field = readField(text, skipJsonBlanks(text, at + 1));
    if (field === undefined || fields.has(field.key)) return undefined;
    const found = field.key === "items" ? itemsIn(text, field.valueStart) : undefined;
    if (field.key === "items" && found === undefined) return undefined;
    items = found?.items ?? items;
    const valueEnd = found?.end ?? jsonValueEnd(text, field.valueStart);
    if (valueEnd === undefined) return undefined;
    const isText = text[field.valueStart] === '"';
    fields.set(field.key, isText ? text.slice(field.valueStart + 1, valueEnd - 1) : undefined);
    at = skipJsonBlanks(text, valueEnd);
  } while (text[at] === ",");
  return text[at] === "}" ? { fields, items, end: at + 1 } : undefined;
}

function readField(text: string, start: number): { readonly key: string; readonly valueStart: number } | undefined {
  if (text[start] !== '"') return undefined;
  const end = jsonStringEnd(text, start);
  const colon = skipJsonBlanks(text, end);
  return text[colon] === ":"
    ? { key: text.slice(start + 1, end - 1), valueStart: skipJsonBlanks(text, colon + 1) }
    : undefined;
}

/** Every item is an object. */
function itemsIn(
  text: string,
  start: number,
): { readonly items: readonly OffsetRange[]; readonly end: number } | undefined {
  if (text[start] !== "[") return undefined;
  const items: OffsetRange[] = [];
  let at = start;
  do {
    const from = skipJsonBlanks(text, at + 1);
    const end = text[from] === "{" ? jsonValueEnd(text, from) : undefined;
    if (end === undefined) return undefined;
    items.push({ start: from, end });
    at = skipJsonBlanks(text, end);
  } while (text[at] === ",");
  return text[at] === "]" ? { items, end: at + 1 } : undefined;
}

function headerOf(fields: JsonList["fields"]): Pick<ListItem, "kind" | "apiVersion"> | undefined {
  const kind = /^(\w*)List$/.exec(fields.get("kind") ?? "")?.[1];
  const apiVersion = fields.get("apiVersion");
  if (kind === undefined || apiVersion === undefined || !/^[\w./-]+$/.test(apiVersion)) return undefined;
  return { kind, apiVersion: kind === "" ? "" : apiVersion };
}

import { type Fields, isFields } from "../../shared/api-server/types/fields.ts";
import type { Random } from "./random.ts";

// The same object in the many ways in which people and programs write it.

type Style = "block" | "flow" | "json";

/** A text that holds these objects: one after the other, or as the items of a list. */
export function writeObjects(random: Random, objects: readonly Fields[]): string {
  const asList = random.percent(objects.length > 1 ? 50 : 15);
  const all: readonly Fields[] = asList
    ? [{ apiVersion: "v1", kind: listKind(random, objects), items: objects }]
    : objects;
  if (random.percent(12))
    return all.map((each) => JSON.stringify(each, undefined, random.percent(50) ? 2 : 0)).join("\n");
  const style: Style = random.percent(15) ? "flow" : "block";
  const texts = all.map((each) => `${new Writer(random).document(each, style)}\n`);
  const separator = random.pick(["---\n", "--- # next\n", "---\n# a comment\n", "---\n---\n"]);
  const text = `${random.percent(30) ? "---\n" : ""}${texts.join(separator)}`;
  return random.percent(5) ? text.replaceAll("\n", "\r\n") : text;
}

function listKind(random: Random, objects: readonly Fields[]): string {
  const kinds = new Set(objects.map(({ kind }) => String(kind)));
  return kinds.size === 1 && random.percent(30) ? `${[...kinds].join("")}List` : "List";
}

/** Writes one document. Its anchors are named in order. */
class Writer {
  private readonly random: Random;
  private readonly anchors = new Map<string, string>();
  private anchored = 0;

  constructor(random: Random) {
    this.random = random;
  }

  document(value: Fields, style: Style): string {
    return style === "block" ? this.block(value, 0) : this.flow(value);
  }

  private block(value: unknown, indent: number): string {
    if (isFields(value) && Object.keys(value).length > 0) return this.blockMap(value, indent);
    if (Array.isArray(value) && value.length > 0) return this.blockList(value, indent);
    return this.flow(value);
  }

  private blockMap(map: Fields, indent: number): string {
    const blanks = " ".repeat(indent);
    return Object.entries(map)
      .map(([key, value]) => `${blanks}${this.key(key)}:${this.behind(value, indent)}`)
      .join("\n");
  }

  private blockList(list: readonly unknown[], indent: number): string {
    const blanks = " ".repeat(indent);
    return list
      .map((item) => {
        if (!isFields(item) || Object.keys(item).length === 0) return `${blanks}-${this.behind(item, indent)}`;
        return `${blanks}- ${this.blockMap(item, indent + 2).trimStart()}`;
      })
      .join("\n");
  }

  /** What follows a colon or a dash. */
  private behind(value: unknown, indent: number): string {
    const isOpen = (isFields(value) || Array.isArray(value)) && Object.keys(value).length > 0;
    if (!isOpen) return ` ${this.scalar(value, indent)}${this.random.percent(2) ? " # why" : ""}`;
    const text = JSON.stringify(value);
    const known = this.anchors.get(text);
    if (known !== undefined && this.random.percent(60)) return ` *${known}`;
    if (this.random.percent(6)) return ` ${this.flow(value)}`;
    const anchor = this.random.percent(8) ? this.anchor(text) : "";
    const deeper = Array.isArray(value) && this.random.percent(50) ? indent : indent + 2;
    return `${anchor}\n${this.block(value, deeper)}`;
  }

  private anchor(text: string): string {
    this.anchored += 1;
    this.anchors.set(text, `a${this.anchored}`);
    return ` &a${this.anchored}`;
  }

  private flow(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.flow(item)).join(", ")}]`;
    if (!isFields(value)) return this.inFlow(value);
    const entries = Object.entries(value).map(([key, each]) => `${this.key(key)}: ${this.flow(each)}`);
    return `{${entries.join(", ")}}`;
  }

  private inFlow(value: unknown): string {
    const written = this.scalar(value, -1);
    return typeof value === "string" && /[,[\]{}]/.test(value) && !/^["']/.test(written)
      ? JSON.stringify(value)
      : written;
  }

  private key(key: string): string {
    if (this.random.percent(3)) return JSON.stringify(key);
    return isPlain(key) ? key : JSON.stringify(key);
  }

  private scalar(value: unknown, indent: number): string {
    if (value === null || value === undefined) return this.random.pick(["null", "~", "", "Null"]) || "null";
    if (typeof value === "number") return this.number(value);
    if (typeof value === "boolean") return this.boolean(value);
    if (typeof value === "string") return this.text(value, indent);
    return Array.isArray(value) ? "[]" : "{}";
  }

  private number(value: number): string {
    const isWhole = Number.isInteger(value) && value >= 0 && value < 2 ** 31;
    if (!isWhole || this.random.percent(93)) return String(value);
    return this.random.pick([
      `0x${value.toString(16)}`,
      `0${value.toString(8)}`,
      `0o${value.toString(8)}`,
      `+${value}`,
      `${value}.0`,
      `${value}e0`,
      `!!int "${value}"`,
      `!!int ${value}`,
      `!!str ${value}`,
      `!!float ${value}`,
      `"${value}"`,
      String(value).replace(/(\d)(\d{3})$/, "$1_$2"),
      `0b${value.toString(2)}`,
    ]);
  }

  private boolean(value: boolean): string {
    if (this.random.percent(90)) return String(value);
    return this.random.pick(
      value ? ["yes", "on", "True", "TRUE", "y", "!!bool yes", '"true"'] : ["no", "off", "False", "n", "!!bool no"],
    );
  }

  private text(value: string, indent: number): string {
    if (this.random.percent(3) && value !== "") return this.oddText(value, indent);
    if (isPlain(value) && this.random.percent(80)) return value;
    return this.random.percent(50) && !/[\n\r\t\0]/.test(value)
      ? `'${value.replaceAll("'", "''")}'`
      : JSON.stringify(value);
  }

  private oddText(value: string, indent: number): string {
    const isLine = !/[\n\r\t\0]/.test(value) && value.trim() === value;
    const blanks = " ".repeat(Math.max(indent, 0) + 4);
    const base64 = btoa(String.fromCodePoint(...new TextEncoder().encode(value)));
    return this.random.pick([
      `!!str ${JSON.stringify(value)}`,
      `!!binary ${base64}`,
      `!!binary "${base64}"`,
      indent >= 0 && isLine ? `|-\n${blanks}${value}` : JSON.stringify(value),
      indent >= 0 && isLine ? `>-\n${blanks}${value}` : JSON.stringify(value),
      `! ${JSON.stringify(value)}`,
      `!custom ${JSON.stringify(value)}`,
      isPlain(value) ? `!!str ${value}` : JSON.stringify(value),
    ]);
  }
}

/** As nobody would put quotes around it, and as YAML 1.1 reads it as a text. */
function isPlain(text: string): boolean {
  if (!/^[A-Za-z_/][\w./()*-]*(?: [\w./()*-]+)*$/.test(text)) return false;
  return !/^(?:y|n|yes|no|on|off|true|false|null|~)$/i.test(text);
}

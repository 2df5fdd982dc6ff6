import type { TreeNode } from "../../manifest/text/model.ts";
import type { FieldValue } from "../core/model.ts";

/** The style of the text around a new field. */
export interface TextStyle {
  readonly eol: string;
  /** Before the keys of the map that gets the field; block style only. */
  readonly indent: string;
  readonly flow: boolean;
  /** Keys and strings are in double quotes. */
  readonly json: boolean;
  /** A field of the same kind that is written already: what is in braces there is in braces here. */
  readonly like?: TreeNode | undefined;
}

const step = "  ";

/** `field: value` without a line break at either end. */
export function writeField(field: string, value: FieldValue, style: TextStyle): string {
  const key = style.json ? JSON.stringify(field) : scalarText(field, style);
  if (typeof value === "string" && isBlock(value, style)) return `${key}: ${blockScalar(value, style)}`;
  const isInBraces = style.flow || isFlow(style.like);
  if (isInBraces || !isCollection(value) || isEmpty(value)) return `${key}: ${inlineText(value, style)}`;
  const inner = { ...style, indent: `${style.indent}${Array.isArray(value) ? "" : step}` };
  return `${key}:${style.eol}${inner.indent}${blockText(value, inner)}`;
}

/** Whether a text is written as a block scalar: where it has lines, none of which YAML would change. */
export function isBlock(text: string, { flow, json }: TextStyle): boolean {
  return !flow && !json && /^\S[^\r]*[^\s]$/s.test(text) && text.includes("\n");
}

/** `|-` and the lines below it. */
export function blockScalar(text: string, { eol, indent }: TextStyle): string {
  return ["|-", ...text.split("\n").map((line) => (line === "" ? "" : `${indent}${step}${line}`))].join(eol);
}

/** On one line. */
export function inlineText(value: FieldValue, style: TextStyle): string {
  if (Array.isArray(value)) return `[${value.map((item: FieldValue) => inlineText(item, style)).join(", ")}]`;
  if (typeof value !== "object") return scalarText(value, style);
  const fields = Object.entries(value).map(([key, item]: [string, FieldValue]) => {
    return `${style.json ? JSON.stringify(key) : scalarText(key, style)}: ${inlineText(item, style)}`;
  });
  return `{${fields.join(", ")}}`;
}

/** The lines of a list or map; the first without indentation, the others with it. */
function blockText(value: FieldValue, style: TextStyle): string {
  const lineBreak = `${style.eol}${style.indent}`;
  if (Array.isArray(value)) {
    const inner = { ...style, indent: `${style.indent}${step}` };
    return value
      .map(
        (item: FieldValue) =>
          `- ${isCollection(item) && !isEmpty(item) ? blockText(item, inner) : inlineText(item, style)}`,
      )
      .join(lineBreak);
  }
  if (typeof value !== "object") return scalarText(value, style);
  return Object.entries(value)
    .map(([key, item]: [string, FieldValue]) => writeField(key, item, { ...style, like: childOf(style.like, key) }))
    .join(lineBreak);
}

/** Plain if every YAML parser reads the same string, else in double quotes. */
function scalarText(value: string | number | boolean, { json }: TextStyle): string {
  if (typeof value !== "string") return String(value);
  const isPlain = /^[A-Za-z/][\w./-]*$/.test(value) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(value);
  return isPlain && !json ? value : JSON.stringify(value);
}

function isFlow(like: TreeNode | undefined): boolean {
  return like !== undefined && like.type !== "scalar" && like.flow;
}

/** The value of that key; of another one where it has none, because people write the checks of all probes in one way. */
function childOf(like: TreeNode | undefined, key: string): TreeNode | undefined {
  if (like?.type !== "map") return undefined;
  const found = like.entries.find((entry) => entry.key === key);
  return (found ?? like.entries.find(({ value }) => value.type === "map"))?.value;
}

function isCollection(value: FieldValue): value is Extract<FieldValue, object> {
  return typeof value === "object";
}

function isEmpty(value: Extract<FieldValue, object>): boolean {
  return Object.keys(value).length === 0;
}

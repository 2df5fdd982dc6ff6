// The same objects in several forms: as documents, as one List, as JSON on one line, and several times over.

import { readFileSync } from "node:fs";
import path from "node:path";
import { parseAllDocuments } from "yaml";

const bundle = path.join(import.meta.dirname, "bundle300.yaml");

/**
 * The first bytes of the bundle, or the bundle several times over with other names, cut between two documents.
 * @param {number} bytes
 */
export function documentsOf(bytes) {
  const texts = readFileSync(bundle, "utf8")
    .split(/^---[^\n]*\n/m)
    .filter((text) => /^kind:/m.test(text));
  const chosen = [];
  for (let length = 0, index = 0; length < bytes; index += 1) {
    const copy = Math.floor(index / texts.length);
    const text = texts[index % texts.length] ?? "";
    const own = copy === 0 ? text : text.replace(/^( *image: *\S*)/gm, `$1-${copy}`);
    chosen.push(own.endsWith("\n") ? own : `${own}\n`);
    length += own.length + 4;
  }
  return chosen;
}

/** @param {readonly string[]} documents */
export function asDocuments(documents) {
  return documents.map((text) => `---\n${text}`).join("");
}

/** @param {readonly string[]} documents */
export function asList(documents) {
  const items = documents.map((text) => `- ${text.replace(/^(?=.)/gm, "  ").trimStart()}`);
  return `apiVersion: v1\nkind: List\nitems:\n${items.map(firstFieldOnDash).join("")}`;
}

/** @param {readonly string[]} documents */
export function asJsonLine(documents) {
  const items = documents.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() ?? {}));
  return `${JSON.stringify({ apiVersion: "v1", kind: "List", items })}\n`;
}

/** Comments above the first field go: the dash stands before a field. @param {string} item */
function firstFieldOnDash(item) {
  const lines = item.split("\n");
  const first = lines.findIndex((line) => /^(?:- | {2})[A-Za-z"']/.test(line));
  if (first < 1) return item;
  return [`- ${(lines[first] ?? "").slice(2)}`, ...lines.slice(first + 1)].join("\n");
}

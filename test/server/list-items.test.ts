import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Context } from "../../server/features/core/feature.ts";
import { documentsIn } from "../../server/features/core/places.ts";
import { isIndependent } from "../../server/manifest/documents/list-items.ts";
import { parseManifest } from "../../server/manifest/documents/parse.ts";
import type { Manifest } from "../../server/manifest/text/model.ts";
import { once } from "../../shared/basics/once.ts";
import { contextOf, host } from "./features/harness.ts";
import { unmarked } from "./rules/check-rules.ts";

// A long list is read item by item. What is shown of it is what is shown of the list as a whole.

const cases = path.join(import.meta.dirname, "rules/cases");

/** The documents of the rules' cases, as items of a list. */
function itemsOf(indent: number): readonly string[] {
  return readdirSync(cases).flatMap((rule) =>
    readdirSync(path.join(cases, rule))
      .filter((name) => name.endsWith(".yaml") && !name.endsWith(".fixed.yaml"))
      .flatMap((name) => unmarked(readFileSync(path.join(cases, rule, name), "utf8")).split(/^---.*\n/m))
      .filter((text) => /^(?:apiVersion|kind):/.test(text) && !text.includes("List") && !/^\S.*\n---/m.test(text))
      .map((text) => asItem(text, indent))
      .filter((text) => isIndependent(text, indent) && isReadable(text)),
  );
}

/** A list with broken YAML in it is silent as a whole, and one with a template is a template as a whole. */
function isReadable(item: string): boolean {
  const { documents } = parseManifest(`items:\n${item}`, undefined, { all: true });
  return (
    documents.length === 1 && documents.every(({ document }) => document.problems.length === 0 && !document.templated)
  );
}

function asItem(text: string, indent: number): string {
  const lines = text.trimEnd().split("\n");
  return lines.map((line, index) => `${" ".repeat(indent)}${index === 0 ? "- " : "  "}${line}\n`).join("");
}

/** The same objects in JSON. */
function jsonOf(items: readonly string[], space: number): string {
  const { documents } = parseManifest(`items:\n${items.join("")}`, undefined, { all: true });
  const value = documents.map(({ document }) => document.value());
  return JSON.stringify({ apiVersion: "v1", kind: "List", ...Object.assign({}, ...value), metadata: {} }, null, space);
}

const everywhere = (context: Context) => ({
  start: { line: 0, character: 0 },
  end: { line: context.document.lineCount, character: 0 },
});

/** The same file, read as a whole. */
function whole(context: Context): Context {
  return { ...context, manifest: parseManifest(context.document.getText(), undefined, {}) };
}

/** One in a few of the items, so that a list is just long enough to be cut; all of them are in one of the lists. */
const listed = (items: readonly string[], list: number) => items.filter((_, index) => index % 3 === list % 3);

const yamlLists = [0, 2].map((indent, list) => {
  const items = listed(itemsOf(indent), list);
  const tail = indent === 0 ? 'kind: List\nmetadata:\n  resourceVersion: ""\n' : "";
  const head = indent === 0 ? "apiVersion: v1\nitems:\n" : "# All.\napiVersion: v1\nkind: List\nitems:\n";
  return { name: `dashes at column ${indent}`, text: head + items.join("") + tail, language: "yaml" };
});
const jsonLists = [
  { name: "JSON on one line", space: 0 },
  { name: "JSON on many lines", space: 4 },
].map(({ name, space }, list) => {
  const items = listed(itemsOf(0), 2 + list);
  return {
    name,
    text: jsonOf(
      items.filter((item) => isIndependent(item, undefined)),
      space,
    ),
    language: "json",
  };
});
const lists = [...yamlLists, ...jsonLists];

describe.each(lists)("$name", ({ text, language }) => {
  // Both are analyzed once, as in an editor.
  const both = once(async () => {
    const cut = await contextOf(text, { language });
    return { cut, list: whole(cut) };
  });

  test("is cut, and judged as if it were not", async () => {
    const { cut, list } = await both();
    expect(cut.manifest.documents.length).toBeGreaterThan(20);
    expect(list.manifest.documents).toHaveLength(1);
    const ofItems = await host.diagnostics(cut, () => false);
    const ofList = await host.diagnostics(list, () => false);
    const shown = (all: typeof ofItems) =>
      all.map(({ range: { start }, code, message }) => `${start.line}:${start.character} ${code} ${message}`).sort();
    expect(shown(ofItems)).toEqual(shown(ofList));
  });

  test("has the same hints and the same outline", async () => {
    const { cut, list } = await both();
    const hints = (context: Context) =>
      host
        .inlayHints(context, everywhere(context))
        .map(({ position, label }) => ({ position, label }))
        .sort((left, right) => left.position.line - right.position.line);
    expect(hints(cut)).toEqual(hints(list));
    const names = (context: Context) =>
      host.symbols(context).map(({ name, detail, children }) => ({ name, detail, children }));
    expect(names(cut)).toEqual(names(list));
  });

  test("has the same hovers, completions and actions", async () => {
    const { cut, list } = await both();
    let places = 0;
    for (let offset = 97; offset < text.length; offset += 1201, places += 1) {
      const place = cut.document.positionAt(offset);
      expect(host.hover(cut, place), `hover at ${place.line}:${place.character}`).toEqual(host.hover(list, place));
      const labels = (context: Context) =>
        host.completions(context, place).map(({ label, textEdit }) => ({ label, textEdit }));
      expect(labels(cut), `completions at ${place.line}:${place.character}`).toEqual(labels(list));
      // What is offered is judged with all of the list each time: one place in a few is enough.
      if (places % 8 !== 0) continue;
      const actions = (context: Context) =>
        host.codeActions(
          context,
          { range: { start: place, end: place }, diagnostics: [], wants: () => true },
          () => false,
        );
      expect(await actions(cut), `actions at ${place.line}:${place.character}`).toEqual(await actions(list));
    }
  });
});

describe("a List in JSON", () => {
  const items = itemsOf(0).filter((item) => isIndependent(item, undefined));
  const text = jsonOf(items, 0);
  const between = /\},\{(?="(?:apiVersion|kind)")/;
  const read = (now: string, previous?: Manifest): Manifest => parseManifest(now, previous, { cutLists: true });
  const before = read(text);

  test("leaves the other items as they are when one is edited", () => {
    const changed = read(text.replace('"image":"', '"image":"typed-'), before);
    const kept = changed.documents.filter(({ document }, index) => document === before.documents[index]?.document);
    expect(before.documents).toHaveLength(items.length + 2);
    expect(kept).toHaveLength(before.documents.length - 1);
  });

  test("stands on one line with all of its items", () => {
    expect(before.documents.map(({ startLine }) => startLine)).toEqual(before.documents.map(() => 0));
    const line = { line: 0, character: 0 };
    expect(documentsIn(before, { start: line, end: line })).toHaveLength(before.documents.length);
  });

  test.each([
    ["a quote that is never closed", text.replace('"image":"', '"image":""')],
    ["a comma that is missing", text.replace(between, "}{")],
    ["a bracket of the other kind", text.replace("]}", "}}")],
    ["a template", text.replace(between, "},{{ .Values.pod }},{")],
    ["an anchor", text.replace('"image":', '"image":&a ')],
    ["a comment of YAML", text.replace(between, "}, # cadence: app: crashes\n{")],
    ["an item that is no object", text.replace(between, "},5,{")],
    ["its items twice", text.replace('"items":', '"items":[],"items":')],
    ["conflict markers", text.replace('"image":"', '"image":"<<<<<<< ')],
    ["another kind", text.replace('"kind":"List"', '"kind":"Pods"')],
  ])("is read as a whole with %s", (_, changed) => {
    expect(changed).not.toBe(text);
    expect(read(changed, before).documents).toHaveLength(1);
  });
});

describe("an edit", () => {
  const items = itemsOf(0);
  const listOf = (all: readonly string[]): string => `apiVersion: v1\nkind: List\nitems:\n${all.join("")}`;
  const read = (text: string, previous?: Manifest): Manifest => parseManifest(text, previous, { cutLists: true });
  const before = read(listOf(items));

  test("leaves the other items as they are", () => {
    const changed = read(listOf(items.with(5, `${items[5] ?? ""}  # typed\n`)), before);
    const kept = changed.documents.filter(({ document }, index) => document === before.documents[index]?.document);
    expect(kept).toHaveLength(before.documents.length - 1);
  });

  test.each([
    ["an alias", "- kind: Pod\n  metadata: *meta\n"],
    ["a template", "- kind: Pod\n  metadata: {{ .Values.meta }}\n"],
    ["a scenario between two items", "- kind: Pod\n# cadence: app: crashes\n"],
    ["an item that is no object", "- 5\n"],
    ["a line that belongs to nothing", "- kind: Pod\nx\n"],
  ])("that brings %s has the list read as a whole", (_, item) => {
    expect(read(listOf([...items, item]), before).documents).toHaveLength(1);
  });

  test("in a short list changes all of it", () => {
    expect(read(listOf(items.slice(0, 2))).documents).toHaveLength(1);
  });
});

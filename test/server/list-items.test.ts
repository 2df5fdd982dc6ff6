import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Context } from "../../server/features/feature.ts";
import { isIndependent } from "../../server/manifest/list-items.ts";
import type { Manifest } from "../../server/manifest/model.ts";
import { parseManifest } from "../../server/manifest/parse.ts";
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

/** A list with broken YAML in it is silent as a whole. */
function isReadable(item: string): boolean {
  const { documents } = parseManifest(`items:\n${item}`, undefined, { all: true });
  return documents.length === 1 && documents.every(({ document }) => document.problems.length === 0);
}

function asItem(text: string, indent: number): string {
  const lines = text.trimEnd().split("\n");
  return lines.map((line, index) => `${" ".repeat(indent)}${index === 0 ? "- " : "  "}${line}\n`).join("");
}

const everywhere = (context: Context) => ({
  start: { line: 0, character: 0 },
  end: { line: context.document.lineCount, character: 0 },
});

/** The same file, read as a whole. */
function whole(context: Context): Context {
  return { ...context, manifest: parseManifest(context.document.getText(), undefined, {}) };
}

const lists = [0, 2].map((indent) => {
  // One of a few is enough, and each has to be played twice.
  const items = itemsOf(indent).filter((_, index) => index % 3 === 0);
  const tail = indent === 0 ? 'kind: List\nmetadata:\n  resourceVersion: ""\n' : "";
  const head = indent === 0 ? "apiVersion: v1\nitems:\n" : "# All.\napiVersion: v1\nkind: List\nitems:\n";
  return { name: `dashes at column ${indent}`, text: head + items.join("") + tail };
});

describe.each(lists)("$name", ({ text }) => {
  test("is cut, and judged as if it were not", async () => {
    const cut = await contextOf(text);
    expect(cut.manifest.documents.length).toBeGreaterThan(20);
    expect(whole(cut).manifest.documents).toHaveLength(1);
    const ofItems = await host.diagnostics(cut, () => false);
    const ofList = await host.diagnostics(whole(cut), () => false);
    const shown = (all: typeof ofItems) =>
      all.map(({ range, code, message }) => `${range.start.line}: ${code} ${message}`).sort();
    expect(shown(ofItems)).toEqual(shown(ofList));
  });

  test("has the same hints and the same outline", async () => {
    const cut = await contextOf(text);
    const hints = (context: Context) =>
      host
        .inlayHints(context, everywhere(context))
        .map(({ position, label }) => ({ position, label }))
        .sort((left, right) => left.position.line - right.position.line);
    expect(hints(cut)).toEqual(hints(whole(cut)));
    const names = (context: Context) =>
      host.symbols(context).map(({ name, detail, children }) => ({ name, detail, children }));
    expect(names(cut)).toEqual(names(whole(cut)));
  });

  test("has the same hovers, completions and actions", async () => {
    const cut = await contextOf(text);
    const list = whole(cut);
    for (let offset = 97; offset < text.length; offset += 1201) {
      const place = cut.document.positionAt(offset);
      expect(host.hover(cut, place), `hover at ${place.line}:${place.character}`).toEqual(host.hover(list, place));
      const labels = (context: Context) =>
        host.completions(context, place).map(({ label, textEdit }) => ({ label, textEdit }));
      expect(labels(cut), `completions at ${place.line}:${place.character}`).toEqual(labels(list));
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

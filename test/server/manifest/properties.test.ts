import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { cadenceComments } from "../../../server/manifest/pods/comments.ts";
import type { Manifest, ManifestDocument, TreeNode } from "../../../server/manifest/text/model.ts";
import { pathAt } from "../../../server/manifest/text/position.ts";
import { nodeAt, rangeOf } from "../../../server/manifest/text/ranges.ts";
import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { numRunsOf } from "../../extent.ts";

const deployment = `# A licence
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: "web"}}
spec:
  template:
    spec:
      containers:
      # cadence: starts in 40s
      - name: app # cadence: crashes after 5m
        image: registry.example/app:1.0
        args: [sh, '-c', "sleep 1"]
        livenessProbe: &probe
          httpGet:
            path: /
            port: 8080
        readinessProbe:
          <<: *probe
          periodSeconds: 010
        env:
        - name: SCRIPT
          value: |-
            echo {{ x }}
              yes
`;
const service = "apiVersion: v1\nkind: Service\nspec:\n  ports:\n  - port: 80\n";
const list = `{"apiVersion": "v1", "kind": "List", "items": [\n  {"kind": "Pod", "spec": {"containers": [{"name": "a"}]}}\n]}\n`;
const template = "kind: Pod\nspec:\n  {{- if .x }}\n  containers: {{ .y }}\n  {{- end }}\n";
const bundle = [deployment, service, list, template].join("---\n");

const snippet = fc.constantFrom(
  ..."\n|\t|---\n|...|: |- |? |, |'|\"|[|]|{|}|{{|}}|{% |${|&a |*a|*probe|<<: |# |# cadence: x\n|!!int |>|%|@|\\|\r|\r\n|\uFEFF|\u2028|\u0000|\ud800|a|  |containers:\n|<<<<<<< a\n|=======\n".split(
    "|",
  ),
  "|",
  "|2-\n",
);
const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 60 }), insert: fc.array(snippet, { maxLength: 3 }) });
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(snippet, { maxLength: 40 }).map((parts) => parts.join("")),
);

function apply(
  before: string,
  { at, remove, insert }: { at: number; remove: number; insert: readonly string[] },
): string {
  const offset = at % (before.length + 1);
  return before.slice(0, offset) + insert.join("") + before.slice(offset + remove);
}

describe("for any text", () => {
  test("documents are parts of it, in order, and everything found stands in them", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(faultsIn(any)).toEqual([]);
      }),
      { numRuns: numRunsOf(500), examples: [["{? "], ["[? "]] },
    );
  });

  test("also for every beginning of a manifest: typing", () => {
    const lengths = Array.from({ length: bundle.length + 1 }, (_, length) => length);
    const faulty = lengths.filter((length) => faultsIn(bundle.slice(0, length)).length > 0);
    expect(faulty).toEqual([]);
  });
});

describe("after any edits", () => {
  test("parsing with what was parsed before equals parsing anew", () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 5 }), (edits) => {
        let current = bundle;
        let manifest = parseManifest(current);
        for (const each of edits) {
          current = apply(current, each);
          manifest = parseManifest(current, manifest);
          expect(contentOf(manifest)).toEqual(contentOf(parseManifest(current)));
        }
        expect(faultsIn(current)).toEqual([]);
      }),
      { numRuns: numRunsOf(200) },
    );
  });
});

describe("after any edits of many documents", () => {
  const line = fc.constantFrom(
    "---",
    "--- # more",
    "--- a",
    "----",
    "",
    "kind: Pod",
    "a: 1",
    "# b",
    "%YAML 1.1",
    "{",
    "}\r",
    "\r",
  );
  const lines = fc.array(line, { maxLength: 30 }).map((all) => all.join("\n"));
  const readAll = (now: string, previous?: Manifest): Manifest => parseManifest(now, previous, { all: true });
  const places = ({ documents, problems }: Manifest): unknown => [
    problems,
    documents.map(({ document, ...place }) => ({ ...place, text: document.text })),
  ];

  test("documents stand where they stand when all is read anew", () => {
    const edits = fc.array(fc.record({ from: fc.nat(200), length: fc.nat(20), text: lines }), { maxLength: 6 });
    fc.assert(
      fc.property(lines, edits, (text, all) => {
        let now = text;
        let manifest = readAll(now);
        for (const each of all) {
          now = now.slice(0, each.from) + each.text + now.slice(each.from + each.length);
          manifest = readAll(now, manifest);
          expect(places(manifest)).toEqual(places(readAll(now)));
        }
      }),
      { numRuns: numRunsOf(2000) },
    );
  });

  test("those before the edit keep their places as objects, those behind it if nothing moves", () => {
    const documents = Array.from({ length: 9 }, (_, index) => `kind: Pod\nmetadata: {name: p${index}}\n`);
    const before = readAll(documents.join("---\n"));
    const edited = readAll(documents.with(4, documents[4]?.replace("p4", "q4") ?? "").join("---\n"), before);
    const kept = edited.documents.map((placed, index) => placed === before.documents[index]);
    expect(kept).toEqual(documents.map((_, index) => index !== 4));
  });
});

describe("a document is parsed once", () => {
  const first = parseManifest(bundle);

  test("for as long as its text stays", () => {
    const edited = parseManifest(bundle.replace("port: 80\n", "port: 81\n"), first);
    const reused = edited.documents.map(({ document }, index) => document === first.documents[index]?.document);
    expect(reused).toEqual([true, false, true, true]);
  });

  test("even if it moves", () => {
    const edited = parseManifest(`kind: Pod\n---\n${bundle}`, first);
    expect(edited.documents.slice(1).map(({ document }) => document)).toEqual(
      first.documents.map(({ document }) => document),
    );
    expect(edited.documents[1]?.document).toBe(first.documents[0]?.document);
    expect(edited.documents[1]).toMatchObject({ startLine: 2, index: 1 });
  });

  test("but again where other places of pods are configured", () => {
    const options = { podTemplates: { "Odd.example.com": ["spec.pod"] } };
    expect(parseManifest(bundle, first, options).documents[0]?.document).not.toBe(first.documents[0]?.document);
  });
});

function contentOf({ documents, problems }: Manifest): unknown {
  return [
    problems,
    documents.map(({ document, startLine, startOffset, index }) => {
      const { root, comments, problems: found, duplicateKeys, templated, pods } = document;
      const value = document.value();
      return {
        startLine,
        startOffset,
        index,
        root,
        comments,
        found,
        duplicateKeys,
        templated,
        value,
        pods: pods.map((pod) => ({ ...pod })),
      };
    }),
  ];
}

/** What is wrong with what was made of a text; each check is cheap, for there are many texts. */
function faultsIn(any: string): readonly string[] {
  const faults: string[] = [];
  const { documents, problems } = parseManifest(any, undefined, { all: true });
  for (const problem of problems) checkRange(faults, problem, any.length);
  let end = 0;
  for (const { document, startOffset } of documents) {
    if (startOffset < end) faults.push(`document at ${startOffset} overlaps`);
    if (!any.startsWith(document.text, startOffset)) faults.push(`document at ${startOffset} is not in the text`);
    end = startOffset + document.text.length;
    checkDocument(faults, document);
  }
  return faults;
}

function checkDocument(faults: string[], document: ManifestDocument): void {
  const { length } = document.text;
  if (document.root !== undefined) checkNode(faults, document.root, { start: 0, end: length });
  const found = [...document.problems, ...document.duplicateKeys, ...document.comments, ...cadenceComments(document)];
  for (const range of found) checkRange(faults, range, length);
  document.value();
  for (const { prefix } of document.pods) {
    checkRange(faults, rangeOf(document, prefix, "key"), length);
    checkRange(faults, rangeOf(document, [...prefix, "containers", 7, "x"], "value"), length);
  }
  // Of equal keys only the last has a place in paths.
  const isSound = document.problems.length + document.duplicateKeys.length === 0 && !document.templated;
  for (const offset of [0, length >> 1, length]) {
    const { path, on } = pathAt(document, offset);
    if (on === "key" && isSound && nodeAt(document, path) === undefined) faults.push(`no node at ${path.join(".")}`);
  }
}

/** A node stands inside of its parent; what an alias leads to stands elsewhere. */
function checkNode(faults: string[], node: TreeNode, parent: OffsetRange): void {
  if (node.start < parent.start || node.start > node.end || node.end > parent.end)
    faults.push(`${node.type} ${node.start}-${node.end} is not in ${parent.start}-${parent.end}`);
  const parts = node.type === "sequence" ? node.items : node.type === "map" ? node.entries : [];
  for (const { value, alias } of parts) if (alias === undefined) checkNode(faults, value, node);
}

function checkRange(faults: string[], { start, end }: OffsetRange, length: number): void {
  if (start < 0 || start > end || end > length) faults.push(`range ${start}-${end} is not in a text of ${length}`);
}

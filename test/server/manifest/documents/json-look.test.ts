import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isLongJsonWithoutObject } from "../../../../server/manifest/documents/json-look.ts";
import { parseManifest } from "../../../../server/manifest/documents/parse.ts";
import { numRunsOf } from "../../../extent.ts";

const blanks = " ".repeat(65_536);

const key = fc.constantFrom(
  ...["kind", "apiVersion", "items", "groups", "containers", "initContainers", "spec", "template", "jobTemplate"],
  ...["metadata", "name", "image", "panels", "__proto__", "toString"],
);
const leaf = fc.constantFrom(
  ...["Pod", "Deployment", "Job", "List", "v1", "apps/v1", "batch/v1", "KubeletConfiguration"],
  ...["kubelet.config.k8s.io/v1beta1", "{{ .x }}", "containers", "kind: Pod", "", null, 1, true],
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }).map((entries) => new Written(entries)),
  ),
}));
const likeDeployment = value.map(
  (spec) =>
    new Written([
      ["apiVersion", "apps/v1"],
      ["kind", "Deployment"],
      ["spec", new Written([["template", spec]])],
    ]),
);

/** An object whose keys may repeat. */
class Written {
  readonly entries: readonly (readonly [string, unknown])[];

  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries;
  }
}

function textOf(written: unknown): string {
  if (Array.isArray(written)) return `[${written.map(textOf).join(", ")}]`;
  if (!(written instanceof Written)) return JSON.stringify(written);
  return `{${written.entries.map(([name, each]) => `${JSON.stringify(name)}: ${textOf(each)}`).join(", ")}}`;
}

/** Each letter at such a place of the text as its number. */
function escaped(text: string, every: number): string {
  return every === 0
    ? text
    : text.replace(/[a-zA-Z]/g, (letter, at: number) =>
        at % every === 0 ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}` : letter,
      );
}

/** What is found in a text: a comment behind it makes it YAML, which is read in full. */
function foundIn(text: string) {
  return parseManifest(text).documents.flatMap(({ document }) => [
    ...document.pods.map(({ prefix, kind, name }) => ({ prefix, kind, name })),
    ...document.kubeletConfigurations.map(({ prefix }) => ({ prefix })),
  ]);
}

test("long JSON holds what the full reading finds in it", () => {
  let left = 0;
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(value, likeDeployment), fc.nat({ max: 3 }), (json, every) => {
      const text = escaped(textOf(json), every).replace(/\\u00(?:6e|74|66)(?=ull|rue|alse)/g, (name) =>
        String.fromCharCode(Number.parseInt(name.slice(2), 16)),
      );
      const inFull = foundIn(`${text}${blanks}\n# read in full`);
      expect(foundIn(`${text}${blanks}`)).toEqual(inFull);
      if (isLongJsonWithoutObject(`${text}${blanks}`)) left += 1;
      if (inFull.length > 0) found += 1;
    }),
    { numRuns: numRunsOf(2000) },
  );
  expect(left).toBeGreaterThan(20);
  expect(found).toBeGreaterThan(5);
});

test.each([
  ['{"panels": [{"title": "containers", "expr": "kind: Pod"}]}', true],
  ['[{"kind": "Pod", "spec": {}}]', true],
  ['{"panels": [], "kind": "Pod"}', false],
  ['{"k\\u0069nd": "Pod"}', false],
  ['{"a": [{"b": {"containers": []}}]}', false],
  ['{"groups": []}', false],
  ['{"items": []}', false],
  ['{"a": 1, // not JSON\n}', false],
  ['{"containers": 2}', true],
  ["{a: 1}", false],
])("%s", (text, isForeign) => {
  expect(isLongJsonWithoutObject(`${text}${blanks}`)).toBe(isForeign);
  expect(isLongJsonWithoutObject(text)).toBe(false);
});

test("a long dashboard is not read", () => {
  const panels = Array.from({ length: 2000 }, (_, id) => ({ id, title: "containers", expr: "up", alert: "{{pod}}" }));
  const [placed] = parseManifest(JSON.stringify({ panels, groups: undefined })).documents;
  expect(placed?.document).toMatchObject({ ours: false, hasAlerts: false, pods: [] });
});

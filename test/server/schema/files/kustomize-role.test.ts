import { describe, expect, test } from "vitest";
import { kustomizeRole } from "../../../../server/schema/files/kustomize-role.ts";

const root = "file:///repo";
const asked = "app/deployment.yaml";

type Files = Readonly<Record<string, string>>;

async function roleIn(files: Files, path = asked): Promise<unknown> {
  const all: Files = { ".git/HEAD": "ref", ...files };
  const read = async (uri: string) => (uri.startsWith(`${root}/`) ? all[uri.slice(root.length + 1)] : undefined);
  const role = await kustomizeRole(`${root}/${path}`, undefined, { read });
  return role && { ...role, reads: role.reads.map((uri) => uri.slice(root.length + 1)) };
}

const here = "app/kustomization.yaml";
const whole = { as: "whole", labels: {}, reads: [here] };

const cases: readonly (readonly [what: string, files: Files, role: unknown])[] = [
  ["no kustomization", {}, undefined],
  ["one that does not name it", { [here]: "resources: [other.yaml]" }, undefined],
  ["a resource", { [here]: "resources: [deployment.yaml]" }, whole],
  ["a resource, with a dot", { [here]: "resources: [./deployment.yaml]" }, whole],
  ["a resource, in the old words", { [here]: "bases: [deployment.yaml]" }, whole],
  [
    "a file without an extension",
    { "app/Kustomization": "resources: [deployment.yaml]" },
    { ...whole, reads: ["app/Kustomization"] },
  ],
  ["a patch", { [here]: "patches: [{path: deployment.yaml}]" }, { as: "patch", labels: {}, reads: [here] }],
  [
    "a patch, in the old words",
    { [here]: "patchesStrategicMerge: [deployment.yaml]" },
    { as: "patch", labels: {}, reads: [here] },
  ],
  [
    "a resource with a patch",
    { [here]: "resources: [deployment.yaml]\npatches: [{path: p.yaml}]" },
    { ...whole, as: "patched" },
  ],
  [
    "a resource with a patch in place",
    { [here]: "resources: [deployment.yaml]\npatches: [{patch: '{}'}]" },
    { ...whole, as: "patched" },
  ],
  [
    "labels",
    {
      [here]:
        "resources: [deployment.yaml]\ncommonLabels: {app: web}\nlabels: [{pairs: {tier: a}, includeSelectors: true}, {pairs: {no: no}}]",
    },
    { ...whole, labels: { app: "web", tier: "a" } },
  ],
  [
    "labels of one above",
    { [here]: "resources: [deployment.yaml]", "kustomization.yml": "resources: [app/]\ncommonLabels: {app: web}" },
    { as: "whole", labels: { app: "web" }, reads: [here, "kustomization.yml"] },
  ],
  [
    "one above that takes another folder",
    { [here]: "resources: [deployment.yaml]", "kustomization.yml": "resources: [web]\ncommonLabels: {a: b}" },
    whole,
  ],
  [
    "the file from above",
    { "kustomization.yaml": "resources: [app/deployment.yaml]" },
    { ...whole, reads: ["kustomization.yaml"] },
  ],
  ["an overlay beside it", { "overlay/kustomization.yaml": "resources: [../app/deployment.yaml]" }, undefined],
  ["broken YAML", { [here]: "resources: [deployment.yaml" }, whole],
  ["other types", { [here]: "resources: deployment.yaml\npatches: {a: b}\ncommonLabels: [a]" }, undefined],
  ["an address", { [here]: "resources: ['https://example.com/deployment.yaml']" }, undefined],
];

describe("what Kustomize makes of a file", () => {
  test.each(cases)("%s", async (_, files, role) => {
    expect(await roleIn(files)).toEqual(role);
  });

  test("what stands above the repository does not count", async () => {
    const files: Files = { "deep/.git/HEAD": "ref", "kustomization.yaml": "resources: [deep/a.yaml]" };
    expect(await roleIn(files, "deep/a.yaml")).toBeUndefined();
  });
});

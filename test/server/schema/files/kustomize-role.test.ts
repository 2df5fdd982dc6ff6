import { describe, expect, test } from "vitest";
import { cachedFiles } from "../../../../server/schema/files/cached-files.ts";
import type { FileAccess, FolderEntry } from "../../../../server/schema/files/file-access.ts";
import { kustomizeRole, mayBePatched, mayBeScaled } from "../../../../server/schema/files/kustomize-role.ts";

const root = "file:///repo";
const asked = "app/deployment.yaml";

type Files = Readonly<Record<string, string>>;

const repository: Files = { ".git/HEAD": "ref" };

async function roleIn(files: Files, path = asked): Promise<unknown> {
  const role = await kustomizeRole(`${root}/${path}`, undefined, filesOf({ ...repository, ...files }));
  return role && { as: role.as, labels: role.labels, reads: role.reads.map((uri) => uri.slice(root.length + 1)) };
}

function filesOf(all: Files): FileAccess & { readonly listed: string[] } {
  const listed: string[] = [];
  return {
    listed,
    read: async (uri) => (uri.startsWith(`${root}/`) ? all[uri.slice(root.length + 1)] : undefined),
    list: async (uri) => {
      listed.push(uri);
      const kinds = new Map<string, FolderEntry["kind"]>();
      for (const path of Object.keys(all)) {
        const at = `${root}/${path}`;
        const [name = "", ...rest] = at.startsWith(`${uri}/`) ? at.slice(uri.length + 1).split("/") : [];
        if (name !== "") kinds.set(decodeURIComponent(name), rest.length === 0 ? "file" : "folder");
      }
      return [...kinds].map(([name, kind]) => ({ name, kind }));
    },
  };
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
  [
    "an overlay elsewhere, with labels",
    {
      [here]: "resources: [deployment.yaml]",
      "default/kustomization.yaml": "resources: [../app]\ncommonLabels: {app: web}",
    },
    { as: "whole", labels: { app: "web" }, reads: [here, "default/kustomization.yaml"] },
  ],
  [
    "an overlay of an overlay, deeper and with a patch",
    {
      [here]: "resources: [deployment.yaml]",
      "more/of%20it/kustomization.yaml": "resources: [../../default]\npatches: [{patch: '{}'}]",
      "default/kustomization.yaml": "resources: [../app/]",
    },
    { as: "patched", labels: {}, reads: [here, "default/kustomization.yaml", "more/of%20it/kustomization.yaml"] },
  ],
  [
    "an overlay that applies a component",
    {
      [here]: "resources: [deployment.yaml]",
      "default/kustomization.yaml": "resources: [../app]\ncomponents: [../tls]",
      "tls/kustomization.yaml": "patches: [{path: p.yaml}]",
    },
    { as: "patched", labels: {}, reads: [here, "default/kustomization.yaml", "tls/kustomization.yaml"] },
  ],
  [
    "kustomizations that name each other",
    { [here]: "resources: [deployment.yaml, ../b]", "b/kustomization.yaml": "resources: [../app]" },
    { ...whole, reads: [here, "b/kustomization.yaml"] },
  ],
  [
    "an overlay of something else",
    {
      [here]: "resources: [deployment.yaml]",
      "default/kustomization.yaml": "resources: [../web]\npatches: [{patch: '{}'}]",
    },
    whole,
  ],
  ["broken YAML", { [here]: "resources: [deployment.yaml" }, whole],
  ["other types", { [here]: "resources: deployment.yaml\npatches: {a: b}\ncommonLabels: [a]" }, undefined],
  ["an address", { [here]: "resources: ['https://example.com/deployment.yaml']" }, undefined],
];

describe("what Kustomize makes of a file", () => {
  test.each(cases)("%s", async (_, files, role) => {
    expect(await roleIn(files)).toEqual(role);
  });

  const applied: readonly (readonly [what: string, files: Files, patched: string, scaled: string])[] = [
    ["nothing", {}, "", ""],
    ["replicas", { [here]: "replicas: [{name: web, count: 3}]" }, "", "web"],
    [
      "a patch for a name",
      { [here]: "patches: [{target: {name: web}, patch: '[{path: /spec/replicas}]'}]" },
      "web",
      "web",
    ],
    ["a patch for a kind", { [here]: "patches: [{target: {kind: Deployment}, patch: '{}'}]" }, "db web", ""],
    ["a patch for a pattern", { [here]: "patches: [{target: {name: w.*}, patch: 'replicas: 2'}]" }, "db web", "db web"],
    ["a patch in a file", { [here]: "patches: [{path: p.yaml}]", "app/p.yaml": "{metadata: {name: web}}" }, "web", ""],
    [
      "a patch of an overlay, in the old words",
      {
        "prod/kustomization.yaml": "resources: [../app]\npatchesStrategicMerge: [p.yaml]",
        "prod/p.yaml": "{metadata: {name: web}, spec: {replicas: 3}}",
      },
      "web",
      "web",
    ],
    [
      "a replacement for a name",
      { [here]: "replacements: [{targets: [{select: {name: web}, fieldPaths: [spec.replicas]}]}]" },
      "web",
      "web",
    ],
    [
      "a replacement for a kind",
      { [here]: "replacements: [{targets: [{select: {kind: Job}, fieldPaths: [a]}]}]" },
      "db web",
      "",
    ],
    ["a replacement of other types", { [here]: "replacements: [{path: r.yaml}, {targets: 5}, 6]" }, "", ""],
    ["a file that is not there", { [here]: "patches: [{path: p.yaml}]" }, "", ""],
  ];

  test.each(applied)("of which objects something can come from %s", async (_, files, patched, scaled) => {
    const kustomization = `resources: [deployment.yaml]\n${files[here] ?? ""}`;
    const role = await kustomizeRole(
      `${root}/${asked}`,
      undefined,
      filesOf({ ...repository, ...files, [here]: kustomization }),
    );
    const names = ["db", "web"];
    expect(names.filter((name) => mayBePatched(role, name)).join(" ")).toBe(patched);
    expect(names.filter((name) => mayBeScaled(role, name)).join(" ")).toBe(scaled);
  });

  const base: Files = { [here]: "resources: [deployment.yaml]" };
  const overlay: Files = { "default/kustomization.yaml": "resources: [../app]\ncommonLabels: {app: web}" };

  test("folders are only listed for what a kustomization names, and once", async () => {
    const alone = filesOf({ ...repository, ...overlay });
    await kustomizeRole(`${root}/app/deployment.yaml`, undefined, alone);
    expect(alone.listed).toEqual([]);

    const disk = filesOf({ ...repository, ...base, ...overlay });
    const cached = cachedFiles(disk);
    for (const _ of [1, 2]) await kustomizeRole(`${root}/app/deployment.yaml`, undefined, cached);
    expect(disk.listed).toEqual([`${root}/app`, root, `${root}/default`]);
    cached.clear();
    await kustomizeRole(`${root}/app/deployment.yaml`, undefined, cached);
    expect(disk.listed).toHaveLength(6);
  });

  test("an overlay is not looked for without a repository, nor in more than a thousand folders", async () => {
    const outside = filesOf({ ...base, ...overlay });
    expect(await kustomizeRole(`${root}/app/deployment.yaml`, undefined, outside)).toMatchObject({ labels: {} });
    expect(outside.listed).toEqual([]);

    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`lib/${index}/file`, ""]));
    expect(await roleIn({ ...base, ...overlay, ...many(900) })).toMatchObject({ labels: { app: "web" } });
    expect(await roleIn({ ...base, ...overlay, ...many(1100) })).toMatchObject({ labels: {} });
  });

  test("what stands above the repository does not count", async () => {
    const files: Files = { "deep/.git/HEAD": "ref", "kustomization.yaml": "resources: [deep/a.yaml]" };
    expect(await roleIn(files, "deep/a.yaml")).toBeUndefined();
  });
});

import { expect, test } from "vitest";
import { createNeighbors } from "../../../server/analysis/neighbors.ts";

const service = (name: string): string => `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\n`;

/** What is found beside a file, as the names of the Services, and how often a file was read. */
async function beside(files: Readonly<Record<string, string>>, ...asked: readonly string[]) {
  const root = "file:///app";
  let reads = 0;
  const neighbors = createNeighbors({
    read: (uri) => {
      const text = files[uri.slice(root.length + 1)];
      if (text !== undefined) reads += 1;
      return Promise.resolve(text);
    },
    list: (uri) => {
      const folder = uri === root ? "" : `${uri.slice(root.length + 1)}/`;
      const names = Object.keys(files).flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
      return Promise.resolve(
        names.filter((name) => !name.includes("/")).map((name) => ({ name, kind: "file" as const })),
      );
    },
  });
  const found: string[] = [];
  for (const path of asked) {
    const documents = (await neighbors(`${root}/${path}`)).flatMap((file) => file.documents);
    found.push(documents.map(({ text }) => /name: ([\w-]+)/.exec(text)?.[1] ?? "").join(" "));
  }
  return { found, reads };
}

test("other files of the folder are found, each read once, and not those of other folders", async () => {
  const files = {
    "web.yaml": "kind: Deployment",
    "service.yaml": service("web"),
    "pdb.json": '{"kind": "PodDisruptionBudget", "metadata": {"name": "x"}}',
    "config.yaml": "kind: ConfigMap",
    "notes.txt": service("text"),
    "other/service.yaml": service("other"),
  };
  const { found, reads } = await beside(files, "web.yaml", "service.yaml", "web.yaml");
  expect(found).toEqual([" web", " ", " web"]);
  expect(reads).toBe(4);
});

test("a folder is read again when files of many others came between: what thousands of folders hold is not kept", async () => {
  const folders = Array.from({ length: 20 }, (_, index) => `f${index}`);
  const files = Object.fromEntries(folders.map((folder) => [`${folder}/service.yaml`, service(folder)]));
  const asked = folders.map((folder) => `${folder}/web.yaml`);
  expect(await beside(files, ...asked, ...asked.slice(-2))).toEqual({ found: [...folders, "f18", "f19"], reads: 20 });
  expect(await beside(files, ...asked, ...asked.slice(0, 2))).toEqual({ found: [...folders, "f0", "f1"], reads: 22 });
});

test("what a kustomization names is found, files and bases", async () => {
  const files = {
    "overlay/kustomization.yaml": "resources: [../base, ../shared/service.yaml, web.yaml, https://a.example/x.yaml]",
    "overlay/web.yaml": "kind: Deployment",
    "base/service.yaml": service("base"),
    "shared/service.yaml": service("shared"),
    "shared/unnamed.yaml": service("unnamed"),
  };
  expect((await beside(files, "overlay/web.yaml")).found).toEqual(["shared base"]);
});

test("templates, and more than 100 files, are left out", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`s${String(index).padStart(3, "0")}.yaml`, service(`s${index}`)]),
  );
  const { found, reads } = await beside({ ...many, "a.yaml": `${service("a")}spec: {{ .Values.spec }}\n` }, "zzz.yaml");
  expect(found[0]?.split(" ")).toHaveLength(99);
  expect(reads).toBe(100);
});

import { expect, test } from "vitest";
import { findTarget } from "../../../server/render/find-target.ts";

const there = [
  "/w/web/Chart.yaml",
  "/w/web/charts/cache/Chart.yaml",
  "/w/shop/base/kustomization.yaml",
  "/w/shop/prod/Kustomization",
  "/w/web/kustomization.yaml",
  "/w/repo/charts/api/Chart.yaml",
  "/Chart.yaml",
];

async function found(path: string, root = "file:///w"): Promise<string> {
  const read = async (uri: string) => (there.includes(new URL(uri).pathname) ? "" : undefined);
  const target = await findTarget(`file://${path}`, root, { read });
  if (target === undefined) return "nothing";
  const { folder } = target;
  const { tool, ...rest } = target.target;
  return [tool, folder.replace("file://", ""), ...Object.values(rest)].flat().join(" ");
}

test.each<[file: string, target: string]>([
  ["/w/web/templates/deployment.yaml", "helm /w/web web"],
  ["/w/web/templates/jobs/nightly.yaml", "helm /w/web web"],
  ["/w/web/values.yaml", "helm /w/web web"],
  ["/w/web/values-prod.yaml", "helm /w/web web web/values-prod.yaml"],
  ["/w/web/values.prod.yml", "helm /w/web web web/values.prod.yml"],
  ["/w/web/templates/values-of.yaml", "helm /w/web web"],
  ["/w/web/charts/cache/templates/pod.yaml", "helm /w/web web"],
  ["/w/web/charts/cache/values.yaml", "helm /w/web web"],
  ["/w/shop/base/deployment.yaml", "kustomize /w/shop/base base"],
  ["/w/shop/prod/patches/grace.yaml", "kustomize /w/shop/prod prod"],
  ["/w/shop/notes.yaml", "nothing"],
  ["/w/repo/charts/api/templates/pod.yaml", "helm /w/repo/charts/api api"],
  ["/w/pod.yaml", "nothing"],
])("%s is a part of %s", async (file, target) => {
  expect(await found(file)).toBe(target);
});

test("nothing above the workspace folder counts; without one it does", async () => {
  expect(await found("/w/pod.yaml", "file:///w/")).toBe("nothing");
  expect(await found("/w/pod.yaml", "file:///other")).toMatch(/^helm \/ /);
  const deep = Array.from({ length: 40 }, (_, level) => level).join("/");
  expect(await found(`/v/${deep}/pod.yaml`)).toBe("nothing");
});

import { describe, expect, it } from "vitest";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import {
  type AnalyzedWorkload,
  applicationOf,
  isPartOfApplication,
  workloadOf,
} from "../../../server/analysis/workloads.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import type { Manifest } from "../../../server/manifest/text/model.ts";
import { resolveSettings } from "../../../server/schema/resolve.ts";

const settings = await resolveSettings(
  { fileUri: "file:///w/a.yaml", rootUri: undefined, baseUri: undefined, overrides: {}, projectFile: "none" },
  { read: async () => undefined },
);

function deployment(name: string, labels = `{app: ${name}}`, image = "app"): string {
  return `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {matchLabels: ${labels}}
  template:
    metadata: {labels: ${labels}}
    spec: {containers: [{name: app, image: ${image}}]}
`;
}

function object(kind: string, name: string, spec: string, namespace = "default"): string {
  return `---\napiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: ${spec}\n`;
}

/** Of the first document. */
function workloadIn(manifest: Manifest): AnalyzedWorkload | undefined {
  const [placed] = manifest.documents;
  const [pod] = placed === undefined ? [] : analyzeDocument(placed.document, settings).pods;
  return pod && workloadOf(pod, applicationOf(manifest));
}

function selecting(text: string): readonly string[] {
  const { workload, leastReplicas } = workloadIn(parseManifest(text)) ?? {};
  const names = [...(workload?.services ?? []), ...(workload?.budgets ?? [])].map(({ name }) => name);
  return leastReplicas !== undefined ? [...names, "autoscaled"] : names;
}

describe("what in a file is about the pods of a workload", () => {
  const web = deployment("web", "{app: web, tier: front}");

  it.each([
    ["a Service with one of its labels", object("Service", "a", "{selector: {tier: front}}"), ["a"]],
    ["a Service with both", object("Service", "a", "{selector: {tier: front, app: web}}"), ["a"]],
    ["no Service with another label beside its own", object("Service", "a", "{selector: {app: web, x: z}}"), []],
    ["no Service without a selector", object("Service", "a", "{selector: {}}"), []],
    ["no Service of another namespace", object("Service", "a", "{selector: {app: web}}", "other"), []],
    [
      "Services in the order of the file, each name once",
      object("Service", "b", "{selector: {tier: front}}") +
        object("Service", "a", "{selector: {app: web}}") +
        object("Service", "b", "{selector: {app: web}}"),
      ["b", "a"],
    ],
    ["a budget with its labels", object("PodDisruptionBudget", "a", "{selector: {matchLabels: {app: web}}}"), ["a"]],
    [
      "a budget with expressions",
      object("PodDisruptionBudget", "a", "{selector: {matchExpressions: [{key: app, operator: Exists}]}}"),
      ["a"],
    ],
    [
      "no budget of which only the labels fit",
      object(
        "PodDisruptionBudget",
        "a",
        "{selector: {matchLabels: {app: web}, matchExpressions: [{key: tier, operator: DoesNotExist}]}}",
      ),
      [],
    ],
    ["a budget for all", object("PodDisruptionBudget", "a", "{selector: {}}"), ["a"]],
    [
      "its autoscaler",
      object("HorizontalPodAutoscaler", "a", "{scaleTargetRef: {kind: Deployment, name: web}, minReplicas: 2}"),
      ["autoscaled"],
    ],
    [
      "no autoscaler of another one",
      object("HorizontalPodAutoscaler", "a", "{scaleTargetRef: {kind: Deployment, name: api}}"),
      [],
    ],
  ])("is %s", (_, others, names) => {
    expect(selecting(web + others)).toEqual(names);
  });
});

describe("a workload in a file that is edited", () => {
  const service = object("Service", "a", "{selector: {app: web}}");
  const before = deployment("web") + deployment("api") + service;

  function edited(text: string, manifest: Manifest): Manifest {
    return parseManifest(text, manifest);
  }

  it("stays the same while nothing changes that selects pods", () => {
    const manifest = parseManifest(before);
    const after = edited(deployment("web") + deployment("api", undefined, "other") + service, manifest);
    expect(workloadIn(after)).toBe(workloadIn(manifest));
    expect(workloadIn(after)).toBeDefined();
  });

  it("knows of a Service that comes, goes or changes", () => {
    const namesIn = (manifest: Manifest) => workloadIn(manifest)?.workload.services.map(({ name }) => name);
    let manifest = parseManifest(before);
    expect(namesIn(manifest)).toEqual(["a"]);
    manifest = edited(deployment("web") + deployment("api"), manifest);
    expect(namesIn(manifest)).toEqual([]);
    manifest = edited(before + object("Service", "b", "{selector: {app: web}}"), manifest);
    expect(namesIn(manifest)).toEqual(["a", "b"]);
    manifest = edited(before.replace("name: a,", "name: c,"), manifest);
    expect(namesIn(manifest)).toEqual(["c"]);
  });
});

describe("files beside a manifest", () => {
  const pod = (container: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: {app: a}}\nspec: {containers: [${container}]}\n`;

  it.each([
    ["a Deployment", deployment("a"), true],
    [
      "a Pod whose readiness decides about traffic",
      pod("{name: a, image: a, readinessProbe: {tcpSocket: {port: 1}}}"),
      true,
    ],
    ["a Pod without readiness", pod("{name: a, image: a}"), false],
    ["a Service", object("Service", "a", "{selector: {app: a}}"), false],
  ])("matter to %s: %#", (_, text, matters) => {
    expect(isPartOfApplication(parseManifest(text))).toBe(matters);
  });
});

describe("what stands beside a file", () => {
  const web = deployment("web");
  const service = object("Service", "a", "{selector: {app: web}}");
  const budget = object("PodDisruptionBudget", "b", "{selector: {matchLabels: {app: web}}, minAvailable: 2}");
  const documentsOf = (...files: readonly string[]) =>
    files.flatMap((text) => parseManifest(text).documents.map(({ document }) => document));
  const found = (own: string, ...files: readonly string[]): readonly string[] => {
    const { workload } = workloadIn({ ...parseManifest(own), beside: documentsOf(...files) }) ?? {};
    return [...(workload?.services ?? []), ...(workload?.budgets ?? [])].map(({ name }) => name);
  };

  it.each<readonly [what: string, files: readonly string[], names: readonly string[]]>([
    ["selects its pods", [service, budget], ["a", "b"]],
    ["selects them in one file of many", [deployment("api"), service + budget], ["a", "b"]],
    ["is of another variant where several files have it", [web + budget, service + budget], ["a"]],
    ["counts where the other is a patch", [object("PodDisruptionBudget", "b", "{minAvailable: 1}"), budget], ["b"]],
    [
      "counts for the namespace that it is for",
      [service, object("Service", "a", "{selector: {app: web}}", "x")],
      ["a"],
    ],
  ])("%s", (_what, files, names) => {
    expect(found(web, ...files)).toEqual(names);
  });

  it("does not hold another variant of the file's own workload", () => {
    const documents = applicationOf({ ...parseManifest(web + budget), beside: documentsOf(web, service) });
    expect(documents.flatMap(({ pods }) => pods).map(({ name }) => name)).toEqual(["web"]);
    expect(documents).toHaveLength(3);
  });
});

import { describe, expect, test } from "vitest";
import { embeddedConfigurations } from "../../../../server/manifest/documents/embedded.ts";
import { parseManifest } from "../../../../server/manifest/documents/parse.ts";
import { kubeletRange } from "../../../../server/manifest/pods/kubelet-text.ts";
import type { Path } from "../../../../shared/basics/path.ts";

const configMap = `apiVersion: v1
kind: ConfigMap
data:
  kubelet: |  # from kubeadm
    apiVersion: kubelet.config.k8s.io/v1beta1

    kind: KubeletConfiguration
    maxPods: 5
    evictionHard:
      memory.available: 5%
  two: |-
    # a comment
    kind: InitConfiguration
    ---
    kind: KubeletConfiguration
    maxPods: 7
  indented: |2-
      kind: KubeletConfiguration
      maxPods: 9
  folded: >
    kind: KubeletConfiguration
`;

/** What stands at a path of each embedded configuration, cut out of the file. */
function written(text: string, path: Path, on: "key" | "value" = "value"): readonly string[] {
  return parseManifest(text).documents.flatMap(({ document, startOffset }) =>
    embeddedConfigurations(document).map((located) => {
      const { start, end } = kubeletRange(document, located, path, on);
      return text.slice(startOffset + start, startOffset + end);
    }),
  );
}

describe("a KubeletConfiguration in a block scalar", () => {
  test("is found with its values, in each document of the text; a folded text is not looked into", () => {
    const found = parseManifest(configMap).documents.flatMap(({ document }) => embeddedConfigurations(document));
    expect(found.map(({ value, embedded }) => [embedded?.path, value])).toEqual([
      [
        ["data", "kubelet"],
        {
          apiVersion: "kubelet.config.k8s.io/v1beta1",
          kind: "KubeletConfiguration",
          maxPods: 5,
          evictionHard: { "memory.available": "5%" },
        },
      ],
      [["data", "two"], { kind: "KubeletConfiguration", maxPods: 7 }],
      [["data", "indented"], { kind: "KubeletConfiguration", maxPods: 9 }],
    ]);
  });

  test.each<[string, string]>([
    ["line feeds", configMap],
    ["Windows lines", configMap.replaceAll("\n", "\r\n")],
    ["text above", `# é\n---\n${configMap}`],
  ])("has its places in the file: %s", (_, text) => {
    expect(written(text, ["maxPods"])).toEqual(["5", "7", "9"]);
    expect(written(text, ["maxPods"], "key")).toEqual(["maxPods", "maxPods", "maxPods"]);
    expect(written(text, ["evictionHard", "memory.available"])[0]).toBe("5%");
  });

  test("is not looked for in a script", () => {
    const script = `#!/bin/sh\n    echo '{"a": "b"}'\n    kind: KubeletConfiguration`;
    const [placed] = parseManifest(`kind: ConfigMap\ndata:\n  x: |\n    ${script}\n`).documents;
    expect(placed && embeddedConfigurations(placed.document)).toEqual([]);
  });

  test("offsets lead in and out again", () => {
    const [placed] = parseManifest(configMap).documents;
    if (placed === undefined) throw new Error("no document");
    for (const { embedded } of embeddedConfigurations(placed.document)) {
      if (embedded === undefined) throw new Error("not embedded");
      for (let offset = 0; offset <= embedded.document.text.trimEnd().length; offset += 1) {
        expect(embedded.innerOffset(embedded.outerOffset(offset))).toBe(offset);
        const isInside = embedded.document.text[offset] === configMap[embedded.outerOffset(offset)];
        expect(isInside || offset === embedded.document.text.trimEnd().length).toBe(true);
      }
    }
  });
});

describe("fields without a header", () => {
  test.each<[string, string, unknown]>([
    [
      "eksctl",
      "apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nnodeGroups:\n- kubeletExtraConfig: {maxPods: 5}\n- {}",
      { maxPods: 5 },
    ],
    [
      "k0s",
      "apiVersion: k0s.k0sproject.io/v1beta1\nkind: ClusterConfig\nspec:\n  workerProfiles:\n  - name: a\n    values: {maxPods: 6}",
      { maxPods: 6 },
    ],
    [
      "OpenShift",
      "apiVersion: machineconfiguration.openshift.io/v1\nkind: KubeletConfig\nspec: {kubeletConfig: {maxPods: 7}}",
      { maxPods: 7 },
    ],
    [
      "EKS nodes",
      "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec: {kubelet: {config: {maxPods: 8}}}",
      { maxPods: 8 },
    ],
  ])("%s", (_, text, value) => {
    const found = parseManifest(text).documents.flatMap(({ document }) => document.kubeletConfigurations);
    expect(found.map((located) => [located.partial, located.value])).toEqual([[true, value]]);
  });

  test("another kind of the same name is left alone", () => {
    const text = "apiVersion: example.com/v1\nkind: KubeletConfig\nspec: {kubeletConfig: {maxPods: 7}}";
    expect(parseManifest(text).documents.flatMap(({ document }) => document.kubeletConfigurations)).toEqual([]);
  });
});

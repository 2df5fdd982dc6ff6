import { expect, test } from "vitest";
import { isComparedByTest, purposeOf } from "../../../../server/schema/files/test-files.ts";

const steps = `apiVersion: chainsaw.kyverno.io/v1alpha1
kind: Test
spec:
  steps:
  - try:
    - apply:
        file: resources.yaml
    - assert:
        # the pods
        file: ./resource-check.yaml
    - error:
        file: gone.yaml
    - assert:
        file: resources/pod-after.yaml
`;
const files = new Map([
  ["file:///repo/test/chainsaw-test.yaml", steps],
  ["file:///repo/cli/kyverno-test.yaml", "policies: [policy.yaml]\nresources:\n- resource.yaml\n"],
]);

test.each([
  ["a/01-assert.yaml", true],
  ["a/01-errors.yaml", true],
  ["a/01-assert-native.yaml", true],
  ["a/assert-metrics.yml", true],
  ["a/install-loki-assert.yaml", true],
  ["a/01-install.yaml", false],
  ["a/expected/web/deployment.yaml", true],
  ["a/expected-pod.yaml", true],
  ["a/inject.golden.yml", true],
  ["a/unexpected/pod.yaml", false],
  ["a/errors.yaml", false],
  ["a/asserted.yaml", false],
  ["a/assert.json", false],
  ["test/resource-check.yaml", true],
  ["test/gone.yaml", true],
  ["test/resources.yaml", false],
  ["other/resource-check.yaml", false],
  ["test/resources/pod-after.yaml", true],
  ["test/resources/other.yaml", false],
  ["cli/resource.yaml", true],
  ["cli/other.yaml", false],
])("%s: %s", async (path, isCompared) => {
  const found = await isComparedByTest(`file:///repo/${path}`, { read: async (uri) => files.get(uri) });
  expect(found).toBe(isCompared);
});

test.each([
  ["pkg/testdata/pod.yaml", "tests"],
  ["pkg/testdata/valid/pod.yaml", "tests"],
  ["policies/tests/fixtures/PodLabels/pod.yaml", "tests"],
  ["web/__fixtures__/pod.yaml", "tests"],
  ["src/test/helm-output/web/output.yaml", "tests"],
  ["src/test/resources/expected_helm_output/output.yaml", "tests"],
  ["src/main/resources/pod.yaml", undefined],
  ["charts/fixtures/pod.yaml", undefined],
  ["mock_files/pod.yaml", "tests"],
  ["tests/post/steps/files/pod.yaml", "tests"],
  ["upstream/testdata/pod.yaml", "tests"],
  ["third_party/web/pod.yaml", "copy"],
  ["test/e2e/pod.yaml", undefined],
  ["testdata.yaml", undefined],
])("%s is for %s", async (path, purpose) => {
  const read = async (uri: string) => (uri === "file:///testdata/repo/.git/HEAD" ? "ref" : undefined);
  expect(await purposeOf(`file:///testdata/repo/${path}`, undefined, { read })).toBe(purpose);
});

import { expect, it } from "vitest";
import { compareFiles } from "../../../server/diff/compare.ts";
import type { Diff } from "../../../server/diff/model.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { settingsOf } from "../rules/check-rules.ts";

const settings = await settingsOf("");

function compare(base: string, head: string): Diff {
  const [before, after] = [base, head].map((text) => {
    return { path: "a.yaml", key: "a.yaml", text, manifest: parseManifest(text), settings, beside: [] };
  });
  return compareFiles(before === undefined ? [] : [before], after === undefined ? [] : [after], {
    horizonMs: 600_000,
    runs: 10,
  });
}

function job(image: string, metadata = "name: once"): string {
  return `apiVersion: batch/v1
kind: Job
metadata: {${metadata}}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: work, image: ${image}}]
`;
}

const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 10Gi}}}
`;

it("is refused where the API server does not take it, whatever becomes of the pods", () => {
  const { changes, worst } = compare(job("busybox:1"), job("busybox:2"));
  expect(worst).toBe("refused");
  expect(changes.map(({ refused }) => refused.reasons.map(({ message }) => message))).toEqual([
    ["spec.template: field is immutable (spec.template.spec.containers[0].image changes)"],
  ]);
  expect(changes[0]?.refused.instead).toContain("kubectl replace --force");
});

it("names a claim only where its change is refused", () => {
  expect(compare(claim, claim.replace("10Gi", "20Gi"))).toMatchObject({ changes: [], worst: "none", unchanged: 0 });
  expect(compare("", claim).changes).toEqual([]);
  expect(compare(claim, "").changes).toEqual([]);
  const { changes } = compare(claim, claim.replace("10Gi", "5Gi"));
  expect(changes).toMatchObject([{ kind: "PersistentVolumeClaim", name: "data", outcome: "refused" }]);
});

it.each([
  ["a hook of Helm, which is deleted and created", "name: once, annotations: {helm.sh/hook: pre-upgrade}"],
  ["a hook of Argo CD", "name: once, annotations: {argocd.argoproj.io/hook: Sync}"],
  ["what Flux may replace", "name: once, annotations: {kustomize.toolkit.fluxcd.io/force: enabled}"],
  ["a name that the server makes", "generateName: once-"],
])("says nothing of %s", (_, metadata) => {
  const { worst } = compare(job("busybox:1", metadata), job("busybox:2", metadata));
  expect(worst).not.toBe("refused");
});

it("says nothing of another object: another name, a version without a server, two of one name", () => {
  expect(compare(job("busybox:1"), job("busybox:2", "name: twice")).worst).not.toBe("refused");
  const old = job("busybox:1").replace("batch/v1", "batch/v1beta1");
  expect(compare(old, job("busybox:2")).worst).not.toBe("refused");
  const two = `${job("busybox:1")}---\n${job("busybox:2")}`;
  expect(compare(two, two).worst).toBe("none");
});

import { describe, expect, it } from "vitest";
import { analyzeDocument } from "../../server/analysis/analysis.ts";
import { parseManifest } from "../../server/manifest/documents/parse.ts";
import { settingsOf } from "./rules/check-rules.ts";

/** What each pod of the first document is told, as `text → container`. */
async function textsIn(text: string, projectFile = ""): Promise<Record<string, readonly string[]>> {
  const document = parseManifest(text).documents[0]?.document;
  if (document === undefined) return {};
  const { pods } = analyzeDocument(document, await settingsOf(projectFile));
  return Object.fromEntries(
    pods.map(({ located, scenarioTexts }) => [
      located.name,
      scenarioTexts.map(({ text: said, container, source }) => `${source}: ${said} → ${container ?? "the pod"}`),
    ]),
  );
}

describe("a # cadence: comment speaks of", () => {
  it("the container on whose lines it stands, or above which", async () => {
    const text = `
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app # cadence: crashes
    # cadence: takes 1s to start
    image: app
  # cadence: hangs
  - name: side
`;
    expect(await textsIn(text)).toEqual({
      web: ["comment: crashes → app", "comment: takes 1s to start → app", "comment: hangs → side"],
    });
  });

  it("one of two containers whose names a template decides", async () => {
    const text = `
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: {{ .Chart.Name }} # cadence: crashes after 20s
  - name: {{ .Chart.Name }}-side
`;
    expect(await textsIn(text)).toEqual({ web: ["comment: crashes after 20s → containers[0]"] });
    const { pods } = analyzeDocument(
      parseManifest(text).documents[0]?.document ?? expect.fail("no document"),
      await settingsOf(""),
    );
    expect(pods[0]?.forecast()?.containers.map(({ name, restarts }) => [name, restarts.next[0]?.earliestMs])).toEqual([
      ["containers[0]", 20_007],
      ["containers[1]", 7],
    ]);
  });

  it("nobody in particular where several containers share the line, and elsewhere in the document", async () => {
    const text = `
# cadence: at 5m pod is deleted
kind: Pod
metadata: {name: web} # cadence: side: crashes
spec: {containers: [{name: app}, {name: side}]} # cadence: app: hangs
`;
    expect(await textsIn(text)).toEqual({
      web: [
        "comment: at 5m pod is deleted → the pod",
        "comment: side: crashes → the pod",
        "comment: app: hangs → the pod",
      ],
    });
  });

  it("the pods of its object in a list, or those that have the container it names", async () => {
    const text = `
kind: List
# cadence: at 5m pod is deleted
# cadence: side: crashes
# cadence: nobody: crashes
items:
- kind: Pod
  metadata: {name: a} # cadence: expect ready within 1m
  spec:
    containers:
    - name: app # cadence: hangs
- kind: Pod
  metadata: {name: b}
  spec:
    # cadence: side: completes
    restartPolicy: Never
    containers: [{name: app}, {name: side}]
`;
    expect(await textsIn(text)).toEqual({
      a: [
        "comment: at 5m pod is deleted → the pod",
        "comment: nobody: crashes → the pod",
        "comment: expect ready within 1m → the pod",
        "comment: hangs → app",
      ],
      b: [
        "comment: at 5m pod is deleted → the pod",
        "comment: side: crashes → the pod",
        "comment: side: completes → the pod",
      ],
    });
  });

  it("the pod in whose spec it stands, where an object has several", async () => {
    const text = `
apiVersion: example.com/v1
kind: Cluster
metadata: {name: rays}
spec:
  head:
    template:
      spec:
        # cadence: app: crashes
        restartPolicy: Always
        containers: [{name: app, image: app}]
  worker:
    template:
      spec:
        containers: [{name: app, image: app}]
`;
    const document = parseManifest(text).documents[0]?.document;
    const pods = document === undefined ? [] : analyzeDocument(document, await settingsOf("")).pods;
    expect(pods.map(({ located, scenarioTexts }) => [located.prefix[1], scenarioTexts.length])).toEqual([
      ["head", 1],
      ["worker", 0],
    ]);
  });

  it("what the project file speaks of, too", async () => {
    const projectFile = "scenarios: {Pod/web: {app: crashes, side: hangs}, Pod/other: {app: oom}}";
    expect(
      await textsIn(
        "kind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app}]} # cadence: runs\n",
        projectFile,
      ),
    ).toEqual({
      web: ["comment: runs → app", "project: crashes → app", "project: hangs → side"],
    });
  });
});

describe("analyzeDocument", () => {
  it("gives the same object for the same document and settings, and another for others", async () => {
    const document = parseManifest("kind: Pod\nspec: {containers: [{name: app, image: app}]}\n").documents[0]?.document;
    if (document === undefined) throw new Error("no document");
    const settings = await settingsOf("");
    const first = analyzeDocument(document, settings);
    expect(analyzeDocument(document, settings)).toBe(first);
    expect(first.pods[0]?.forecast()).toBe(first.pods[0]?.forecast());
    expect(analyzeDocument(document, await settingsOf(""))).not.toBe(first);
  });

  it("has no forecast where there is nothing to run", async () => {
    const text = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: []}\n";
    const document = parseManifest(text).documents[0]?.document;
    const pods = document === undefined ? [] : analyzeDocument(document, await settingsOf("")).pods;
    expect(pods.map((pod) => [pod.pod, pod.forecast()])).toEqual([[undefined, undefined]]);
  });

  it("takes the curve of a kubelet configuration from the document itself", async () => {
    const text =
      "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff: {maxContainerRestartPeriod: 20s}\n";
    const document = parseManifest(text).documents[0]?.document;
    const kubelets = document === undefined ? [] : analyzeDocument(document, await settingsOf("")).kubelets;
    expect(kubelets.map((kubelet) => kubelet.forecast().delaysMs)).toEqual([[0, 10_000, 20_000]]);
  });
});

import { describe, expect, test } from "vitest";
import {
  clusterAnswerSchema,
  clusterRequest,
  observedAnswerSchema,
  observedRequest,
  podDetailsRequest,
  podDetailsSchema,
  podsOfManifestRequest,
  podsOfManifestSchema,
  podsShownNotification,
} from "../../shared/protocol/cluster.ts";
import { change, podObject, uidOf } from "../server/live/cluster.ts";
import { startEditor } from "./editor.ts";

const pod = `apiVersion: v1
kind: Pod
metadata: {name: web-1}
spec:
  containers:
  - name: app
    image: example/app
`;

const able = { initializationOptions: { commandLinks: true, changed: true } };
const ran = podObject({ restartCount: 1, last: [2, 5, 3], runsSince: 6 });

describe("a connected cluster", () => {
  test("is in the lenses of the manifests that it has, which are asked for again when it changes", async () => {
    const editor = await startEditor(able);
    editor.open("pod.yaml", pod);
    expect(await editor.lenses("pod.yaml")).toEqual(["0: Simulate pod", "0: Forecast"]);
    await editor.ask(clusterRequest, clusterAnswerSchema, change({ isFirst: true, pods: [ran] }));
    await editor.mail.take("workspace/codeLens/refresh");
    expect(await editor.lenses("pod.yaml")).toEqual([
      "0: Simulate pod",
      "0: Forecast",
      "0: 1 restart",
      "0: Compare with Live Pod",
    ]);
    expect(await editor.mail.take(podsShownNotification)).toEqual({ uids: [uidOf("web-1")] });
    await editor.ask(clusterRequest, clusterAnswerSchema, change({ context: null, isFirst: true }));
    await editor.mail.take("workspace/codeLens/refresh");
    expect(await editor.lenses("pod.yaml")).toEqual(["0: Simulate pod", "0: Forecast"]);
  });

  test("answers for its pods", async () => {
    const editor = await startEditor(able);
    editor.open("pod.yaml", pod);
    const { rows } = await editor.ask(clusterRequest, clusterAnswerSchema, change({ isFirst: true, pods: [ran] }));
    expect(rows.map(({ name, state, restarts }) => [name, state, restarts])).toEqual([
      ["web-1", ["running, not ready"], 1],
    ]);
    const uid = uidOf("web-1");
    const details = await editor.ask(podDetailsRequest, podDetailsSchema, { uid });
    expect(details?.items.map(({ label }) => label)).toEqual(["app", "Ready", "forecast for"]);
    const observed = await editor.ask(observedRequest, observedAnswerSchema, { uid });
    expect(observed?.overlay.lines).toEqual([{ container: "app", text: "exits 3 after 3s, then runs" }]);
    expect(observed?.assumptionsText).toBe("Kubernetes 1.37 · gates default · kubelet configuration: default");
    const there = await editor.ask(podsOfManifestRequest, podsOfManifestSchema, { uri: editor.uri("pod.yaml") });
    expect(there?.uids).toEqual([uid]);
    expect(await editor.ask(observedRequest, observedAnswerSchema, { uid: "gone" })).toBeNull();
  });

  test("that speaks otherwise than agreed is logged, and nothing changes", async () => {
    const editor = await startEditor(able);
    expect(await editor.ask(clusterRequest, podDetailsSchema, { context: 7 })).toBeNull();
    expect(await editor.mail.take("window/logMessage")).toMatchObject({
      message: expect.stringContaining(clusterRequest),
    });
  });
});

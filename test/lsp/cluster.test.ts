import { describe, expect, test } from "vitest";
import { newestVersion } from "../../shared/kubernetes/versions.ts";
import { clientNotifications, type Request, serverRequests } from "../../shared/protocol/request.ts";
import { change, podObject, uidOf } from "../server/live/cluster.ts";
import { type Editor, startEditor } from "./editor.ts";

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

const ask = <Answer>(editor: Editor, { method, answer }: Request<unknown, Answer>, params: unknown): Promise<Answer> =>
  editor.ask(method, answer, params);

describe("a connected cluster", () => {
  test("is in the lenses of the manifests that it has, which are asked for again when it changes", async () => {
    const editor = await startEditor(able);
    editor.open("pod.yaml", pod);
    expect(await editor.lenses("pod.yaml")).toEqual(["0: Simulate pod", "0: Forecast"]);
    await ask(editor, serverRequests.cluster, change({ isFirst: true, pods: [ran] }));
    await editor.mail.take("workspace/codeLens/refresh");
    expect(await editor.lenses("pod.yaml")).toEqual([
      "0: Simulate pod",
      "0: Forecast",
      "0: 1 restart",
      "0: Compare with Live Pod",
    ]);
    expect(await editor.mail.take(clientNotifications.podsShown.method)).toEqual({ uids: [uidOf("web-1")] });
    await ask(editor, serverRequests.cluster, change({ context: null, isFirst: true }));
    await editor.mail.take("workspace/codeLens/refresh");
    expect(await editor.lenses("pod.yaml")).toEqual(["0: Simulate pod", "0: Forecast"]);
  });

  test("answers for its pods", async () => {
    const editor = await startEditor(able);
    editor.open("pod.yaml", pod);
    const told = await ask(editor, serverRequests.cluster, change({ isFirst: true, pods: [ran] }));
    expect(told?.rows.map(({ name, state, restarts }) => [name, state, restarts])).toEqual([
      ["web-1", ["running, not ready"], 1],
    ]);
    const uid = uidOf("web-1");
    const details = await ask(editor, serverRequests.podDetails, { uid });
    expect(details?.items.map(({ label }) => label)).toEqual([
      "app",
      "runs on",
      "created",
      "conditions",
      "forecast for",
    ]);
    const observed = await ask(editor, serverRequests.observed, { uid });
    expect(observed?.overlay.lines).toEqual([{ container: "app", text: "exits 3 after 3s, then runs" }]);
    expect(observed?.assumptionsText).toBe(
      `Kubernetes ${newestVersion} · gates default · kubelet configuration: default`,
    );
    const there = await ask(editor, serverRequests.podsOfManifest, { uri: editor.uri("pod.yaml") });
    expect(there?.uids).toEqual([uid]);
    expect(await ask(editor, serverRequests.observed, { uid: "gone" })).toBeNull();
  });

  test("that speaks otherwise than agreed is logged, and nothing changes", async () => {
    const editor = await startEditor(able);
    expect(await ask(editor, serverRequests.cluster, { context: 7 })).toBeNull();
    expect(await editor.mail.take("window/logMessage")).toMatchObject({
      message: expect.stringContaining(serverRequests.cluster.method),
    });
  });
});

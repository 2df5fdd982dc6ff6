import { describe, expect, it } from "vitest";
import { CodeActionKind } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { learnAnswer } from "../../../../server/features/requests/learn-answer.ts";
import type { LiveView } from "../../../../server/live/live-view.ts";
import { podObject, viewOf } from "../../live/cluster.ts";
import { deploymentText } from "../../written-deployment.ts";
import { contextOf, host, type Situation } from "../harness.ts";

// `Learn from Pods…`: what pods did is written into their manifests, as `learn --write` does it.

const containers = [
  { name: "app", image: "example/app:1", startupProbe: { exec: { command: ["up"] }, periodSeconds: 1 } },
];
const web = { owner: "ReplicaSet/web-7d", hash: "7d", spec: { containers } };
const cluster = (): LiveView =>
  viewOf(
    [
      { ...web, name: "web-7d-a", runsSince: 0, ready: true },
      { ...web, name: "web-7d-b", runsSince: 0, ready: true },
    ],
    60,
  );
const dump = JSON.stringify({
  kind: "List",
  items: [podObject({ ...web, name: "web-7d-c", restartCount: 1, last: [2, 45, 3] })],
});

const manifest = (comment: string) =>
  deploymentText(`containers:
- name: app${comment}
  image: example/app:1
`);

async function learn(text: string, situation: Situation, texts?: readonly string[]) {
  const context = await contextOf(text, situation);
  const answer = learnAnswer(context, {
    uri: context.document.uri,
    ...(texts && { texts: texts.map((each) => ({ name: "Clipboard", text: each })) }),
  });
  return { text: TextDocument.applyEdits(context.document, [...(answer?.edits ?? [])]), message: answer?.message };
}

describe("what is written", () => {
  it("is from the pods of the cluster", async () => {
    const learned = await learn(manifest(""), { live: cluster() });
    expect(learned).toEqual({
      text: manifest(" # cadence: starts in 0s–2s — 2 starts, 2 pods, 2026-11-22"),
      message:
        "Deployment/web · 2 pods of revision 7d: Scenario written: 1 comment added. The startup probe allows 3s; the slowest of 2 starts took 2s. Set failureThreshold to 4.",
    });
    expect((await learn(learned.text, { live: cluster() })).message).toContain(
      "The manifest already has this scenario.",
    );
  });

  it("is from texts, and says what it replaces", async () => {
    expect(await learn(manifest(" # cadence: starts in 20s"), {}, [dump])).toEqual({
      text: manifest(" # cadence: exits 3 after 42s–44s — 1 end, 1 pod, 2026-11-22"),
      message:
        'Deployment/web · 1 pod of revision 7d: Scenario written: 1 comment changed. It replaces "app: starts in 20s".',
    });
  });

  it.each<[about: string, text: string, situation: Situation, texts: readonly string[] | undefined, message: string]>([
    ["no pods", manifest(""), {}, undefined, "No pod with a status was found."],
    ["another text", manifest(""), {}, ["Nov 28 mail: correct-horse"], "Clipboard has no pod, event, or describe"],
    ["other pods", manifest("").replaceAll("web", "api"), {}, [dump], "Nothing is written: it has no workload that"],
    [
      "JSON",
      '{"kind":"Pod","spec":{"containers":[{"name":"a"}]}}',
      { language: "json" },
      [dump],
      "JSON has no comments",
    ],
  ])("is nothing where there is nothing to write: %s", async (_, text, situation, texts, message) => {
    const learned = await learn(text, situation, texts);
    expect(learned.text).toBe(text);
    expect(learned.message).toContain(message);
    expect(learned.message).not.toContain("correct-horse");
  });

  it("is null without a pod", async () => {
    expect(learnAnswer(await contextOf("kind: Service\n"), { uri: "file:///w/pod.yaml" })).toBeNull();
  });
});

it("is offered where the workload begins that has pods in the cluster", async () => {
  const titles = async (place: string, situation: Situation) => {
    const context = await contextOf(manifest(""), { client: { commandLinks: true }, ...situation });
    const start = context.document.positionAt(manifest("").indexOf(place));
    const asked = { range: { start, end: start }, diagnostics: [], wants: () => true };
    const actions = await host.codeActions(context, asked, () => false);
    return actions.filter(({ command }) => command?.command === "podCadence.learnFromPods");
  };
  expect(await titles("kind: Deployment", { live: cluster() })).toMatchObject([
    { title: "Learn scenario from 2 pods", kind: CodeActionKind.RefactorRewrite },
  ]);
  expect(await titles("image:", { live: cluster() })).toEqual([]);
  expect(await titles("kind: Deployment", {})).toEqual([]);
});

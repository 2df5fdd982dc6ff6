import { describe, expect, test } from "vitest";
import { type TimelineTextPlace, timelineTextAnswer } from "../../../../server/features/requests/timeline-text.ts";
import { newestVersion } from "../../../../shared/kubernetes/versions.ts";
import { contextOf, type Situation } from "../harness.ts";

const uri = "file:///w/pod.yaml";

async function answerTo(text: string, wanted: TimelineTextPlace = {}, situation: Situation = {}) {
  return timelineTextAnswer(await contextOf(text, { uri, ...situation }), wanted);
}

async function textOf(text: string, wanted: TimelineTextPlace = {}, situation: Situation = {}): Promise<string> {
  const answer = await answerTo(text, wanted, situation);
  return answer !== null && "text" in answer ? answer.text : JSON.stringify(answer);
}

const crashing = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  # cadence: expect restarts <= 1 within 10m
  # cadence: expect ready within 5s
  containers:
  - name: app # cadence: crashes after 5s x2, then runs
    image: app
`;

const two = `${crashing}---
apiVersion: v1
kind: Pod
metadata: {name: other}
spec: {containers: [{name: b}]}
`;

describe("the timeline as text", () => {
  test("is read from its first line on: pod, assumptions, answer, run, table, expectations", async () => {
    expect(await textOf(crashing, {}, { overrides: { timing: "ideal" } })).toBe(
      `Pod/web
Kubernetes ${newestVersion} · gates default · kubelet configuration: default · timing without the kubelet's loops
app crashes 2 times, then keeps running: ready for good after 20s.
Why: app crashes (exit 1) after 5s. Each crash doubles the back-off, up to 5m. Find out why in the log of its last run: kubectl logs --previous.
This is one possible run (seed 1). The ranges under WHY apply to every run.

TIME  CONTAINER  WHAT                                       WHY
0s               The kubelet sees the pod.
0s               The pod is Pending.                        immediately after: The kubelet sees the pod
0s               Ready is False (ContainersNotReady).       immediately after: The kubelet sees the pod
0s               The sandbox of the pod is ready.           immediately after: The kubelet sees the pod
0s    app        app starts.                                immediately after: The sandbox of the pod is ready
0s               The pod is Running.                        immediately after: app starts
0s               Ready is True.                             immediately after: app starts
5s    app        app exits with 1 after 5s.                 5s after: app starts
5s               Ready is False (ContainersNotReady).       immediately after: app exits with 1 after 5s
5s    app        app starts again, run 2.                   immediately after: app exits with 1 after 5s
5s               Ready is True.                             immediately after: app starts again, run 2
10s   app        app exits with 1 after 5s.                 5s after: app starts again, run 2
10s              Ready is False (ContainersNotReady).       immediately after: app exits with 1 after 5s
10s   app        app is in back-off for 10s from its exit.  immediately after: app exits with 1 after 5s
20s   app        The back-off of 10s of app is over.        10s after: app exits with 1 after 5s
20s   app        app starts again, run 3.                   10s after: app exits with 1 after 5s
20s              Ready is True.                             immediately after: app starts again, run 3

Simulated until 30m.
"expect restarts <= 1 within 10m" fails: 2 restarts in 10m (expected ≤ 1)
"expect ready within 5s" holds
`,
    );
  });

  test("names the pod that was found, so that it is found again", async () => {
    const answer = await answerTo(two, { position: { line: 12, character: 0 } });
    expect(answer).toMatchObject({
      title: "Timeline of Pod other",
      language: "plaintext",
      reference: { uri, kind: "Pod", name: "other", namespace: "default", ordinal: 1 },
    });
  });

  test("is as long as the simulator plays", async () => {
    expect(await textOf(crashing)).toContain("\nSimulated until 30m.\n");
    expect(await textOf(crashing, { horizonMs: 60_000 })).toContain("\nSimulated until 1m.\n");
  });

  test("has one line for each entry and nothing but words", async () => {
    const lines = (await textOf(crashing)).split("\n");
    expect(lines.filter((line) => /[\u2500-\u259f\t|]/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.endsWith(" "))).toEqual([]);
    expect(lines.filter((line) => line.includes("app starts again, run 2."))).toHaveLength(1);
  });

  test("tells of each attempt that fails, and not of those that go on succeeding", async () => {
    const probed = crashing.replace(
      "crashes after 5s x2, then runs",
      "fails after 1m for 25s\n    livenessProbe: {tcpSocket: {port: 80}}",
    );
    const lines = (await textOf(probed, { horizonMs: 120_000 })).split("\n");
    expect(lines.map((line) => / {2}(The liveness probe .*?\.)/.exec(line)?.[1]).filter(Boolean)).toEqual([
      "The liveness probe of app fails.",
      "The liveness probe of app fails.",
    ]);
  });

  test("follows the settings", async () => {
    expect(await textOf(crashing, {}, { overrides: { kubernetes: "1.30" } })).toContain("Kubernetes 1.30 · gates");
  });

  test("says what of the scenario was not understood", async () => {
    const text = await textOf(crashing.replace("crashes after 5s", "crahes after 5s"));
    expect(text).toMatch(/^Ignored "crahes after 5s x2, then runs": .*crashes/m);
  });

  test.each([
    ["null where there is no pod", "apiVersion: v1\nkind: Service\n", {}, null],
    ["null for a place outside of the file's pods", "a: 1\n---\nb: 2\n", { position: { line: 2, character: 0 } }, null],
    [
      "why, where the manifest is broken",
      `${crashing}    image: "app\n`,
      {},
      { problem: expect.stringMatching(/^The manifest is not valid: Line \d+: .*\.$/) },
    ],
    [
      "why, where it is so broken that the pod is lost",
      "kind: [Pod\nspec:\n  containers:\n  - name: app\n",
      {},
      { problem: expect.stringMatching(/^The manifest is not valid: Line \d+: .*\.$/) },
    ],
    [
      "why, where there is nothing to play",
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: []}\n",
      {},
      { problem: "Pod/web has no containers to simulate." },
    ],
  ])("is %s", async (_, text, wanted, answer) => {
    expect(await answerTo(text, wanted)).toEqual(answer);
  });
});

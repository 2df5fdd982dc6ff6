import { describe, expect, test } from "vitest";
import { comparisonAnswer } from "../../../../server/features/requests/comparison-answer.ts";
import { contextOf, type Situation } from "../harness.ts";

/** Its changes are not refused, because it is deleted and created again. */
const pod = (name: string, failures: number) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, annotations: {argocd.argoproj.io/sync-options: "Force=true,Replace=true"}}
spec:
  containers:
  - name: app # cadence: starts in 40s
    image: x
    ports: [{containerPort: 80}]
    livenessProbe: {httpGet: {port: 80}, periodSeconds: 10, failureThreshold: ${failures}}
`;

const pageOf = async (...asked: Parameters<typeof answerOf>) => (await answerOf(...asked)).markdown;

async function answerOf(before: string, now: string, situation: Situation = {}) {
  const context = await contextOf(now, { uri: "file:///w/web.yaml", ...situation });
  return comparisonAnswer(context, { before: { name: "HEAD", text: before } });
}

describe("the comparison with an earlier text", () => {
  test("is the one of the command line, as a page about one file", async () => {
    expect(await pageOf(pod("web", 9), pod("web", 2))).toBe(`# web.yaml compared with HEAD

1 object changed: 1 worse.

## Pod/web: worse

- Before: Ready within 2s, 40s before app has started, with no restarts in 30m.
- After: Liveness kills app 10–20s after each start, then app waits up to 5m30s. It restarts 13–15 times in 30m. The pod is ready 15% of the time.

|  | What | Before | After |
|---|---|---|---|
| worse | outlook | healthy | crash-loop |
| worse | restarts in 30m | 0 | 14 (13–15) |
| worse | down in 30m | 0s | 25m20s (24m40s–26m) |
| worse | longest wait | 0s | 5m15s (5m–5m30s) |
| worse | ready | \\>99% | 15% (14–17%) |
| sooner | app: must start within | 1m20s–1m30s | 10–20s |
| changed | app: hang to SIGTERM | 1m21s–1m31s | – |
| changed | app: hang to container exit | 1m21s–2m5s | – |
| changed | app: hang to back in service | 1m21s–2m5s | – |

Findings: 1 new

- new: warning in line 9: Startup takes 40s, but liveness kills the container after 10–20s, so it never finishes starting. Add a startupProbe that allows more than 40s. (liveness-kills-start)
`);
  });

  test("begins with what the API server refuses, and names the field that changes", async () => {
    const [before, now] = [pod("web", 9), pod("web", 2)].map((text) => text.replace(/, annotations: .*/, "}"));
    const page = await pageOf(before ?? "", now ?? "");
    expect(page).toContain(
      "1 object changed: 1 refused.\n\n## Pod/web: refused\n\n- refused: spec: pod updates may not",
    );
    expect(page).toContain(
      "livenessProbe.failureThreshold changes)\n- Instead: kubectl replace --force deletes the Pod",
    );
  });

  test("marks the field that is refused; where it is gone, the one around it", async () => {
    const job = (spec: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: migrate}\nspec:\n${spec}  template:\n    spec: {restartPolicy: Never, containers: [{name: app, image: x}]}\n`;
    const [plain, indexed] = [job(""), job("  completions: 3\n  completionMode: Indexed\n")];
    const { refused } = await answerOf(plain, indexed);
    expect(refused.map(({ range }) => range.start.line)).toEqual([8, 9]);
    expect(refused.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The API server refuses this update: spec\.completions: can only be modified in tandem/),
      "The API server refuses this update: spec.completionMode: field is immutable. kubectl replace --force deletes the Job with its pods, and the new one runs from the beginning.",
    ]);
    expect((await answerOf(indexed, plain)).refused.map(({ range }) => range.start.line)).toEqual([7, 7]);
    expect((await answerOf(plain, plain)).refused).toEqual([]);
  });

  test("says so where nothing changes, also with another comment or order of lines", async () => {
    const unchanged = "# web.yaml compared with HEAD\n\nThe change affects no forecast and no finding.\n";
    expect(await pageOf(pod("web", 9), `# the shop\n${pod("web", 9)}`)).toBe(unchanged);
    expect(await pageOf(`${pod("a", 9)}---\n${pod("b", 3)}`, `${pod("b", 3)}---\n${pod("a", 9)}`)).toBe(unchanged);
  });

  test("mirrors itself when the texts are exchanged", async () => {
    const [there, back] = [await pageOf(pod("web", 9), pod("web", 2)), await pageOf(pod("web", 2), pod("web", 9))];
    expect([there.match(/\| worse \|/g)?.length, back.match(/\| better \|/g)?.length]).toEqual([5, 5]);
  });

  test("reads long lists and short ones in the same way", async () => {
    const indented = (text: string) => `- ${text.replaceAll("\n", "\n  ").trimEnd()}\n`;
    const list = (count: number) =>
      `apiVersion: v1\nkind: List\nitems:\n${Array.from({ length: count }, (_, index) => indented(pod(`web${index}`, 9))).join("")}`;
    expect(await pageOf(list(2), list(40))).toMatch(/\n38 objects? changed: 38 changed\. 2 more/);
  });

  test("shows names as text, whatever is in them", async () => {
    const page = await pageOf(pod("web", 9), pod('"[x](command:a)<b>"', 9));
    expect(page).not.toMatch(/(?<!\\)\[x|<b>/);
  });
});

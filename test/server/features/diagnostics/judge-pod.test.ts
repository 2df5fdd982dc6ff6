import { describe, expect, test } from "vitest";
import { judgePod } from "../../../../server/features/diagnostics/judge-pod.ts";
import { defaultAssumptions } from "../../../../shared/kubernetes/assumptions.ts";
import type { JudgeParams } from "../../../../shared/protocol/pod/judge.ts";
import { deploymentText } from "../../written-deployment.ts";
import { contextOf, diagnosticsOf, host } from "../harness.ts";

const uri = "file:///w/pod.yaml";
const web = { uri, kind: "Deployment", name: "web", namespace: "default", ordinal: 0 };
const other = { uri, kind: "Pod", name: "other", namespace: "default", ordinal: 1 };

const text = `${deploymentText(`containers:
- name: app
  image: registry.example/app
  readinessProbe:
    httpGet: {path: /, port: 80}
    periodSeconds: 10
    timeoutSeconds: 15
`)}---
apiVersion: v1
kind: Pod
metadata: {name: other}
spec: {containers: [{name: app, image: registry.example/app, restartPolicy: Sometimes}]}
`;

async function judge(wanted: Partial<JudgeParams> = {}, written = text) {
  const assumptions = defaultAssumptions();
  const params = { uri, reference: web, assumptions, ...wanted };
  return judgePod(await contextOf(written, { uri }), host, params);
}

async function rulesOf(wanted: Partial<JudgeParams>, written = text) {
  return (await judge(wanted, written))?.findings.map(({ rule }) => rule);
}

describe("the findings of a pod for the panel", () => {
  test("are those of the editor, in its words and at its places", async () => {
    const inEditor = await diagnosticsOf(text, { uri });
    const answers = await Promise.all([judge(), judge({ reference: other })]);
    const inPanel = answers.flatMap((answer) => answer?.findings ?? []);
    expect(inPanel.map(({ rule, message, range }) => [rule, message, range])).toEqual(
      inEditor.map(({ code, message, range }) => [code, message, range]),
    );
    expect(inPanel.length).toBeGreaterThan(1);
  });

  test("have their quick fixes with the edits", async () => {
    const [finding] = (await judge())?.findings ?? [];
    expect(finding).toMatchObject({ rule: "timeout-exceeds-period", severity: "warning" });
    expect(finding?.fixes).toEqual([
      {
        title: expect.stringContaining("periodSeconds"),
        edits: [{ range: expect.anything(), newText: expect.anything() }],
      },
    ]);
  });

  test("follow a scenario that is not written yet", async () => {
    const lines = [
      { container: "app", text: "crashes after 5s" },
      { container: undefined, text: "expect restarts <= 1 within 10m" },
    ];
    expect(await rulesOf({})).not.toContain("expectation-failed");
    expect(await rulesOf({ lines })).toContain("expectation-failed");
  });

  test("of a scenario line that is not understood are its own sentence", async () => {
    const answer = await judge({ lines: [{ container: "app", text: "crashs after 5s" }] });
    const [mistake] = answer?.findings.filter(({ rule }) => rule === "scenario-syntax") ?? [];
    expect(mistake?.message).not.toContain("project file");
  });

  test("follow a node that is not that of the settings", async () => {
    const rules = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  restartPolicy: Never
  containers:
  - name: app
    image: registry.example/app
    restartPolicy: Never
    restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]
`;
    const reference = { ...web, kind: "Pod" };
    const { apiServer, ...assumptions } = defaultAssumptions();
    const node = { ...assumptions.node, kubernetes: "1.33" } as const;
    const old = { ...assumptions, node, apiServer: { ...apiServer, kubernetes: "1.33" } } as const;
    expect(await rulesOf({ reference }, rules)).not.toContain("field-too-new");
    expect(await rulesOf({ reference, assumptions: old }, rules)).toContain("field-too-new");
  });

  test("no answer for a pod that is gone", async () => {
    const gone = { ...web, name: "gone", ordinal: 9 };
    expect(await judge({ reference: gone })).toBeNull();
  });
});

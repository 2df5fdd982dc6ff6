import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { solveAnswer } from "../../../../server/features/actions/solve.ts";
import { analyzed, runnablePods } from "../../../../server/features/core/subjects.ts";
import { workloadFor } from "../../../../server/features/workloads/workloads.ts";
import type { WorkloadGoalKind } from "../../../../shared/forecast/solve/solve-model.ts";
import { expectGolden } from "../../../golden.ts";
import { contextOf } from "../harness.ts";

interface Odd {
  readonly kind?: "Deployment" | "StatefulSet" | "DaemonSet";
  readonly spec?: readonly string[];
  readonly scenario?: string;
  readonly probe?: string;
  readonly budget?: string;
}

const usualProbe = "{tcpSocket: {port: 80}, periodSeconds: 10}";

function written({
  kind = "Deployment",
  spec = [],
  scenario = "starts in 20s",
  probe = usualProbe,
  budget,
}: Odd): string {
  const lines = [
    "apiVersion: apps/v1",
    `kind: ${kind}`,
    "metadata: {name: web}",
    "spec:",
    ...spec.map((line) => `  ${line}`),
    "  selector: {matchLabels: {app: web}}",
    "  template:",
    "    metadata: {labels: {app: web}}",
    "    spec:",
    "      containers:",
    `      - name: app # cadence: ${scenario}`,
    "        image: example/app",
    ...(probe === "" ? [] : [`        readinessProbe: ${probe}`]),
    ...(budget === undefined
      ? []
      : [
          "---",
          "apiVersion: policy/v1",
          "kind: PodDisruptionBudget",
          "metadata: {name: web}",
          `spec: {${budget}, selector: {matchLabels: {app: web}}}`,
        ]),
  ];
  return `${lines.join("\n")}\n`;
}

const rolling = (surge: string, unavailable: string): string =>
  `strategy: {rollingUpdate: {maxSurge: ${surge}, maxUnavailable: ${unavailable}}}`;
const updating = (fields: string): string => `updateStrategy: {rollingUpdate: {${fields}}}`;

const minuteMs = 60_000;
type Goals = readonly (readonly [kind: WorkloadGoalKind, amount: number])[];

const usualGoals: Goals = [
  ["rollout", 30_000],
  ["rollout", minuteMs],
  ["rollout", 2 * minuteMs],
  ["rollout", 10 * minuteMs],
  ["available", 1],
  ["available", 3],
  ["available", 4],
];

const odd: Readonly<Record<string, Odd>> = {
  "one replica": { spec: ["replicas: 1"] },
  "one replica, all of it unavailable": { spec: ["replicas: 1", rolling("0", "1")] },
  "no replicas": { spec: ["replicas: 0"] },
  "no surge": { spec: ["replicas: 4", rolling("0", "1")] },
  "no surge, in percent": { spec: ["replicas: 4", rolling("0%", "25%")] },
  "both 1% of few": { spec: ["replicas: 4", rolling("1%", "1%")] },
  "everything at once": { spec: ["replicas: 4", rolling("100%", "100%")] },
  "more surge than pods": { spec: ["replicas: 4", rolling("300%", "0")] },
  "a string that is a number": { spec: ["replicas: 4", rolling('"1"', "0")] },
  "nonsense as a percentage": { spec: ["replicas: 4", rolling("ten", "-5%")] },
  Recreate: { spec: ["replicas: 4", "strategy: {type: Recreate}"] },
  "Recreate with rollingUpdate": {
    spec: ["replicas: 4", "strategy: {type: Recreate, rollingUpdate: null}"],
  },
  paused: { spec: ["replicas: 4", "paused: true"] },
  "a strategy of null": { spec: ["replicas: 4", "strategy: null"] },
  minReadySeconds: { spec: ["replicas: 4", "minReadySeconds: 60", rolling("1", "0")] },
  "minReadySeconds near the deadline": { spec: ["replicas: 4", "minReadySeconds: 590", rolling("1", "0")] },
  "no readiness probe": { spec: ["replicas: 4", rolling("1", "0")], probe: "" },
  "a slow readiness probe": {
    spec: ["replicas: 4", rolling("1", "0")],
    probe: "{tcpSocket: {port: 80}, initialDelaySeconds: 45, periodSeconds: 30, successThreshold: 2}",
  },
  "a crash loop": { spec: ["replicas: 4"], scenario: "starts in 5s, crashes after 8s" },
  "a crash loop after it is ready": { spec: ["replicas: 4"], scenario: "starts in 5s, crashes after 45s" },
  "never ready": { spec: ["replicas: 4"], scenario: "fails readiness" },
  "slow to stop": { spec: ["replicas: 4", rolling("1", "0")], scenario: "starts in 5s, ignores SIGTERM" },
  "a budget that refuses all": { spec: ["replicas: 4", rolling("0", "1")], budget: "minAvailable: 4" },
  "a short deadline": { spec: ["replicas: 4", "progressDeadlineSeconds: 15", rolling("1", "0")] },
  "an ordered StatefulSet": { kind: "StatefulSet", spec: ["serviceName: web", "replicas: 4"] },
  "a StatefulSet with a partition": {
    kind: "StatefulSet",
    spec: ["serviceName: web", "replicas: 4", updating("partition: 2")],
  },
  "a StatefulSet whose partition holds all": {
    kind: "StatefulSet",
    spec: ["serviceName: web", "replicas: 4", updating("partition: 4")],
  },
  "a Parallel StatefulSet with maxUnavailable": {
    kind: "StatefulSet",
    spec: ["serviceName: web", "replicas: 4", "podManagementPolicy: Parallel", updating("maxUnavailable: 3")],
  },
  "an ordered StatefulSet with maxUnavailable": {
    kind: "StatefulSet",
    spec: ["serviceName: web", "replicas: 4", updating("maxUnavailable: 50%")],
  },
  "a StatefulSet with OnDelete": {
    kind: "StatefulSet",
    spec: ["serviceName: web", "replicas: 4", "updateStrategy: {type: OnDelete}"],
  },
  "a DaemonSet": { kind: "DaemonSet" },
  "a DaemonSet that surges": { kind: "DaemonSet", spec: [updating("maxSurge: 1, maxUnavailable: 0")] },
  "a DaemonSet, all unavailable": { kind: "DaemonSet", spec: [updating("maxUnavailable: 100%")] },
  "a DaemonSet with OnDelete": { kind: "DaemonSet", spec: ["updateStrategy: {type: OnDelete}"] },
};

const place = { kind: "workload", path: [] } as const;
const uri = "file:///w/pod.yaml";

async function rolloutIn(text: string) {
  const context = await contextOf(text);
  const [placed] = context.manifest.documents;
  const pod = placed && runnablePods(analyzed(context, placed))[0];
  return pod && workloadFor(context, pod)?.forecast.rollout;
}

async function answers(text: string, goals: Goals): Promise<readonly string[]> {
  const context = await contextOf(text);
  const said: string[] = [];
  for (const [kind, amount] of goals) {
    const goal = kind === "rollout" ? `within ${amount / 1000}s` : `keep ${amount}`;
    const answer = solveAnswer(context, { uri, document: 0, place, goal: { kind, amount } });
    if (answer === null) {
      said.push(`${goal}: not asked`);
      continue;
    }
    expect(answer.solutions.length > 0, `${goal}: numbers, or a reason why there are none`).toBe(answer.reason === "");
    if (answer.reason !== "") said.push(`${goal}: ${answer.reason}`);
    for (const { where, writes, effects, edits } of answer.solutions) {
      const document = TextDocument.create(uri, "yaml", 1, text);
      const rollout = await rolloutIn(TextDocument.applyEdits(document, [...edits]));
      const reached =
        kind === "rollout"
          ? (rollout?.completes?.span.latestMs ?? Number.POSITIVE_INFINITY) <= amount
          : (rollout?.availableAtLeast ?? -1) >= amount;
      expect(reached, `${goal} is reached with ${where}: ${writes}`).toBe(true);
      said.push(`${goal}: ${where}: ${writes} | ${effects.join(" | ")}`);
    }
  }
  return said;
}

describe("the numbers that reach a goal of a workload", () => {
  const said: string[] = [];

  it.each(Object.entries(odd))("reach it when they are written: %s", async (name, each) => {
    const lines = await answers(written(each), usualGoals);
    said.push(`# ${name}\n${lines.join("\n")}\n`);
    expect(lines).toHaveLength(new Set(lines).size);
  });

  it("are told with what they cost; where there are none, with the reason", () => {
    expect(said).toHaveLength(Object.keys(odd).length);
    expectGolden("repairs/workload-goals", said.join("\n"));
  });
});

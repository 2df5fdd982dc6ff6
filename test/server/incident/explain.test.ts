import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { explainText } from "../../../server/cli/explain/explain-text.ts";
import { createStyle } from "../../../server/cli/terminal/style.ts";
import { incidentJson } from "../../../server/exports/incident-json.ts";
import { incidentMarkdown } from "../../../server/exports/incident-markdown.ts";
import { explainSchema } from "../../../server/exports/schemas/explain.ts";
import { readInput } from "../../../server/incident/read-input.ts";
import { incidentOf } from "../../../shared/evidence/incident.ts";
import { explainPod } from "../../../shared/incident/index.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { expectGolden } from "../../golden.ts";

// What is said of an incident, by what people have of it.

const folder = new URL("../../fixtures/incidents/", import.meta.url);
const fixture = (name: string): string => readFileSync(new URL(name, folder), "utf8");

const describes = ["describe-startup-exit0.txt", "describe-liveness.txt", "describe-cut-kill.txt"];
const tables = ["pods-watch.txt", "pods-wide.txt"];
const names = [
  ...describes,
  ...tables,
  "events-only.txt",
  "watch-events.jsonl",
  "watch-dump.json",
  "liveness-exit0.yaml",
  "hook-error.yaml",
];

function explained(...texts: readonly string[]) {
  const incident = incidentOf(texts.map((text, index) => readInput(`input-${index}`, text, undefined)));
  const pods = incident.pods.map((pod) => explainPod(pod, defaultAssumptions()));
  const text = explainText(pods, { columns: 80, style: createStyle(false) });
  const json = explainSchema.parse(incidentJson(incident, pods));
  return { pods, text, json, markdown: incidentMarkdown(pods), notes: incident.inputs.flatMap(({ notes }) => notes) };
}

it.each(names)("%s", (name) => {
  const { text, markdown } = explained(fixture(name));
  for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(text).not.toContain("correct-horse");
  expectGolden(`incidents/${name.split(".")[0]}`, `${text}\n${markdown}`);
});

it("takes from the manifest beside a describe what kubectl does not print", () => {
  const manifest = `apiVersion: v1
kind: Pod
metadata: {name: api}
spec:
  terminationGracePeriodSeconds: 11
  containers:
  - name: api
    image: registry.example.com/api:1
    livenessProbe: {httpGet: {path: /healthz, port: 8080}, initialDelaySeconds: 10, periodSeconds: 10, failureThreshold: 3}
`;
  const [pod] = explained(fixture("describe-liveness.txt"), manifest).pods;
  expect(pod?.runs.map(({ cause }) => [cause?.by, cause?.certainty])).toEqual([["liveness", "seen"]]);
  expect(pod?.unexplained.join(" ")).not.toContain("add the manifest");
});

it("joins several dumps of a pod, whatever their order is", () => {
  const objects = fixture("watch-dump.json").trim().split("\n");
  const { json } = explained(objects.toReversed().join("\n"));
  expect(json.pods).toHaveLength(1);
  expect(json.pods[0]?.runs.map(({ run, exitCode }) => [run, exitCode])).toEqual([
    [1, 1],
    [2, 1],
    [3, null],
  ]);
});

it("plays the scenario that it infers, and says how many of the known starts and ends it explains", () => {
  const { json } = explained(fixture("watch-dump.json"));
  expect(json.pods[0]?.fit).toEqual({ judged: 4, inside: 4 });
  // The third start comes hours after the end that a back-off of 20s follows.
  const late = fixture("watch-dump.json").replaceAll("10:00:54", "13:00:54");
  expect(explained(late).json.pods[0]?.fit).toEqual({ judged: 4, inside: 3 });
});

it("names an OOM kill, and no cause for a SIGKILL from nobody", () => {
  const pod = (reason: string) =>
    `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","uid":"1"},"spec":{"containers":[{"name":"a","image":"a:1"}]},"status":{"phase":"Running","containerStatuses":[{"name":"a","restartCount":1,"ready":true,"started":true,"state":{"running":{"startedAt":"2026-03-01T10:01:00Z"}},"lastState":{"terminated":{"exitCode":137,"reason":"${reason}","startedAt":"2026-03-01T10:00:00Z","finishedAt":"2026-03-01T10:00:59Z"}}}]}}`;
  expect(explained(pod("OOMKilled")).pods[0]?.runs[0]?.cause).toMatchObject({ by: "oom", certainty: "told" });
  const { pods } = explained(pod("Error"));
  expect(pods[0]?.runs[0]?.cause).toMatchObject({ by: "unknown", certainty: "unexplained" });
  expect(pods[0]?.unexplained.join(" ")).toContain("who ended run 1 of a");
});

describe("text that went through a terminal, a mail, or a chat", () => {
  const plain = (text: string) =>
    explained(text).json.pods.map(({ runs, next, causes, taken, unseen }) => ({
      runs: runs.map(({ cause, ...run }) => ({ ...run, by: cause?.by })),
      next,
      causes: causes.map(({ text: said, certainty }) => ({ said, certainty })),
      taken,
      unseen,
    }));
  const changes: Readonly<Record<string, (text: string) => string>> = {
    indented: (text) => text.replace(/^/gm, "      "),
    quoted: (text) => text.replace(/^/gm, "> "),
    "quoted below a name": (text) => `*bob* 10:31 AM\n${text.replace(/^/gm, "> ")}\nWhat can I do?\n`,
    fenced: (text) => `\`\`\`\n${text}\n\`\`\`\n`,
    "of Windows": (text) => text.replaceAll("\n", "\r\n"),
    colored: (text) => text.replace(/^(\S+:)/gm, "\u001b[1m$1\u001b[0m"),
    "below words": (text) => `It restarts again and again:\n\n${text}\n\nWhat can I do?\n`,
    "without its indents": (text) => text.replace(/^ +/gm, ""),
    "with the thresholds of kubectl 1.37": (text) =>
      text.replaceAll("#success=", "successThreshold=").replaceAll("#failure=", "failureThreshold="),
  };
  for (const name of describes)
    it.each(Object.entries(changes))(`${name} %s`, (_, change) => {
      expect(plain(change(fixture(name)))).toEqual(plain(fixture(name)));
    });

  it("never throws, and never names another end, when it is cut anywhere", () => {
    for (const name of describes) {
      const text = fixture(name);
      const whole = explained(text).pods[0]?.runs[0];
      for (let length = 0; length < text.length; length += 37) {
        for (const run of explained(text.slice(0, length)).pods.flatMap(({ runs }) => runs)) {
          if (run.exitCode !== undefined) expect(run.exitCode).toBe(whole?.exitCode);
          if (run.ended !== undefined) expect(run.ended).toEqual(whole?.ended);
        }
      }
    }
  });

  it("uses no state that a message of the program imitates", () => {
    const text = fixture("describe-liveness.txt").replace(
      "      Reason:       Error",
      "      Reason:       Error\n      Message:      lost\n    State:          Running\n      Exit Code:    0",
    );
    const { pods, notes } = explained(text);
    expect(pods.flatMap(({ runs }) => runs)).toEqual([]);
    expect(notes.join(" ")).toContain("stands 2 times and is not used");
  });
});

describe("secrets", () => {
  const secret = "s3cr3t:hunter2 =value";
  const pod = JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "api",
      namespace: "shop",
      uid: "1",
      annotations: { a: "A" },
      labels: { b: "B" },
      ownerReferences: [{ kind: "ReplicaSet", name: "api-1", controller: true }],
      managedFields: [{ manager: "M" }],
    },
    spec: {
      nodeName: "n1",
      containers: [
        {
          name: "api",
          image: "api:1",
          command: ["C"],
          args: ["D"],
          env: [{ name: "E", value: "F" }],
          livenessProbe: { exec: { command: ["G"] }, periodSeconds: 1 },
          readinessProbe: { httpGet: { port: 80, path: "/H", httpHeaders: [{ name: "I", value: "J" }] } },
          lifecycle: { preStop: { exec: { command: ["K"] } } },
        },
      ],
    },
    status: {
      phase: "Running",
      reason: "L",
      message: "N",
      conditions: [{ type: "Ready", status: "False", reason: "O", message: "P" }],
      containerStatuses: [
        {
          name: "api",
          restartCount: 2,
          ready: false,
          started: false,
          imageID: "Q",
          containerID: "R",
          state: { waiting: { reason: "ImagePullBackOff", message: "S" } },
          lastState: {
            terminated: {
              exitCode: 1,
              reason: "Error",
              message: "T",
              containerID: "U",
              startedAt: "2026-03-01T10:00:00Z",
              finishedAt: "2026-03-01T10:00:09Z",
            },
          },
        },
      ],
    },
  });
  const event = JSON.stringify({
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "e", annotations: { V: "W" } },
    involvedObject: { kind: "Pod", name: "api", namespace: "shop", uid: "1", fieldPath: "spec.containers{api}" },
    reason: "Unhealthy",
    type: "Warning",
    message: "Liveness probe failed: X",
    firstTimestamp: "2026-03-01T10:00:05Z",
    lastTimestamp: "2026-03-01T10:00:05Z",
    count: 1,
    source: { component: "Y", host: "Z" },
  });

  it.each([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"])("in the place of %s reach no output", (letter) => {
    const planted = (text: string) =>
      text.replace(new RegExp(`"(/?|Liveness probe failed: )${letter}"`), `"$1${secret}"`);
    const { text, json, markdown, notes } = explained(`${planted(pod)}\n${planted(event)}`);
    expect(`${planted(pod)}${planted(event)}`).toContain("hunter2");
    expect([text, JSON.stringify(json), markdown, ...notes].join("\n")).not.toContain("hunter2");
  });

  it("in text that cannot be read reach no note", () => {
    for (const text of [`{"password": "hunter2", `, `kind: Pod\n  password: hunter2\n bad: [`, `password hunter2`])
      expect(explained(text).notes.join("\n")).not.toContain("hunter2");
  });
});

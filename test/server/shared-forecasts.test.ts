import { expect, test } from "vitest";
import { analyzeDocument } from "../../server/analysis/analysis.ts";
import type { AnalyzedPod } from "../../server/analysis/subject.ts";
import { workloadOf } from "../../server/analysis/workloads.ts";
import { parseManifest } from "../../server/manifest/documents/parse.ts";
import type { ResolvedSettings } from "../../server/schema/model.ts";
import { settingsOf } from "./rules/check-rules.ts";

const pod = (name: string, more = ""): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
  - name: app # cadence: crashes after 5s x3, then runs
    image: example/app${more}
`;

function analyzed(text: string, settings: ResolvedSettings): AnalyzedPod {
  const [placed] = parseManifest(text).documents;
  const found = placed && analyzeDocument(placed.document, settings).pods[0];
  if (found === undefined) throw new Error("There is no pod.");
  return found;
}

test("pods that differ in their names only have one forecast", async () => {
  const settings = await settingsOf("");
  const one = analyzed(pod("one"), settings).forecast();
  const other = analyzed(pod("other"), settings).forecast();
  expect(one?.answer).toBe(other?.answer);
  expect(one?.containers).toBe(other?.containers);
});

test("workloads that differ in their names only have one forecast", async () => {
  const settings = await settingsOf("");
  const deployment = (name: string, replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: app, image: example/app}]}}
`;
  const forecastOf = (text: string) => workloadOf(analyzed(text, settings), [])?.forecast;
  expect(forecastOf(deployment("one", 2))).toBe(forecastOf(deployment("other", 2)));
  expect(forecastOf(deployment("one", 2))).not.toBe(forecastOf(deployment("one", 3)));
});

test("but the messages of the kubelet name each", async () => {
  const settings = await settingsOf("");
  const textOf = (name: string) => JSON.stringify(analyzed(pod(name), settings).forecast()?.timeline);
  expect(textOf("one")).toContain("one_default");
  expect(textOf("other")).toContain("other_default");
  expect(textOf("other")).not.toContain("one_default");
});

test("an edit of something else keeps the forecast, one of the pod does not", async () => {
  const settings = await settingsOf("");
  const before = analyzed(pod("one"), settings).forecast()?.answer;
  expect(analyzed(`# A comment.\n${pod("one", "\n    tty: true")}`, settings).forecast()?.answer).toBe(before);
  expect(analyzed(pod("one", ":2"), settings).forecast()?.answer).not.toBe(before);
  expect(analyzed(pod("one").replace("5s x3", "6s x3"), settings).forecast()?.answer).not.toBe(before);
  expect(analyzed(pod("one"), await settingsOf("kubernetes: '1.30'")).forecast()?.answer).not.toBe(before);
});

import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

// Argo CD applies nothing of a later sync wave before what comes first is Healthy.

const wave = "argocd.argoproj.io/sync-wave";

function deployment(name: string, annotations: string, does: string): string {
  return `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, annotations: {${annotations}}}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
      # cadence: app: ${does}
      - {name: app, image: a, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 1}}
`;
}

function job(annotations: string, does: string): string {
  return `---
apiVersion: batch/v1
kind: Job
metadata: {name: seed, annotations: {${annotations}}}
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      containers:
      # cadence: app: ${does}
      - {name: app, image: a}
`;
}

const web = deployment("web", `${wave}: "1"`, "starts in 5s");

async function rowsOf(text: string): Promise<string> {
  const args = ["forecast", "--details", "job,rollout", "--timing", "ideal", "-"];
  return (await runCli(args, { stdin: text })).stdout;
}

test.each([
  {
    before: "a database and a Job",
    text: deployment("db", `${wave}: "-1"`, "starts in 20s") + job("", "exits 0 after 30s"),
    says: /Argo CD is Healthy after 5s, once earlier waves are Healthy \(Deployment\/db in -1, 20s; Job\/seed in 0, 30s\)/,
  },
  {
    before: "a Job that fails",
    text: job("", "exits 1 after 5s"),
    says: /Argo CD never applies it: Job\/seed of wave 0 is Degraded after 5s/,
  },
  {
    before: "a database that is never ready",
    text: deployment("db", `${wave}: "0"`, "fails readiness"),
    says: /Argo CD never applies it: Deployment\/db of wave 0 is Degraded after 10m/,
  },
  {
    before: "a Job of the same wave",
    text: job(`${wave}: "1"`, "exits 1 after 5s"),
    says: /Argo CD is Healthy after 5s\n/,
  },
  {
    before: "a Job of no wave, which is no number",
    text: job(`${wave}: first`, "exits 0 after 30s"),
    says: /once earlier waves are Healthy \(Job\/seed in 0, 30s\)/,
  },
])("$before", async ({ text, says }) => {
  expect(await rowsOf(web + text)).toMatch(says);
});

test("an update says what comes first, and of what is not written for Argo CD nothing is said", async () => {
  const before = job("", "exits 0 after 30s");
  expect(await rowsOf(web + before)).toMatch(/Argo CD +is Healthy .*; earlier waves come first \(Job\/seed in 0\)/);
  expect(await rowsOf(deployment("web", "", "starts in 5s") + before)).not.toContain("Argo CD");
});

test("a long chain of waves takes no longer than as many workloads", async () => {
  const chain = Array.from({ length: 40 }, (_, index) =>
    deployment(`w${index}`, `${wave}: "${index}"`, "starts in 5s"),
  );
  const rows = await rowsOf(chain.join(""));
  expect(rows.match(/once earlier waves are Healthy/g)).toHaveLength(39);
});

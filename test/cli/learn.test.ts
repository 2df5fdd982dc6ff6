import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeApi, type FakeObject } from "../client/cluster/source/fake-api.ts";
import { learnSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

// What pods of files and of a cluster say of their programs.

const owner = { kind: "ReplicaSet", name: "web-5d4", uid: "uid-web-5d4", controller: true };

function pod(name: string, readyAt: string, more: object = {}): FakeObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...{ name, namespace: "web", uid: `uid-${name}`, ownerReferences: [owner] },
      labels: { "pod-template-hash": "5d4" },
    },
    spec: {
      nodeName: "n1",
      containers: [
        {
          name: "app",
          image: "i:1",
          startupProbe: { exec: { command: ["up"] }, periodSeconds: 2, failureThreshold: 30 },
        },
      ],
      ...more,
    },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: `2026-11-21T10:00:${readyAt}Z` }],
      containerStatuses: [
        {
          ...{ name: "app", image: "i:1", ready: true, started: true, restartCount: 0 },
          state: { running: { startedAt: "2026-11-21T10:00:03Z" } },
        },
      ],
    },
  };
}

it("reads dumps, as text and as JSON", async () => {
  const stdin = JSON.stringify({ kind: "List", items: [pod("a", "09"), pod("b", "12")] });
  const text = await runCli(["learn", "-"], { stdin });
  expect(text).toEqual({
    stdout: `Deployment/web in web · 2 pods of revision 5d4
  scenario  # cadence: app: starts in 4s–10s — 2 starts, 2 pods, 2026-11-21
`,
    ...{ stderr: "", code: 0 },
  });
  const json = learnSchema.parse(await runJson(["learn", "-"], { stdin }));
  expect(json.workloads[0]?.containers[0]?.starts).toMatchObject({ count: 2, minMs: 4000, maxMs: 10_000 });
});

it("ends with 2 where there is no status", async () => {
  const { code, stderr } = await runCli(["learn", "-"], { stdin: "kind: Pod\nmetadata: {name: a}\n" });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("pod-cadence: no pod with a status was found: give the pods, too"),
  });
});

describe("a cluster", () => {
  let api: FakeApi;
  const podsPath = "/api/v1/namespaces/web/pods";
  beforeEach(async () => {
    api = await new FakeApi().start();
    api.set(podsPath, pod("a", "09"));
    api.set(podsPath, { ...pod("other", "55"), metadata: { name: "other", namespace: "web", uid: "uid-other" } });
    api.document("/apis/apps/v1/namespaces/web/replicasets/web-5d4", {
      metadata: {
        ...{ uid: "uid-web-5d4", name: "web-5d4" },
        ownerReferences: [{ kind: "Deployment", name: "web", uid: "uid-web", controller: true }],
      },
    });
  });
  afterEach(() => api.stop());
  const learn = (...args: readonly string[]) =>
    runCli(["learn", "--kubeconfig", api.kubeconfig(), ...args], { env: { HOME: api.folder } });

  it("shows the pods of a workload, and of no other", async () => {
    const { stdout, stderr, code } = await learn("deploy/web", "--quiet");
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toContain("# cadence: app: starts in 4s–7s — 1 start, 1 pod, 2026-11-21\n");
  });

  it("is watched for a time", async () => {
    const { stdout, code } = await learn("deploy/web", "--for", "1s");
    expect(code).toBe(0);
    expect(stdout).toContain("1 start, 1 pod");
  });

  it("says that there is no such workload, and what a time is", async () => {
    expect((await learn("deploy/none")).stderr).toContain("no pods of deploy/none found");
    expect((await learn("deploy/web", "--for", "long")).stderr).toContain("use a duration up to 24 days");
  });
});

describe("--write", () => {
  const dump = JSON.stringify({ kind: "List", items: [pod("a", "09"), pod("b", "12")] });
  const manifest = (comment: string, name = "web") => `# The shop.
kind: Service
metadata: {name: web}
---
apiVersion: apps/v1
kind:   Deployment
metadata: { name: ${name}, namespace: web }   # kept
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        # cadence: at 5m database is away for 4m
        - name: app${comment}
          image: i:1
        - name: log # cadence: starts in 2s
          image: i:2
`;
  const learned = "starts in 4s–10s — 2 starts, 2 pods, 2026-11-21";
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cadence-learn-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  async function write(text: string, name = "web.yaml") {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { code, stderr } = await runCli(["learn", "-", "--write", name], { stdin: dump, cwd: folder });
    return { code, stderr, text: readFileSync(file, "utf8") };
  }

  it("adds the scenario with its evidence, and writes it once", async () => {
    const once = await write(manifest(""));
    expect(once).toEqual({
      code: 0,
      stderr:
        "pod-cadence: web.yaml: Deployment/web in web · 2 pods of revision 5d4: Scenario written: 1 comment added.\n",
      text: manifest(` # cadence: ${learned}`),
    });
    const again = await write(once.text);
    expect(again.text).toBe(once.text);
    expect(again.stderr).toContain("The manifest already has this scenario.");
  });

  it("replaces what was said, also where only the evidence is new", async () => {
    const replaced = await write(manifest(" # cadence: starts in 20s"));
    expect(replaced.text).toBe(manifest(` # cadence: ${learned}`));
    expect(replaced.stderr).toContain('it replaces "app: starts in 20s"');
    const older = manifest(" # cadence: starts in 4s–10s — 1 start, 1 pod, 2026-11-20");
    const renewed = await write(older);
    expect(renewed.text).toBe(manifest(` # cadence: ${learned}`));
    expect(renewed.stderr).not.toContain("replaces");
  });

  it.each([
    ["another workload", manifest("", "shop"), "web.yaml", "it has no workload that these pods are of"],
    ["a workload that is there twice", `${manifest("")}---\n${manifest("")}`, "web.yaml", "is in it 2 times"],
    [
      "no such container",
      manifest("").replace("name: app", "name: api"),
      "web.yaml",
      'no longer has a container "app"',
    ],
    ["JSON", '{"kind": "Deployment"}\n', "web.json", "JSON has no comments"],
    ["a template", manifest("").replace("i:2", "{{ .Values.image }}"), "web.yaml", "not written"],
  ])("leaves the file as it is: %s", async (_what, text, name, why) => {
    const written = await write(text, name);
    expect(written).toEqual({ code: 2, stderr: expect.stringContaining(why), text });
  });
});

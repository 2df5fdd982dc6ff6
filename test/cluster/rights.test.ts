import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { listNamespaces } from "../../client/cluster/source/main.ts";
import { until } from "../patience.ts";
import { readAudit, verbsOf } from "./harness/audit.ts";
import { Cluster } from "./harness/cluster.ts";
import { kubeconfigOf } from "./harness/kubeconfig.ts";
import { Observer } from "./harness/observer.ts";
import { scriptedSpec } from "./harness/workloads.ts";

const cluster = new Cluster(inject("clusterDirectory"));
const { admin } = cluster;
const observers: Observer[] = [];
const users = ["viewer", "no-events", "no-nodes", "one-namespace"] as const;

function observe(user: (typeof users)[number], namespaces: readonly string[]): Observer {
  const observer = new Observer({ kubeconfig: kubeconfigOf(cluster, user), namespaces, remembers: true });
  observers.push(observer);
  return observer;
}

beforeAll(async () => {
  const spec = scriptedSpec({ containers: [{ name: "app", does: "exits 1 after 1s, then runs" }] }, "default");
  for (const namespace of ["team-a", "team-b"])
    await admin.create({ apiVersion: "v1", kind: "Pod", metadata: { name: "alone", namespace }, spec });
  const metadata = { labels: { app: "web" } };
  await admin.create({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "team-a" },
    spec: { replicas: 2, selector: { matchLabels: metadata.labels }, template: { metadata, spec } },
  });
});
afterAll(async () => {
  for (const observer of observers) await observer.close();
});

/** Waits until the connection has said something like this, in whatever place. */
async function says(observer: Observer, words: RegExp): Promise<void> {
  await until(
    () => `${words} in:\n${observer.told().join("\n")}`,
    () => observer.told().some((sentence) => words.test(sentence)),
  );
}

/** Until all pods of team-a are there with their node, and nothing more is to come. */
async function sees(observer: Observer, names: readonly RegExp[]): Promise<void> {
  await observer.reaches(/^live/);
  await until(
    () => `${names.join(", ")} in ${[...observer.pods.keys()].join(", ")}`,
    () => names.every((name) => [...observer.pods.keys()].some((key) => name.test(key))),
  );
}

const teamA = [/^team-a\/alone$/, /^team-a\/web-\w+-\w+$/];

describe.concurrent("what a user may not read is told, and all else is there", () => {
  it("a user who may read everything: nothing is missing", async () => {
    const observer = observe("viewer", ["team-a"]);
    await sees(observer, teamA);
    await until("the node's truth", () => observer.truthOf("default") !== undefined);
    await until("the API server's truth", () => observer.apiServer?.featureGates !== undefined);
    const truth = observer.truthOf("default");
    expect(truth?.missing).toEqual([]);
    expect(truth?.kubeletVersion).toMatch(/^v1\.\d+\.\d+$/);
    expect(truth?.kubeletConfiguration).toMatchObject({ syncFrequency: "1m0s" });
    expect(truth?.featureGates).toMatchObject({ ContainerRestartRules: true });
    await until("events", () => (observer.pods.get("team-a/alone")?.look.events.length ?? 0) > 0);
    await until("two pods of the deployment", () => {
      return observer.live.podsOf({ kind: "Deployment", name: "web", namespace: "team-a" }).length === 2;
    });
    expect(observer.live.podsOf({ kind: "Deployment", name: "web", namespace: "team-b" })).toEqual([]);
  });

  it("no events", async () => {
    const observer = observe("no-events", ["team-a"]);
    await sees(observer, teamA);
    await says(observer, /\bevents\b.*\bteam-a\b/);
    expect(observer.pods.get("team-a/alone")?.look.events).toEqual([]);
    expect(observer.state).toMatch(/^live/);
  });

  it("no nodes: the defaults hold, and the notes at each pod say so", async () => {
    const observer = observe("no-nodes", ["team-a"]);
    await sees(observer, teamA);
    await says(observer, /\bnode\b.*\bdefault\b/);
    await until("notes at the pod", () => (observer.pods.get("team-a/alone")?.assumed().notes.length ?? 0) > 0);
    expect(observer.truthOf("default")?.kubeletConfiguration).toBeUndefined();
    expect(observer.pods.get("team-a/alone")?.kubelet()).toBeDefined();
  });

  it("one namespace only: its pods are there", async () => {
    const observer = observe("one-namespace", ["team-a"]);
    await sees(observer, teamA);
    expect([...observer.pods.keys()].filter((key) => !key.startsWith("team-a/"))).toEqual([]);
  });

  it("one namespace of two: the other one is named as missing", async () => {
    const observer = observe("one-namespace", ["team-a", "team-b"]);
    await sees(observer, teamA);
    await says(observer, /is not allowed to list pods in namespace team-b/);
    expect(observer.pods.has("team-b/alone")).toBe(false);
  });

  it("all namespaces, with the right to one: it says what to choose", async () => {
    const observer = observe("one-namespace", []);
    expect(await observer.reaches(/^failed/)).toMatch(
      /is not allowed to list pods in all namespaces.*Choose single namespaces/,
    );
  });
});

describe.concurrent("the names of namespaces", () => {
  it("of a user who may list them", async () => {
    const { names, problem } = await listNamespaces({ kubeconfig: kubeconfigOf(cluster, "no-nodes") });
    expect({ names, problem }).toMatchObject({
      names: expect.arrayContaining(["team-a", "team-b"]),
      problem: undefined,
    });
  });

  it("of one who may not: a sentence", async () => {
    const { problem } = await listNamespaces({ kubeconfig: kubeconfigOf(cluster, "one-namespace") });
    expect(problem).toMatch(/namespaces/);
  });
});

describe("by the API server's audit log", () => {
  it.each(users)("%s got, listed and watched, and asked what it may do, and did nothing else", (user) => {
    const entries = readAudit(cluster.directory, user);
    expect(entries.length).toBeGreaterThan(0);
    const others = entries.filter(({ verb, objectRef }) => {
      const asksForRights = verb === "create" && objectRef?.resource === "selfsubjectaccessreviews";
      return !["get", "list", "watch"].includes(verb) && !asksForRights;
    });
    expect(verbsOf(others)).toEqual([]);
  });

  it("nobody asked for anything but what is needed", () => {
    const all = users.flatMap((user) => readAudit(cluster.directory, user));
    expect(verbsOf(all.filter(({ objectRef }) => objectRef?.resource === "secrets"))).toEqual([]);
    console.log(`asked of the API server: ${verbsOf(all).join(", ")}`);
  });
});

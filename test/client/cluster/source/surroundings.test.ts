import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listNamespaces } from "../../../../client/cluster/source/main.ts";
import { Client } from "./client.ts";
import { eventually, FakeApi, type FakeObject, fakePod, podsPath } from "./fake-api.ts";

let api: FakeApi;
let client: Client | undefined;
beforeEach(async () => {
  api = await new FakeApi().start();
});
afterEach(async () => {
  await client?.connection.close();
  client = undefined;
  await api.stop();
});

const replicaSets = "/apis/apps/v1/namespaces/web/replicasets";

function ownedPod(name: string, kind: string, owner: string): FakeObject {
  const ownerReferences = [{ kind, name: owner, uid: `uid-${owner}`, controller: true }];
  return { ...fakePod(name), metadata: { ...fakePod(name).metadata, ownerReferences } };
}

function replicaSet(name: string, deployment?: string): FakeObject {
  const ownerReferences =
    deployment === undefined
      ? undefined
      : [{ kind: "Deployment", name: deployment, uid: `uid-${deployment}`, controller: true }];
  return { metadata: { uid: `uid-${name}`, name, namespace: "web", ownerReferences } };
}

async function settled(options: ConstructorParameters<typeof Client>[1] = {}): Promise<Client> {
  client = new Client(api, options);
  await client.reaches("live");
  await client.connection.settled();
  return client;
}

describe("owners", () => {
  it("of a few pods are asked for one by one, as metadata", async () => {
    api.set(podsPath, ownedPod("a", "ReplicaSet", "rs-1"));
    api.set(podsPath, ownedPod("b", "ReplicaSet", "rs-1"));
    api.set(podsPath, ownedPod("c", "StatefulSet", "db"));
    api.document(`${replicaSets}/rs-1`, replicaSet("rs-1", "web"));
    const { changes } = await settled();
    expect(changes.flatMap(({ owners }) => owners)).toEqual([
      {
        uid: "uid-rs-1",
        kind: "ReplicaSet",
        name: "rs-1",
        controller: { kind: "Deployment", name: "web", uid: "uid-web" },
      },
    ]);
    expect(api.requestsTo(/replicasets/).map(({ path, headers }) => [path, headers.accept])).toEqual([
      [`${replicaSets}/rs-1`, "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json"],
    ]);
  });

  it("of many are listed, and only those that are wanted are told", async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) {
      api.set(podsPath, ownedPod(`pod-${n}`, "ReplicaSet", `rs-${n}`));
      api.set(replicaSets, replicaSet(`rs-${n}`, `web-${n}`));
      api.set(replicaSets, replicaSet(`old-${n}`, `web-${n}`));
    }
    const { changes } = await settled();
    const names = changes.flatMap(({ owners }) => owners).map(({ name }) => name);
    expect(names).toEqual(["rs-1", "rs-2", "rs-3", "rs-4", "rs-5", "rs-6"]);
    expect(api.requestsTo(/replicasets/)).toHaveLength(1);
  });

  it("that are gone, or that nobody controls, are no failure", async () => {
    api.set(podsPath, ownedPod("a", "ReplicaSet", "gone"));
    api.set(podsPath, ownedPod("b", "ReplicaSet", "alone"));
    api.document(`${replicaSets}/alone`, replicaSet("alone"));
    const { changes, states } = await settled();
    expect(changes.flatMap(({ owners }) => owners)).toEqual([{ uid: "uid-alone", kind: "ReplicaSet", name: "alone" }]);
    expect(states.at(-1)).toMatchObject({ missing: [] });
  });

  it("that may not be read are told in words", async () => {
    api.set(podsPath, ownedPod("a", "Job", "nightly"));
    api.refuse(/jobs/, 403, 100);
    const { states } = await settled();
    expect(states.at(-1)).toMatchObject({
      is: "live",
      missing: [
        "User dev is not allowed to list jobs in namespace web (403). Request a role that allows get, list, and watch of jobs. Until then pods are shown under them, not under their CronJobs.",
      ],
    });
  });
});

const metrics = `# HELP kubernetes_feature_enabled [BETA] This metric records the data about the stage and enablement of a k8s feature.
kubernetes_build_info{build_date="2026",git_version="v1.36.2",go_version="go1.26"} 1
kubernetes_feature_enabled{name="KubeletCrashLoopBackOffMax",stage="BETA"} 1
kubernetes_feature_enabled{name="SidecarContainers",stage=""} 0
kubernetes_feature_enabled{name="Odd",stage=""} 2
kubelet_node_name{node="n1"} 1
`;

function node(): void {
  api.document("/api/v1/nodes/n1", { status: { nodeInfo: { kubeletVersion: "v1.36.2" } } });
  api.document("/api/v1/nodes/n1/proxy/configz", { kubeletconfig: { syncFrequency: "1m0s" } });
  api.document("/api/v1/nodes/n1/proxy/metrics", metrics);
}

const featureGates = { KubeletCrashLoopBackOffMax: true, SidecarContainers: false };

describe("nodes", () => {
  beforeEach(() => {
    for (const name of ["a", "b"]) api.set(podsPath, fakePod(name, { spec: { nodeName: "n1" } }));
    node();
  });

  it("are asked once for version, configuration and feature gates", async () => {
    const { changes } = await settled();
    expect(changes.flatMap(({ nodes }) => nodes)).toEqual([
      {
        name: "n1",
        kubeletVersion: "v1.36.2",
        kubeletConfiguration: { syncFrequency: "1m0s" },
        featureGates,
        missing: [],
      },
    ]);
    expect(api.requestsTo(/nodes/)).toHaveLength(3);
  });

  it.each<[what: string, prepare: () => void, expected: unknown, asked: number]>([
    [
      "nodes/proxy is forbidden: it is not even asked",
      () => {
        api.denied = /"subresource":"proxy"/;
      },
      {
        kubeletVersion: "v1.36.2",
        missing: [
          "configz and metrics of node n1 can't be read (nodes/proxy is forbidden); assuming default kubelet configuration.",
        ],
      },
      1,
    ],
    [
      "nodes are forbidden: the metrics have the version, too",
      () => {
        api.denied = /"resource":"nodes"}/;
      },
      {
        kubeletVersion: "v1.36.2",
        featureGates,
        missing: ["Node n1 can't be read (forbidden); assuming a kubelet of the API server's version."],
      },
      2,
    ],
    [
      "all is forbidden",
      () => {
        api.denied = /nodes/;
      },
      {
        kubeletVersion: undefined,
        missing: [expect.stringMatching(/^Node n1 can't/), expect.stringMatching(/^configz/)],
      },
      0,
    ],
    [
      "the node is gone",
      () => api.refuse(/nodes/, 404, 100),
      {
        missing: ["Node n1 does not exist; assuming a kubelet of the API server's version with default configuration."],
      },
      1,
    ],
    [
      "the kubelet cannot be reached",
      () => api.refuse(/proxy/, 502, 100),
      {
        missing: ["configz of node n1 can't be read (status 502); assuming default kubelet configuration."],
      },
      2,
    ],
    [
      "configz is something else",
      () => api.document("/api/v1/nodes/n1/proxy/configz", "[]"),
      { missing: ["configz of node n1 is not valid; assuming default kubelet configuration."] },
      3,
    ],
  ])("in words: %s", async (_, prepare, expected, asked) => {
    prepare();
    const { changes } = await settled();
    expect(changes.flatMap(({ nodes }) => nodes)).toMatchObject([expected]);
    expect(api.requestsTo(/nodes/)).toHaveLength(asked);
  });

  it("whose clock is ahead of the API server's are told, by their heartbeat", async () => {
    const managedFields = [{ manager: "kubelet", subresource: "status", time: "2026-11-21T10:00:00Z" }];
    const conditions = [{ type: "Ready", status: "True", lastHeartbeatTime: "2026-11-21T10:10:00Z" }];
    const status = { nodeInfo: { kubeletVersion: "v1.36.2" }, conditions };
    api.document("/api/v1/nodes/n1", { metadata: { managedFields }, status });
    const { states } = await settled();
    expect(states.at(-1)).toMatchObject({
      missing: [
        "The clock of node n1 is 10m ahead of the API server's. Restarts of its pods come that much earlier than predicted.",
      ],
    });
  });

  it("whose pods have ended in the future are told, and no more when their clock was set", async () => {
    const ended = (ms: number) => {
      const finishedAt = new Date(Date.now() + ms).toISOString();
      const containerStatuses = [{ name: "app", state: { waiting: {} }, lastState: { terminated: { finishedAt } } }];
      return { ...fakePod("a"), spec: { nodeName: "n1" }, status: { containerStatuses } };
    };
    api.set(podsPath, ended(3_600_000));
    const { states } = await settled();
    const missing = () => states.flatMap((state) => ("missing" in state ? [state.missing] : [])).at(-1);
    expect(missing()).toEqual([expect.stringMatching(/^The clock of node n1 is at least \S+ ahead of/)]);
    api.set(podsPath, ended(-1000));
    api.set(podsPath, ended(7_200_000));
    await eventually(() => expect(missing()).toEqual([expect.stringMatching(/at least (1h59m|2h)/)]));
  });

  it("that did not answer are asked again when the cluster is there again", async () => {
    api.refuse(/proxy/, 503);
    const { changes } = await settled();
    expect(changes.flatMap(({ nodes }) => nodes)).toHaveLength(1);
    api.refuse(/pods\?.*watch/, 500, 1);
    api.endWatches();
    await eventually(() =>
      expect(changes.flatMap(({ nodes }) => nodes).slice(1)).toMatchObject([{ featureGates, missing: [] }]),
    );
  });

  it("are asked four at once at most", async () => {
    let now = 0;
    let most = 0;
    for (let n = 0; n < 12; n += 1) api.set(podsPath, fakePod(`p${n}`, { spec: { nodeName: `node-${n}` } }));
    api.answer(({ path }, response) => {
      if (!path.startsWith("/api/v1/nodes/node-")) return false;
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.writeHead(404).end();
      }, 5);
      return true;
    });
    const { changes } = await settled();
    expect(changes.flatMap(({ nodes }) => nodes)).toHaveLength(13);
    expect(most).toBeLessThanOrEqual(4);
  });
});

describe("the API server", () => {
  beforeEach(() => {
    api.set(podsPath, fakePod("a"));
    api.document("/version", { gitVersion: "v1.36.2" });
    api.document("/metrics", metrics);
  });

  it("is asked for version and feature gates", async () => {
    const { changes } = await settled();
    expect(changes.flatMap(({ apiServer }) => apiServer ?? [])).toEqual([
      { version: "v1.36.2", featureGates, missing: [] },
    ]);
  });

  it("that does not let its metrics be read is told in words", async () => {
    api.denied = /"path":"\/metrics"/;
    const { changes } = await settled();
    expect(changes.flatMap(({ apiServer }) => apiServer ?? [])).toEqual([
      {
        version: "v1.36.2",
        missing: ["/metrics of the API server can't be read (forbidden); assuming default feature gates."],
      },
    ]);
  });
});

const eventsPath = "/api/v1/namespaces/web/events";

function event(name: string, pod: string): FakeObject {
  return {
    metadata: { uid: `uid-${name}`, name },
    involvedObject: { kind: "Pod", uid: `uid-${pod}` },
    reason: "BackOff",
  };
}

describe("events", () => {
  const follow = (...names: readonly string[]) =>
    client?.connection.followEvents(names.map((name) => ({ namespace: "web", name, uid: `uid-${name}` })));
  const told = () => client?.changes.flatMap(({ events }) => events).map((each) => JSON.stringify(each)) ?? [];
  const tells = (name: string) => told().filter((text) => text.includes(`"name":"${name}"`)).length;

  beforeEach(() => {
    api.set(podsPath, fakePod("a"));
    api.set(eventsPath, event("e1", "a"));
    api.set(eventsPath, event("e2", "b"));
  });

  it("are told of pods that are followed, and of no others", async () => {
    await settled();
    expect(api.requestsTo(/events/)).toEqual([]);
    follow("a");
    await eventually(() => expect(tells("e1")).toBe(1));
    api.set(eventsPath, event("e3", "a"));
    await eventually(() => expect(tells("e3")).toBe(1));
    expect(tells("e2")).toBe(0);
    expect(api.requestsTo(/events/)[0]?.query).toEqual({ limit: "200", fieldSelector: "involvedObject.uid=uid-a" });
    follow();
    await eventually(() => expect(api.watchCount).toBe(1));
  });

  it("of many pods are watched in their namespace, and kept for those that are followed later", async () => {
    await settled();
    const many = Array.from({ length: 30 }, (_, n) => `p${n}`);
    follow(...many);
    await eventually(() => expect(api.watchCount).toBe(2));
    expect(api.requestsTo(/events/)[0]?.query["fieldSelector"]).toBe("involvedObject.kind=Pod");
    expect(told()).toEqual([]);
    follow(...many, "b");
    await eventually(() => expect(tells("e2")).toBe(1));
    expect(tells("e1")).toBe(0);
    expect(api.requestsTo(/events\?.*watch/)).toHaveLength(1);
  });

  it("that may not be read are told in words, and pods are live all the same", async () => {
    api.refuse(/events/, 403, 1000);
    await settled();
    follow("a");
    await eventually(() =>
      expect(client?.states.at(-1)).toMatchObject({
        is: "live",
        missing: [
          expect.stringMatching(/^User dev is not allowed to list events in namespace web \(403\).*which probe killed/),
        ],
      }),
    );
    follow();
    await eventually(() => expect(client?.states.at(-1)).toMatchObject({ missing: [] }));
  });
});

describe("one pod", () => {
  it("is read without what may be secret", async () => {
    api.set(podsPath, fakePod("a"));
    api.document(`${podsPath}/x`, fakePod("x", { spec: { containers: [{ name: "app", env: [{ value: "pw" }] }] } }));
    const { connection } = await settled();
    expect(await connection.readPod("web", "x")).toEqual({
      pod: fakePod("x", { spec: { containers: [{ name: "app" }] } }),
    });
    const pulls = fakePod("z", { spec: { imagePullSecrets: [{ name: "registry" }], containers: [{ name: "app" }] } });
    api.document(`${podsPath}/z`, pulls);
    expect(await connection.readPod("web", "z")).toEqual({ pod: pulls });
    expect(await connection.readPod("web", "y")).toEqual({ problem: "Pod y not found in namespace web." });
  });
});

describe("namespaces", () => {
  const choice = () => ({ kubeconfig: api.kubeconfig(), environment: {} });

  it("are listed as metadata, in order", async () => {
    for (const name of ["web", "default"]) api.set("/api/v1/namespaces", { metadata: { uid: name, name } });
    expect(await listNamespaces(choice())).toEqual({ names: ["default", "web"] });
  });

  it.each([
    [
      /^$/,
      "User dev is not allowed to list namespaces. You can use web, the namespace of context fake, or enter others.",
    ],
    [
      /pods/,
      "User dev is not allowed to list namespaces. Listing pods in web, the namespace of context fake, is not allowed either. Enter another namespace.",
    ],
  ])("that may not be listed leave that of the context (denied: %s)", async (denied, problem) => {
    api.denied = denied;
    api.refuse(/namespaces\?/, 403, 10);
    expect(await listNamespaces(choice())).toEqual({ names: ["web"], problem });
  });

  it("without a kubeconfig are a sentence", async () => {
    const { names, problem } = await listNamespaces({ kubeconfig: "no/such/file" });
    expect({ names, problem }).toEqual({ names: [], problem: expect.stringMatching(/^No kubeconfig found/) });
  });

  it("one of several that may not be read spoils no other", async () => {
    api.set(podsPath, fakePod("a"));
    api.refuse(/namespaces\/secret/, 403, 1000);
    client = new Client(api, { namespaces: ["web", "secret"] });
    await client.hasPods("a");
    await client.reaches("live");
    expect(client.states.at(-1)).toMatchObject({
      missing: [
        expect.stringMatching(/^User dev is not allowed to list pods in namespace secret \(403\)\. Choose another/),
      ],
    });
  });

  it("all of which may not be read are a failed connection", async () => {
    api.refuse(/pods/, 403, 1000);
    client = new Client(api, { namespaces: [] });
    await client.reaches("failed");
    expect(client.reason).toMatch(
      /^User dev is not allowed to list pods in all namespaces \(403\)\. Choose single namespaces/,
    );
  });
});

describe("what is asked of the API server", () => {
  it("are only gets, lists and watches, and reviews of rights", async () => {
    api.set(podsPath, ownedPod("a", "ReplicaSet", "rs-1"));
    api.set(podsPath, fakePod("b", { spec: { nodeName: "n1" } }));
    node();
    await settled();
    const others = api.requests.filter(
      ({ method, path }) => method !== "GET" && !path.endsWith("/selfsubjectaccessreviews"),
    );
    expect(others).toEqual([]);
    expect(api.requests.length).toBeGreaterThan(5);
  });
});

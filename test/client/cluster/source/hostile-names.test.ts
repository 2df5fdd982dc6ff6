import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writtenPath } from "../../../../client/cluster/source/api/path.ts";
import { Client } from "./client.ts";
import { FakeApi, fakePod, podsPath } from "./fake-api.ts";

let api: FakeApi;
let client: Client | undefined;
beforeEach(async () => {
  api = await new FakeApi().start();
});
afterEach(async () => {
  await client?.connection.close();
  await api.stop();
});

const secret = "../../../../../../api/v1/namespaces/kube-system/secrets/admin-token";
const hostile = [
  secret,
  "..",
  ".",
  "",
  "a/../b",
  "%2e%2e",
  "a%2fb",
  "a/b",
  "\ud800",
  "x?watch=true",
  "x#y",
  "x;y",
  "x\\..\\y",
];

/** All that may be asked for. A name is one segment. */
const meant = [
  /^\/version$/,
  /^\/metrics$/,
  /^\/apis\/authorization\.k8s\.io\/v1\/selfsubjectaccessreviews$/,
  /^\/api\/v1\/namespaces\/[^/]+\/(?:pods|events)(?:\/[^/]+)?$/,
  /^\/api\/v1\/nodes\/[^/]+(?:\/proxy\/(?:configz|metrics))?$/,
  /^\/apis\/apps\/v1\/namespaces\/[^/]+\/(?:replicasets|deployments|statefulsets|daemonsets)(?:\/[^/]+)?$/,
  /^\/apis\/batch\/v1\/namespaces\/[^/]+\/jobs(?:\/[^/]+)?$/,
  /^\/api\/v1\/namespaces\/[^/]+\/replicationcontrollers(?:\/[^/]+)?$/,
];

describe("names that somebody wrote into objects of the cluster", () => {
  it.each(hostile.map((name) => [name]))("ask for nothing else: %j", async (name) => {
    for (const [index, kind] of ["ReplicaSet", "Job", "ReplicationController"].entries()) {
      const ownerReferences = [{ kind, name, uid: `o${index}`, controller: true }];
      const metadata = { uid: `uid-${index}`, name: `p${index}`, namespace: "web", ownerReferences };
      api.set(podsPath, { ...fakePod("p"), metadata, spec: { nodeName: name, containers: [{ name }] } });
    }
    client = new Client(api);
    await client.reaches("live");
    client.connection.followEvents([{ uid: name, namespace: name, name }]);
    client.connection.followWorkloads(
      ["Deployment", "StatefulSet", "DaemonSet"].map((kind) => ({ kind, namespace: name, name })),
    );
    await client.connection.readPod(name, name);
    await client.connection.readPod("web", name);
    await client.connection.settled();
    const others = api.requests.filter(({ path }) => !meant.some((each) => each.test(path)));
    expect(others.map(({ path }) => path)).toEqual([]);
    expect(
      api.requests.map(({ path }) => decodeURIComponent(path)).filter((path) => /secrets|\.\./.test(path)),
    ).toEqual(name.includes("\\") ? expect.anything() : []);
  });

  it.each(hostile.map((name) => [name]))("nor do namespaces that somebody typed or stored: %j", async (name) => {
    client = new Client(api, { namespaces: [name], fieldSelector: `metadata.name=${name}` });
    await client.reaches("failed");
    client.connection.followEvents([{ uid: name, namespace: name, name }]);
    await client.connection.listNamespaces();
    await client.connection.settled();
    const others = api.requests.filter(
      ({ path }) => ![...meant, /^\/api\/v1\/namespaces$/].some((each) => each.test(path)),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it("are one segment each, or none", () => {
    expect(writtenPath(["api", "v1", "nodes", "n 1?#"])).toBe("/api/v1/nodes/n%201%3F%23");
    for (const name of ["..", ".", "", "a/b", "a%2fb", "\ud800"]) expect(writtenPath(["api", name])).toBeUndefined();
  });
});

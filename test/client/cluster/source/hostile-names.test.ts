import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fieldIs, writtenPath } from "../../../../client/cluster/source/api/path.ts";
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
  "x\r\nGET /api/v1/secrets HTTP/1.1\r\n\r\n",
  "x,metadata.namespace=kube-system",
  "x&watch=true&fieldSelector=y",
  "x@y:z",
  "//evil.example/",
  "\u0000",
  "\u2025\uff0f",
];

const parameterNames = [
  ...["limit", "continue", "fieldSelector", "watch", "resourceVersion"],
  ...["allowWatchBookmarks", "timeoutSeconds"],
];
const selectors = /^(?:metadata\.name|involvedObject\.(?:uid|kind))=/;

/** Each request reads, or asks what we may do; it is of the list, and each of its parts is what was meant, as it went over the line. */
function expectMeant(name: string, paths: readonly RegExp[]): void {
  const others = api.requests.filter(({ method, path, line, query }) => {
    const isListed = method === "POST" ? reviews.test(path) : method === "GET" && paths.some((each) => each.test(path));
    const [written = "", ...parameters] = line.split("?");
    const segments = written.split("/").slice(1);
    const names = segments.map(decodeURIComponent).filter((each) => !/^[a-zA-Z0-9.]+$/.test(each) && each !== name);
    const selector = query["fieldSelector"];
    return (
      !isListed ||
      path !== written ||
      parameters.length > 1 ||
      names.length > 0 ||
      Object.keys(query).some((each) => !parameterNames.includes(each)) ||
      (selector !== undefined && !selectors.test(selector))
    );
  });
  expect(others.map(({ method, line }) => `${method} ${line}`)).toEqual([]);
}

/** What is asked for with a body: what we may do. */
const reviews = /^\/apis\/authorization\.k8s\.io\/v1\/selfsubjectaccessreviews$/;
/** All that may be read. A name is one segment. */
const meant = [
  /^\/version$/,
  /^\/metrics$/,
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
    expectMeant(name, meant);
    expect(
      api.requests.map(({ path }) => decodeURIComponent(path)).filter((path) => /secrets|\.\./.test(path)),
    ).toEqual(name.includes("\\") ? expect.anything() : []);
  });

  it.each(hostile.map((name) => [name]))("nor do namespaces that somebody typed or stored: %j", async (name) => {
    client = new Client(api, { namespaces: [name], podName: name });
    await client.reaches("failed");
    client.connection.followEvents([{ uid: name, namespace: name, name }]);
    await client.connection.listNamespaces();
    await client.connection.settled();
    expectMeant(name, [...meant, /^\/api\/v1\/namespaces$/]);
  });

  it.each(hostile.map((name) => [name]))("nor does a pod that somebody asked for by name: %j", async (name) => {
    api.set(podsPath, fakePod("p"));
    client = new Client(api, { podName: name });
    await client.reaches("live");
    await client.connection.settled();
    expectMeant(name, meant);
    expect(new Set(api.requestsTo(/\/pods\?/).map(({ query }) => query["fieldSelector"]))).toEqual(
      new Set([fieldIs("metadata.name", name).replace(/\p{Cs}/u, "\ufffd")]),
    );
  });

  it("are one value of a selector", () => {
    expect(fieldIs("metadata.name", "a,metadata.namespace!=b=c\\")).toBe(
      "metadata.name=a\\,metadata.namespace!\\=b\\=c\\\\",
    );
  });

  it("are one segment each, or none", () => {
    expect(writtenPath(["api", "v1", "nodes", "n 1?#"])).toBe("/api/v1/nodes/n%201%3F%23");
    for (const name of ["..", ".", "", "a/b", "a%2fb", "\ud800"]) expect(writtenPath(["api", name])).toBeUndefined();
  });
});

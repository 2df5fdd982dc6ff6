import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Connection,
  type ConnectionState,
  connect,
  listContexts,
} from "../../../../client/cluster/source/main.ts";
import { eventually } from "../../../patience.ts";

// A pod of the cluster: what the kubelet gives it, in a folder of its own, and an API server with TLS.

const folder = mkdtempSync(join(tmpdir(), "pod-cadence-in-cluster-"));
const fixtures = join(import.meta.dirname, "../../../fixtures/tls");
const serviceAccountFolder = join(folder, "serviceaccount");
mkdirSync(serviceAccountFolder);
afterAll(() => rmSync(folder, { recursive: true }));

/** As the kubelet writes one: only its middle part says something, and nobody checks it here. */
const tokenOf = (subject: string, serial: number): string =>
  `e30.${Buffer.from(JSON.stringify({ sub: subject, serial })).toString("base64url")}.c2ln`;
const subject = "system:serviceaccount:dev:editor";
const first = tokenOf(subject, 1);
const second = tokenOf(subject, 2);

let valid = first;
/** Authorization of each request. */
let seen: (string | undefined)[] = [];
let sentences: string[] = [];
let server: https.Server;
let connection: Connection | undefined;

beforeAll(async () => {
  const [key, cert] = ["key", "certificate"].map((name) => readFileSync(join(fixtures, `${name}.pem`), "utf8"));
  writeFileSync(join(serviceAccountFolder, "ca.crt"), cert ?? "");
  writeFileSync(join(serviceAccountFolder, "namespace"), "dev\n");
  server = https.createServer({ key, cert }, (request, response) => {
    seen.push(request.headers.authorization);
    if (request.headers.authorization !== `Bearer ${valid}`) response.writeHead(401).end("{}");
    else if (request.url?.includes("watch=true")) response.writeHead(200).flushHeaders();
    else if (request.url?.startsWith("/api/v1/namespaces/dev/pods"))
      response.end(JSON.stringify({ kind: "PodList", metadata: { resourceVersion: "7" }, items: [] }));
    else response.writeHead(403).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(async () => {
  await connection?.close();
  connection = undefined;
  valid = first;
  seen = [];
  sentences = [];
});

function port(): string {
  const address = server.address();
  return typeof address === "object" && address !== null ? `${address.port}` : "";
}

/** The variables of a pod whose image has no kubeconfig. */
function ofPod(more: Readonly<Record<string, string>> = {}) {
  const environment = { HOME: folder, KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: port(), ...more };
  return { environment, serviceAccountFolder };
}

function write(token: string): void {
  writeFileSync(join(serviceAccountFolder, "token"), token);
}

/** The states of a connection of this pod, as they come. */
function connected(namespaces: readonly string[] = ["dev"]): ConnectionState[] {
  const states: ConnectionState[] = [];
  const timing = { firstWaitMs: 10, lastWaitMs: 100, batchMs: 1 };
  const told = {
    onChange: () => undefined,
    onState: (state: ConnectionState) => states.push(state),
    log: (sentence: string) => sentences.push(sentence),
  };
  connection = connect({ ...ofPod(), ...told, namespaces, timing });
  return states;
}

/** For `eventually`, which waits while there is nothing. */
function has(states: readonly ConnectionState[], wanted: ConnectionState["is"]): true | undefined {
  return states.some(({ is }) => is === wanted) || undefined;
}

describe("inside a pod", () => {
  it("the cluster of the pod is the only context, with the name of the service account", async () => {
    write(first);
    expect(await listContexts(ofPod())).toEqual({
      contexts: [{ name: "in-cluster", cluster: "in-cluster", user: subject, namespace: "dev", isOfPod: true }],
      current: "in-cluster",
      files: [],
      problem: undefined,
    });
  });

  it("Connect follows the pods over TLS, and uses the new token when the kubelet has replaced the file", async () => {
    write(first);
    const states = connected();
    await eventually("it is not live", () => has(states, "live"));
    expect(new Set(seen)).toEqual(new Set([`Bearer ${first}`]));
    write(second);
    valid = second;
    connection?.refresh();
    await eventually("the new token is not sent", () => seen.includes(`Bearer ${second}`) || undefined);
    await connection?.settled();
    expect(states.map(({ is }) => is)).toEqual(["connecting", "live"]);
    expect(sentences.filter((sentence) => sentence.includes("401"))).toEqual([]);
  });

  it("a certificate authority that was replaced is read again", async () => {
    const path = join(serviceAccountFolder, "ca.crt");
    const right = readFileSync(path, "utf8");
    writeFileSync(path, rootCertificates[0] ?? "");
    write(first);
    const states = connected();
    await eventually("it does not fail", () => has(states, "failed"));
    writeFileSync(path, right);
    await eventually("it is not live", () => has(states, "live"));
  });

  it("what the service account may not do is told with its name", async () => {
    write(first);
    const states = connected(["other"]);
    await eventually("it does not fail", () => has(states, "failed"));
    expect(states.at(-1)).toMatchObject({
      reason: expect.stringMatching(
        /^User system:serviceaccount:dev:editor is not allowed to list pods in namespace other \(403\)/,
      ),
    });
  });

  it.each<[what: string, more: Readonly<Record<string, string>>, token: string, namespace: string]>([
    ["a namespace of the environment", { POD_NAMESPACE: "ops" }, first, `ops as ${subject}`],
    ["an address of IPv6", { KUBERNETES_SERVICE_HOST: "fd00::1" }, first, `dev as ${subject}`],
    ["a token that is none of ours", {}, "opaque", "dev as service account"],
  ])("%s is understood", async (_, more, token, expected) => {
    write(token);
    const [context] = (await listContexts(ofPod(more))).contexts;
    expect(`${context?.namespace} as ${context?.user}`).toBe(expected);
  });
});

describe("the cluster of the pod is not used", () => {
  it.each<[why: string, choice: () => Parameters<typeof listContexts>[0], contexts: string]>([
    ["where a kubeconfig has contexts", () => ofPod({ KUBECONFIG: kubeconfig() }), "far"],
    ["where a kubeconfig was asked for", () => ({ ...ofPod(), kubeconfig: join(folder, "gone") }), ""],
    ["outside of pods", () => ({ ...ofPod({ KUBERNETES_SERVICE_HOST: "" }) }), ""],
    ["without a token", () => ({ ...ofPod(), serviceAccountFolder: join(folder, "gone") }), ""],
  ])("%s", async (_, choice, contexts) => {
    write(first);
    expect((await listContexts(choice())).contexts.map(({ name }) => name).join()).toBe(contexts);
  });

  it("but where the kubeconfig is empty, as for kubectl", async () => {
    write(first);
    const KUBECONFIG = join(folder, "empty");
    writeFileSync(KUBECONFIG, "apiVersion: v1\nkind: Config\n");
    expect((await listContexts(ofPod({ KUBECONFIG }))).current).toBe("in-cluster");
  });
});

function kubeconfig(): string {
  const path = join(folder, "far");
  writeFileSync(path, "contexts: [{name: far, context: {cluster: far}}]");
  return path;
}

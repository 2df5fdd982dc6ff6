import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { listContexts, type TimeLimits } from "../../client/cluster/source/main.ts";
import { Cluster } from "./harness/cluster.ts";
import { type KubeconfigParts, kubeconfigOf, kubeconfigText, writeKubeconfig } from "./harness/kubeconfig.ts";
import { Observer } from "./harness/observer.ts";
import { startTunnel } from "./harness/tunnel.ts";

const cluster = new Cluster(inject("clusterDirectory"));
const token = cluster.tokenOf("viewer");
const observers: Observer[] = [];
/** So that a kubeconfig that is mended is noticed soon. */
const timing = { firstWaitMs: 50, lastWaitMs: 500 };
const hangingPlugin = "a plugin that hangs";

function observe(kubeconfig: string, limits: Partial<TimeLimits> = {}): Observer {
  const observer = new Observer({ kubeconfig, namespaces: ["default"], timing: { ...timing, ...limits } });
  observers.push(observer);
  return observer;
}
afterAll(async () => {
  for (const observer of observers) await observer.close();
});

/** A credential plugin: a script of the shell. */
function plugin(name: string, script: string): KubeconfigParts["user"] {
  const command = cluster.write(`${name}.sh`, `#!/bin/sh\n${script}\n`, 0o700);
  return { exec: { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "IfAvailable" } };
}

/** A script that answers with a credential. */
function answering(status: Readonly<Record<string, string>>): string {
  const answer = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status };
  return `cat <<'END'
${JSON.stringify(answer)}
END`;
}

const certificate = cluster.readKey("client-certificate.crt");
const key = cluster.readKey("client-certificate.key");
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** What stands in the kubeconfig, and the state that it comes to. */
const cases: readonly (readonly [string, KubeconfigParts, RegExp])[] = [
  ["a token", { user: { token } }, /^live/],
  ["a file with a token", { user: { tokenFile: cluster.write("viewer.token", `${token}\n`) } }, /^live/],
  [
    "a client certificate",
    { user: { "client-certificate-data": base64(certificate), "client-key-data": base64(key) } },
    /^live/,
  ],
  [
    "files with a client certificate",
    {
      user: {
        "client-certificate": join(cluster.directory, "keys/client-certificate.crt"),
        "client-key": join(cluster.directory, "keys/client-certificate.key"),
      },
    },
    /^live/,
  ],
  ["a plugin with a token", { user: plugin("token", answering({ token })) }, /^live/],
  [
    "a plugin with a certificate",
    { user: plugin("certificate", answering({ clientCertificateData: certificate, clientKeyData: key })) },
    /^live/,
  ],
  [
    "a plugin that fails",
    { user: plugin("failing", "echo 'the session has expired: run corp-login' >&2; exit 3") },
    /^failed: The credential plugin .*exit code 3.*the session has expired: run corp-login/,
  ],
  [
    hangingPlugin,
    { user: plugin("hanging", "exec sleep 600") },
    /^failed: The credential plugin .*did not answer within/,
  ],
  [
    "a plugin that says something else",
    { user: plugin("odd", "echo hello") },
    /^failed: .*did not return an ExecCredential/,
  ],
  [
    "a plugin that is not there",
    { user: { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "corp-login-that-is-not-there" } } },
    /^failed: .*is not installed/,
  ],
  ["a token that is not known", { user: { token: "expired-token" } }, /^failed: .*rejected the credentials.*401/],
  [
    "the CA of another cluster",
    { ca: cluster.readKey("other-ca.crt"), user: { token } },
    /^failed: .*is not trusted\. Correct certificate-authority-data/,
  ],
  ["a name of the server", { cluster: { "tls-server-name": "localhost" }, user: { token } }, /^live/],
  [
    "a wrong name of the server",
    { cluster: { "tls-server-name": "api.example" }, user: { token } },
    /^failed: .*is for another name/,
  ],
  [
    "an unverified server",
    { ca: "", cluster: { "certificate-authority-data": undefined, "insecure-skip-tls-verify": true }, user: { token } },
    /^live/,
  ],
  ["nobody at the address", { server: "https://127.0.0.1:9", user: { token } }, /^failed: .*refused the connection/],
];

describe.concurrent("a kubeconfig with", () => {
  it.each(cases)("%s", async (name, parts, state) => {
    const limits = name === hangingPlugin ? { pluginLimitMs: 1500 } : {};
    const observer = observe(writeKubeconfig(cluster, `case ${name}`, parts), limits);
    await observer.reaches(state);
    // What people and logs are told holds no secret.
    expect(observer.told().filter((text) => text.includes(token) || text.includes("expired-token"))).toEqual([]);
  });
});

describe.concurrent("a kubeconfig that", () => {
  it.each([
    ["is broken", "contexts: [\n", /^failed: ./],
    ["is empty", "", /^failed: ./],
    ["is something else", "kind: Pod\n", /^failed: ./],
  ])("%s is told about", async (name, text, state) => {
    const kubeconfig = cluster.write(`${name}.kubeconfig`, text);
    await observe(kubeconfig).reaches(state);
    expect((await listContexts({ kubeconfig })).contexts).toEqual([]);
  });

  it("is not there is told about", async () => {
    const kubeconfig = join(cluster.directory, "nowhere.kubeconfig");
    await observe(kubeconfig).reaches(/^failed: ./);
    const { contexts, problem } = await listContexts({ kubeconfig });
    expect({ contexts, problem }).toEqual({ contexts: [], problem: expect.stringMatching(/nowhere/) });
  });

  it("vanishes ends nothing that goes on", async () => {
    const kubeconfig = writeKubeconfig(cluster, "vanishing", { user: { token } });
    const observer = observe(kubeconfig);
    await observer.reaches(/^live/);
    rmSync(kubeconfig);
    await cluster.admin.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "after-vanishing" } });
    expect(observer.state).toMatch(/^live/);
  });

  it("is mended is read anew", async () => {
    const kubeconfig = writeKubeconfig(cluster, "mended", { user: { token: "expired-token" } });
    const observer = observe(kubeconfig);
    await observer.reaches(/^failed: .*401/);
    writeFileSync(kubeconfig, kubeconfigText(cluster, { user: { token } }));
    await observer.reaches(/^live/);
  });
});

it("a proxy is used", async () => {
  const tunnel = await startTunnel();
  try {
    const parts = { cluster: { "proxy-url": tunnel.address }, user: { token } };
    await observe(writeKubeconfig(cluster, "proxied", parts)).reaches(/^live/);
    expect(tunnel.connections()).toBeGreaterThan(0);
  } finally {
    tunnel.close();
  }
});

it("the contexts of a kubeconfig", async () => {
  const { contexts, current } = await listContexts({ kubeconfig: kubeconfigOf(cluster, "viewer") });
  expect({ contexts, current }).toEqual({
    contexts: [{ name: "test", cluster: "test", user: "user", namespace: undefined }],
    current: "test",
  });
});

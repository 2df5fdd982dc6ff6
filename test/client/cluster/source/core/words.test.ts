import { describe, expect, it } from "vitest";
import type { ApiFailure } from "../../../../../client/cluster/source/api/answer.ts";
import { createMetricsReader } from "../../../../../client/cluster/source/discovery/metrics.ts";
import { nodeClockText } from "../../../../../client/cluster/source/discovery/node-clock.ts";
import type { ContextTarget } from "../../../../../client/cluster/source/kubeconfig/load.ts";
import { type Followed, judge } from "../../../../../client/cluster/source/watch/connection-state.ts";
import { failureText } from "../../../../../client/cluster/source/watch/failure-text.ts";
import { needsPerson, waitMs } from "../../../../../client/cluster/source/watch/wait.ts";
import { firstLine } from "../../../../../http/first-line.ts";
import { proxyFromEnvironment } from "../../../../../http/proxy-from-environment.ts";
import { readRetryAfter } from "../../../../../http/retry-after.ts";

const target: ContextTarget = {
  contextName: "prod",
  context: { cluster: "far", user: "dev" },
  cluster: { server: "https://far:6443", folder: "" },
  user: undefined,
};
const asked = { verb: "list", resource: "pods", namespace: "web" };
const lost = (code: string): ApiFailure => ({ is: "unreachable", code, message: "something went wrong" });
const throughProxy = (message: string): ApiFailure => ({ is: "unreachable", code: "", message, proxy: "proxy:3128" });
const refused = (status: number, retryAfterMs?: number): ApiFailure => ({
  is: "refused",
  status,
  reason: undefined,
  retryAfterMs,
});

describe("a failure in words", () => {
  it.each<[failure: ApiFailure, text: string, mended: "by a person" | "by itself"]>([
    [
      lost("ECONNREFUSED"),
      "The API server at https://far:6443 refused the connection. Check that it is running and that its address in the kubeconfig is correct.",
      "by itself",
    ],
    [
      lost("ENOTFOUND"),
      "The API server at https://far:6443 can't be found by name. Check the network, the VPN, and the address in the kubeconfig.",
      "by itself",
    ],
    [
      lost("ETIMEDOUT"),
      "The API server at https://far:6443 is not responding. Check the network and the VPN.",
      "by itself",
    ],
    [
      lost("EPIPE"),
      "The API server at https://far:6443 is unreachable (EPIPE). Check the network, the VPN, and the proxy.",
      "by itself",
    ],
    [
      lost(""),
      "The API server at https://far:6443 is unreachable (something went wrong). Check the network, the VPN, and the proxy.",
      "by itself",
    ],
    [
      { is: "unreachable", code: "ECONNREFUSED", message: "", proxy: "proxy:3128" },
      "The API server at https://far:6443 is unreachable through the proxy proxy:3128 (ECONNREFUSED). Check the proxy, proxy-url in the kubeconfig, and $HTTPS_PROXY.",
      "by itself",
    ],
    [
      throughProxy("Bad response: 407"),
      "The API server at https://far:6443 is unreachable because the proxy proxy:3128 requires a login or rejects the one that it got (407). Add a user name and a password to its address: proxy-url in the kubeconfig, or $HTTPS_PROXY, as http://USER:PASSWORD@HOST:PORT.",
      "by a person",
    ],
    [
      throughProxy("connect ECONNRESET - Socks5 Authentication failed"),
      "The API server at https://far:6443 is unreachable because the proxy proxy:3128 requires a login or rejects the one that it got. Add a user name and a password to its address: proxy-url in the kubeconfig, or $HTTPS_PROXY, as http://USER:PASSWORD@HOST:PORT.",
      "by a person",
    ],
    [
      throughProxy("Bad response: 403"),
      "The API server at https://far:6443 is unreachable because the proxy proxy:3128 does not open a connection to it (403). Check whether the proxy may connect to it, and whether $NO_PROXY should name it.",
      "by itself",
    ],
    [
      { is: "slow", limitMs: 15_000, proxy: "proxy:3128" },
      "The API server at https://far:6443 did not respond through the proxy proxy:3128 for 15s. Check the proxy and the network, or try again when they are less busy.",
      "by itself",
    ],
    [
      { is: "page", status: 407 },
      "A proxy before https://far:6443 requires a login (407). Log in to the network, or add a user name and a password to the proxy's address: proxy-url in the kubeconfig, or $HTTPS_PROXY, as http://USER:PASSWORD@HOST:PORT.",
      "by itself",
    ],
    [
      lost("SELF_SIGNED_CERT_IN_CHAIN"),
      "The certificate of https://far:6443 is not trusted. Correct certificate-authority-data of cluster far in the kubeconfig, for example by downloading the kubeconfig again.",
      "by a person",
    ],
    [
      lost("CERT_HAS_EXPIRED"),
      "The certificate of https://far:6443 is expired or not yet valid. Renew it, or correct the clock of this machine.",
      "by a person",
    ],
    [
      lost("ERR_TLS_CERT_ALTNAME_INVALID"),
      "The certificate of https://far:6443 is for another name. Correct the server of cluster far in the kubeconfig, or set tls-server-name.",
      "by a person",
    ],
    [
      lost("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"),
      "The API server at https://far:6443 rejected the TLS connection. Log in again, or correct client-certificate in the kubeconfig.",
      "by a person",
    ],
    [
      refused(401),
      "The API server rejected the credentials of user dev (401). A token or certificate may have expired. Log in again; the next attempt reads the kubeconfig again.",
      "by a person",
    ],
    [
      refused(403),
      "User dev is not allowed to list pods in namespace web (403). Choose another namespace, or request a role that allows get, list, and watch.",
      "by a person",
    ],
    [refused(404), "https://far:6443 does not serve pods (404). Check the server in the kubeconfig.", "by a person"],
    [refused(410), "The API server no longer has the missed changes (410). Listing all objects again.", "by itself"],
    [refused(429), "The API server is too busy (429). Try again later.", "by itself"],
    [refused(500), "The API server failed to list pods in namespace web (500). Check its log.", "by itself"],
    [
      refused(504),
      "A gateway or proxy before https://far:6443 gets no answer from the API server (504). Check whether the API server is up, or try again later.",
      "by itself",
    ],
    [
      { is: "page", status: 403 },
      "https://far:6443 responded with a web page (403), not like a Kubernetes API server. A firewall or proxy may block the request: check the network and the VPN.",
      "by itself",
    ],
    [
      { is: "page", status: 302 },
      "https://far:6443 redirects to another address (302), as login pages and web consoles do. Check the server of cluster far in the kubeconfig and the proxy, or log in to the network.",
      "by itself",
    ],
    [
      { is: "slow", limitMs: 30_000 },
      "The API server at https://far:6443 did not respond for 30s. Check the network, or try again when it is less busy.",
      "by itself",
    ],
    [
      { is: "unreadable" },
      "https://far:6443 did not respond like a Kubernetes API server. Check the server of cluster far in the kubeconfig and the proxy.",
      "by itself",
    ],
    [{ is: "asleep" }, "This computer was asleep. Connecting again.", "by itself"],
    [{ is: "no access", problem: "The plugin is gone." }, "The plugin is gone.", "by a person"],
  ])("%j", (failure, text, mended) => {
    expect(failureText(failure, target, asked)).toBe(text);
    expect(needsPerson(failure) ? "by a person" : "by itself").toBe(mended);
  });
});

it.each(["https://admin:hunter2@far:6443", "https://admin:hun@ter2@far:6443/path", "http://hunter2@far"])(
  "the password in the address %s is never told",
  (server) => {
    const at = { ...target, cluster: { ...target.cluster, server } };
    const text = failureText(lost("ECONNREFUSED"), at, asked);
    expect(text).toContain("far");
    expect(text).not.toMatch(/hun|ter2|admin/);
  },
);

it.each([
  ["https://far:", " The address has no port after its colon, so port 443 was tried."],
  ["http://far:/path", " The address has no port after its colon, so port 80 was tried."],
  ["https://[::1]:/", " The address has no port after its colon, so port 443 was tried."],
  ["https://[::1]", ""],
  ["https://far/a:/", ""],
])("a refused connection to %s says which port was tried if the colon has none", (server, port) => {
  const text = failureText(lost("ECONNREFUSED"), { ...target, cluster: { ...target.cluster, server } }, asked);
  expect(text.endsWith(`its address in the kubeconfig is correct.${port}`)).toBe(true);
});

it.each([
  [10 * 60_000, "10m ahead of the API server's. Restarts of its pods come that much earlier than predicted."],
  [-90_000, "1m30s behind the API server's. Restarts of its pods come that much later than predicted."],
  [30 * 3_600_000, "30h ahead of the API server's. Set it: until then restarts of its pods can't be predicted."],
  [9.5 * 86_400_000, "9 days ahead of the API server's. Set it: until then restarts of its pods can't be predicted."],
  [
    Date.parse("9999-12-31T00:00:00Z") - Date.parse("2026-11-29T00:00:00Z"),
    "7978 years ahead of the API server's. Set it: until then restarts of its pods can't be predicted.",
  ],
])("a clock of a node that is off by %i ms", (aheadMs, text) => {
  expect(nodeClockText("n1", aheadMs, false)).toBe(`The clock of node n1 is ${text}`);
});

it("credentials that HTTP does not allow are named as such", () => {
  expect(failureText(lost("ERR_INVALID_CHAR"), target, asked)).toBe(
    "The credentials for https://far:6443 contain characters that HTTP does not allow, such as a line feed. Correct them in the kubeconfig.",
  );
});

describe("the wait after failures in a row", () => {
  const limits = { firstWaitMs: 500, lastWaitMs: 30_000 };
  const waits = (failure: ApiFailure, random: number) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 50].map((failures) => waitMs(failure, failures, limits, () => random));

  it.each([
    ["without luck", refused(500), 0.5, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]],
    ["at its shortest", refused(500), 0, [375, 750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500]],
    ["at its longest", refused(500), 1, [625, 1250, 2500, 5000, 10_000, 20_000, 37_500, 37_500, 37_500]],
    [
      "for what a person has to mend",
      refused(401),
      0.5,
      [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000],
    ],
    [
      "for a credential plugin",
      { is: "no access", problem: "" } as const,
      0.5,
      [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000, 300_000],
    ],
    [
      "for a server that says how long",
      refused(429, 7000),
      0,
      [7000, 7000, 7000, 7000, 7000, 12_000, 22_500, 22_500, 22_500],
    ],
  ])("%s", (_, failure, random, expected) => {
    expect(waits(failure, random)).toEqual(expected);
  });

  it.each([
    ["5", 5000],
    [" 0 ", 0],
    ["Thu, 01 Jan 1970 00:01:00 GMT", 50_000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["soon", undefined],
    [undefined, undefined],
  ])("Retry-After %s is %s", (header, expected) => {
    expect(readRetryAfter(header, 10_000)).toBe(expected);
  });
});

describe("what a connection is", () => {
  const live = { is: "live" } as const;
  const broken = (failure: ApiFailure, sinceMs = 1000, failures = 1) =>
    ({ is: "broken", sinceMs, failure, failures }) as const;
  const followed = (state: Followed["state"], wasLive = state?.is === "live", namespace = "web"): Followed => ({
    asked: { ...asked, namespace },
    state,
    wasLive,
  });

  it.each<[what: string, all: readonly Followed[], podCount: number, is: string, freshness: string | undefined]>([
    ["nothing is listed", [followed(undefined)], 0, "connecting", undefined],
    ["one of two is listed", [followed(live), followed(undefined)], 3, "connecting", undefined],
    ["all are listed", [followed(live), followed(live)], 3, "live", "live"],
    ["the first try failed", [followed(broken(refused(500)))], 0, "connecting", undefined],
    ["the first try failed after some pages", [followed(broken(refused(500)))], 3, "connecting", "stale 1000"],
    ["three tries failed", [followed(broken(refused(500), 1000, 3))], 0, "failed", undefined],
    ["credentials are refused at once", [followed(broken(refused(401)))], 0, "failed", undefined],
    ["the watch broke", [followed(broken(refused(500)), true)], 3, "stale 1000", "stale 1000"],
    ["one of two watches broke", [followed(live), followed(broken(refused(500)), true)], 3, "stale 1000", "stale 1000"],
    [
      "two watches broke: as of the first",
      [followed(broken(refused(500), 2000), true), followed(broken(refused(500), 1000), true)],
      3,
      "stale 1000",
      "stale 1000",
    ],
    [
      "a token expired, which matters most",
      [followed(broken(refused(500)), true), followed(broken(refused(401), 2000), true)],
      3,
      "failed",
      "stale 1000",
    ],
    [
      "one of two is forbidden",
      [followed(live), followed(broken(refused(403)), false, "secret")],
      3,
      "live +1",
      "live",
    ],
    ["all are forbidden", [followed(broken(refused(403))), followed(broken(refused(403)))], 0, "failed", undefined],
    [
      "one is forbidden that was not before",
      [followed(live), followed(broken(refused(403)), true)],
      3,
      "failed",
      "stale 1000",
    ],
  ])("when %s", (_, all, podCount, is, freshness) => {
    const judged = judge(all, target, { podCount, missing: [] });
    const { state } = judged;
    const more = state.is === "stale" ? ` ${state.sinceMs}` : "";
    const missing = state.is === "live" && state.missing.length > 0 ? ` +${state.missing.length}` : "";
    expect(`${state.is}${more}${missing}`).toBe(is);
    const fresh = judged.freshness;
    expect(fresh?.is === "stale" ? `stale ${fresh.sinceMs}` : fresh?.is).toBe(freshness);
  });
});

describe("what a plugin says on standard error", () => {
  it.each([
    ["\n\n  Please log in.\nmore", "Please log in"],
    ["Authorization: Bearer abc.def.ghi failed", "Authorization: Bearer … failed"],
    ["error: access_token=abc refused", "error: access_token=… refused"],
    ['{"client_secret": "abc"}', '{"client_secret": …'],
    ["GET https://me:pw@example.com/token failed", "GET https://…@example.com/token failed"],
    ["eyJhbGciOiJSUzI1NiIsImtpZCI6IjEyMzQ1Njc4OTAifQ.eyJpc3MiOiJodHRwcyJ9.abc expired", "… expired"],
    [
      "cannot open /home/someone/.config/gcloud/configurations/default: no such file",
      "cannot open /home/someone/.config/gcloud/configurations/default: no such file",
    ],
    ["x ".repeat(300), `${"x ".repeat(100)}…`],
    ["", ""],
  ])("%j is told as %j", (text, expected) => {
    expect(firstLine(text)).toBe(expected);
  });
});

describe("a proxy of the environment", () => {
  const HTTPS_PROXY = "http://proxy:3128";
  it.each<[address: string, environment: Readonly<Record<string, string>>, expected: string | undefined]>([
    ["https://far:6443", {}, undefined],
    ["https://far:6443", { HTTPS_PROXY }, HTTPS_PROXY],
    ["https://far:6443", { https_proxy: "proxy:3128" }, HTTPS_PROXY],
    ["https://far:6443", { HTTP_PROXY: HTTPS_PROXY }, undefined],
    ["http://far:8080", { HTTP_PROXY: HTTPS_PROXY }, HTTPS_PROXY],
    ["https://localhost:6443", { HTTPS_PROXY }, undefined],
    ["https://127.0.0.1:6443", { HTTPS_PROXY }, undefined],
    ["https://[::1]:6443", { HTTPS_PROXY }, undefined],
    ["https://far:6443", { HTTPS_PROXY, NO_PROXY: "*" }, undefined],
    ["https://far:6443", { HTTPS_PROXY, NO_PROXY: "a, far" }, undefined],
    ["https://api.example.com", { HTTPS_PROXY, NO_PROXY: "example.com" }, undefined],
    ["https://api.example.com", { HTTPS_PROXY, NO_PROXY: ".example.com" }, undefined],
    ["https://api.example.com", { HTTPS_PROXY, NO_PROXY: "*.example.com" }, undefined],
    ["https://example.com", { HTTPS_PROXY, NO_PROXY: ".example.com" }, HTTPS_PROXY],
    ["https://badexample.com", { HTTPS_PROXY, NO_PROXY: "example.com" }, HTTPS_PROXY],
    ["https://far:6443", { HTTPS_PROXY, NO_PROXY: "far:6443" }, undefined],
    ["https://far:6443", { HTTPS_PROXY, NO_PROXY: "far:443" }, HTTPS_PROXY],
    ["https://10.1.2.3", { HTTPS_PROXY, NO_PROXY: "10.0.0.0/8" }, undefined],
    ["https://11.1.2.3", { HTTPS_PROXY, NO_PROXY: "10.0.0.0/8,::/0,10.0.0.0/x" }, HTTPS_PROXY],
    ["https://[fd00::1]:6443", { HTTPS_PROXY, NO_PROXY: "fd00::/8" }, undefined],
  ])("for %s in %j is %s", (address, environment, expected) => {
    expect(proxyFromEnvironment(new URL(address), environment)).toBe(expected);
  });
});

describe("metrics", () => {
  it.each([
    ['kubernetes_feature_enabled{name="A",stage="BETA"} 1', { A: true }],
    ['kubernetes_feature_enabled{stage="ALPHA",name="A"} 0', { A: false }],
    ['kubernetes_feature_enabled{name="A",stage=""} 1 1732000000000', { A: true }],
    ['kubernetes_feature_enabled{name="A",stage=""} NaN', undefined],
    ['kubernetes_feature_enabled{stage=""} 1', undefined],
    ["# kubernetes_feature_enabled", undefined],
    ["kubernetes_feature_enabled", undefined],
    ["", undefined],
  ])("%s", (line, expected) => {
    const reader = createMetricsReader();
    reader.readLine(line);
    expect(reader.done().featureGates).toEqual(expected);
  });
});

import { describe, expect, inject, it } from "vitest";
import * as z from "zod/mini";
import { Api } from "./harness/api.ts";
import { Cluster } from "./harness/cluster.ts";
import { nodes } from "./setup.ts";

const cluster = new Cluster(inject("clusterDirectory"));

function apiOf(user: string): Api {
  return new Api({ server: cluster.server, token: cluster.tokenOf(user), ca: cluster.readKey("ca.crt") });
}

const configzSchema = z.object({ kubeletconfig: z.looseObject({ crashLoopBackOff: z.optional(z.unknown()) }) });

describe("the nodes tell of themselves through the API server", () => {
  it.each(Object.entries(nodes))("configz of %s", async (name, configuration) => {
    const { kubeletconfig } = configzSchema.parse(await cluster.admin.get(`/api/v1/nodes/${name}/proxy/configz`));
    expect(kubeletconfig).toMatchObject(configuration);
  });

  it("metrics", async () => {
    const { text } = await cluster.admin.ask("GET", "/api/v1/nodes/default/proxy/metrics");
    expect(text).toMatch(/^kubernetes_feature_enabled\{name="ContainerRestartRules",stage="\w*"\} 1$/m);
  });
});

/** What each user asks and how it is answered: the tests of limited users stand on this. */
const rights = [
  ["viewer", "/api/v1/pods", 200],
  ["viewer", "/api/v1/namespaces", 200],
  ["viewer", "/api/v1/events", 200],
  ["viewer", "/api/v1/nodes/default/proxy/configz", 200],
  ["viewer", "/metrics", 200],
  ["viewer", "/api/v1/secrets", 403],
  ["no-events", "/api/v1/pods", 200],
  ["no-events", "/api/v1/events", 403],
  ["no-nodes", "/api/v1/pods", 200],
  ["no-nodes", "/api/v1/nodes/default", 403],
  ["no-nodes", "/api/v1/nodes/default/proxy/configz", 403],
  ["no-nodes", "/metrics", 403],
  ["one-namespace", "/api/v1/namespaces/team-a/pods", 200],
  ["one-namespace", "/api/v1/namespaces/team-b/pods", 403],
  ["one-namespace", "/api/v1/pods", 403],
  ["one-namespace", "/api/v1/namespaces", 403],
] as const;

it.each(rights)("%s asks for %s: %i", async (user, path, status) => {
  expect((await apiOf(user).ask("GET", path)).status).toBe(status);
});

it("nobody but the administrator changes anything", async () => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "x" },
    spec: { containers: [{ name: "a", image: "a" }] },
  };
  const { status } = await apiOf("viewer").ask("POST", "/api/v1/namespaces/team-a/pods", pod);
  expect(status).toBe(403);
});

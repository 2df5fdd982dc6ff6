import { Agent, request } from "node:https";
import * as z from "zod/mini";

export interface ApiAccess {
  readonly server: string;
  readonly token: string;
  readonly ca: string;
}

/** By which the audit log tells the tests from what they test. */
export const ownUserAgent = "pod-cadence-tests";

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.optional(z.string()) }),
});
export type ApiObject = z.infer<typeof objectSchema>;

/** Where the kinds that the tests create are. */
const collections: Readonly<Record<string, string>> = {
  Namespace: "/api/v1/namespaces",
  Pod: "/api/v1/namespaces/NAMESPACE/pods",
  Job: "/apis/batch/v1/namespaces/NAMESPACE/jobs",
  Deployment: "/apis/apps/v1/namespaces/NAMESPACE/deployments",
  Event: "/api/v1/namespaces/NAMESPACE/events",
  ClusterRole: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  ClusterRoleBinding: "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
  RoleBinding: "/apis/rbac.authorization.k8s.io/v1/namespaces/NAMESPACE/rolebindings",
};

/** What one user may ask of an API server. */
export class Api {
  readonly #access: ApiAccess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(access: ApiAccess) {
    this.#access = access;
  }

  /** Fails only when nobody answers. */
  ask(method: string, path: string, body?: unknown, contentType = "application/json"): Promise<Answer> {
    const { server, token, ca } = this.#access;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "content-type": contentType,
      "user-agent": ownUserAgent,
      // Node leaves it out where a method has no body as a rule.
      ...(text !== undefined && { "content-length": Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const asked = request(`${server}${path}`, { method, headers, ca, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
      });
      asked.on("error", reject);
      asked.end(text);
    });
  }

  /** As JSON; fails on any status but 2xx. */
  async get(path: string): Promise<unknown> {
    return succeeded(`GET ${path}`, await this.ask("GET", path));
  }

  async create(object: unknown): Promise<unknown> {
    const { kind, metadata } = objectSchema.parse(object);
    const path = collections[kind]?.replace("NAMESPACE", metadata.namespace ?? "default");
    if (path === undefined) throw new Error(`The test does not know where a ${kind} is created.`);
    return succeeded(`POST ${path} ${metadata.name}`, await this.ask("POST", path, object));
  }

  /** Merges fields into an object. */
  async patch(path: string, fields: unknown): Promise<unknown> {
    return succeeded(`PATCH ${path}`, await this.ask("PATCH", path, fields, "application/merge-patch+json"));
  }

  async delete(path: string): Promise<void> {
    succeeded(`DELETE ${path}`, await this.ask("DELETE", path, { gracePeriodSeconds: 0 }));
  }

  close(): void {
    this.#agent.destroy();
  }
}

function succeeded(what: string, { status, text }: Answer): unknown {
  if (status < 200 || status > 299) throw new Error(`${what} was answered with ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

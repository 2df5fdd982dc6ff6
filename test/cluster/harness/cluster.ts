import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import * as z from "zod/mini";
import { eventually } from "../../patience.ts";
import { Api } from "./api.ts";
import { runProgram } from "./program.ts";

const kubeconfigSchema = z.object({
  clusters: z.tuple([z.object({ cluster: z.object({ server: z.string() }) })]),
  users: z.tuple([z.object({ user: z.object({ token: z.string() }) })]),
});

export interface ClusterOptions {
  /** Who gets a token, but no right. */
  readonly users?: readonly string[];
  /** Of kube-controller-manager; none: it is not started. */
  readonly controllers?: readonly string[];
}

/** A running cluster. */
export class Cluster {
  readonly directory: string;
  /** `https://127.0.0.1:PORT`. */
  readonly server: string;
  /** What the administrator may ask. */
  readonly admin: Api;

  constructor(directory: string) {
    this.directory = directory;
    const { server, token } = readCredentials(join(directory, "kubeconfig"));
    this.server = server;
    this.admin = new Api({ server, token, ca: this.readKey("ca.crt") });
  }

  /** `ca.crt`, `other-ca.crt`, `server.crt`, `server.key`, `client-certificate.crt`, `client-certificate.key`: as PEM. */
  readKey(name: string): string {
    return readFileSync(join(this.directory, "keys", name), "utf8");
  }

  tokenOf(user: string): string {
    return readCredentials(join(this.directory, "users", `${user}.kubeconfig`)).token;
  }

  /** @param configuration fields of a KubeletConfiguration */
  startNode(name: string, configuration: Readonly<Record<string, unknown>> = {}): void {
    const file = join(this.directory, `${name}.kubelet.yaml`);
    const header = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" };
    writeFileSync(file, stringify({ ...header, ...configuration }));
    runProgram(["node", "--dir", this.directory, "--name", name, "--config", file]);
  }

  /** @param process `kube-apiserver`, `NODE-kubelet`: it is killed */
  stop(process: string): void {
    runProgram(["stop", "--dir", this.directory, "--name", process]);
  }

  /** As it was before it was stopped. */
  start(process: string): void {
    runProgram(["start", "--dir", this.directory, "--name", process]);
  }

  /** Waits until the API server answers its administrator. */
  async isReady(): Promise<void> {
    const ask = () => this.admin.ask("GET", "/readyz").catch(() => undefined);
    await eventually("the API server", async () => ((await ask())?.status === 200 ? true : undefined));
  }

  /** Waits until a kubelet has taken up its work. */
  async nodeIsReady(name: string): Promise<void> {
    await eventually(`node ${name}`, async () => {
      const { status, text } = await this.admin.ask("GET", `/api/v1/nodes/${name}`);
      return status === 200 && /"type":"Ready","status":"True"/.test(text) ? true : undefined;
    });
  }

  /** A file that is gone with the cluster. Returns its path. */
  write(name: string, text: string, mode = 0o600): string {
    const file = join(this.directory, name);
    writeFileSync(file, text, { mode });
    return file;
  }

  end(): void {
    this.admin.close();
    runProgram(["down", "--dir", this.directory]);
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts etcd, the API server and controllers in a directory of their own. Needs some three seconds. */
export function startCluster({ users = [], controllers = [] }: ClusterOptions): Cluster {
  const directory = mkdtempSync(join(tmpdir(), "pod-cadence-cluster-"));
  runProgram([
    "up",
    ...["--dir", directory],
    ...(users.length > 0 ? ["--users", users.join(",")] : []),
    ...(controllers.length > 0 ? ["--controllers", controllers.join(",")] : []),
  ]);
  return new Cluster(directory);
}

function readCredentials(path: string): { readonly server: string; readonly token: string } {
  const { clusters, users } = kubeconfigSchema.parse(parse(readFileSync(path, "utf8")));
  return { server: clusters[0].cluster.server, token: users[0].user.token };
}

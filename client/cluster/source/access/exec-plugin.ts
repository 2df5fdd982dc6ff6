import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { isAbsolute, resolve } from "node:path";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod/mini";
import { firstLine } from "../../../../http/first-line.ts";
import { formatRecorded } from "../../../../shared/basics/span-words.ts";
import type { EnvironmentVariables } from "../kubeconfig/files.ts";
import type { Cluster, ExecPlugin } from "../kubeconfig/model.ts";
import { readBase64 } from "./base64.ts";
import { readNamed } from "./files-of-user.ts";

/** What a credential plugin answered. */
export interface PluginCredential {
  readonly token?: string | undefined;
  /** PEM. */
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** Undefined means that it is good until the API server refuses it. Ms since 1970. */
  readonly expiresAtMs?: number | undefined;
}

export interface PluginCall {
  readonly plugin: ExecPlugin;
  /** Name of the user in the kubeconfig, for people. */
  readonly userName: string;
  /** A command with a slash in it starts from the kubeconfig's folder. */
  readonly folder: string;
  readonly cluster: Cluster;
  readonly environment: EnvironmentVariables;
  /** Default: 60s; five minutes once it has asked a person for something. */
  readonly limitMs?: number | undefined;
  /** What it says to a person while it waits, such as the code of a login: lines of plain text. */
  readonly onWords?: PluginWords | undefined;
}

/** Gets the words of a plugin that goes on running. They may hold a code that is good for one login, so they go into no log. */
export type PluginWords = (plugin: string, words: string) => void;

type Plugged = { readonly value: PluginCredential } | { readonly problem: string };

const defaultLimitMs = 60_000;
/** As long as people take for a login in a browser. */
const loginLimitMs = 300_000;
const outputMax = 1_000_000;
/** A plugin that ends this soon after its words had only something to report. */
const stillRunningMs = 1000;
const wordsMax = 1000;

/** Runs a credential plugin as client-go does, without a terminal. The problem is a sentence. */
export async function runExecPlugin(call: PluginCall): Promise<Plugged> {
  const name = `The credential plugin ${call.plugin.command} of user ${call.userName}`;
  if (call.plugin.interactiveMode === "Always")
    return {
      problem: `${name} requires a terminal, which is not available here. Choose a context with another user.`,
    };
  const ended = await runCommand(call, await environmentOf(call));
  switch (ended.is) {
    case "not found":
      return { problem: `${name} is not installed or not in PATH. ${installText(call.plugin)}` };
    case "not started":
      return { problem: `${name} can't be run (${ended.code}). Check the file and its permissions.` };
    case "slow": {
      const limit = formatRecorded(call.limitMs ?? defaultLimitMs);
      return {
        problem: `${name} did not answer within ${limit} and was stopped. It may be waiting for input. Log in with it in a terminal, then connect again.`,
      };
    }
    case "failed": {
      const said = ended.said === "" ? "no error message" : ended.said;
      return {
        problem: `${name} failed (${ended.how}): ${said}. Run kubectl with this context in a terminal and follow its instructions.`,
      };
    }
    case "done":
      return (
        readCredential(ended.output) ?? {
          problem: `${name} did not return an ExecCredential with a token or a certificate. Check its version and arguments.`,
        }
      );
  }
}

function installText({ installHint }: ExecPlugin): string {
  const hint = firstLine(installHint ?? "");
  return hint === "" ? "Install it, or choose another context." : `${hint}.`;
}

type Ended =
  | { readonly is: "done"; readonly output: string }
  | { readonly is: "not found" }
  | { readonly is: "not started"; readonly code: string }
  | { readonly is: "failed"; readonly how: string; readonly said: string }
  | { readonly is: "slow" };

type PluginProcess = ChildProcessByStdio<null, Readable, Readable>;

function runCommand({ plugin, folder, limitMs, onWords }: PluginCall, env: Record<string, string>): Promise<Ended> {
  const isPath = /[/\\]/.test(plugin.command) && !isAbsolute(plugin.command);
  const command = isPath ? resolve(folder, plugin.command) : plugin.command;
  // A group of its own, so that what it has started can be stopped with it.
  const detached = process.platform !== "win32";
  let child: PluginProcess;
  try {
    child = spawn(command, plugin.args ?? [], { env, stdio: ["ignore", "pipe", "pipe"], windowsHide: true, detached });
  } catch (error) {
    return Promise.resolve({ is: "not started", code: error instanceof Error ? error.name : "" });
  }
  return new Promise((settle) => {
    let output = "";
    let errors = "";
    let told = 0;
    let telling: NodeJS.Timeout | undefined;
    const end = (ended: Ended): void => {
      for (const each of [timer, telling]) clearTimeout(each);
      child.stdout.destroy();
      child.stderr.destroy();
      settle(ended);
    };
    const giveUp = (): void => {
      stop(child, detached);
      end({ is: "slow" });
    };
    let timer = setTimeout(giveUp, limitMs ?? defaultLimitMs);
    const tell = (): void => {
      const words = plainWords(errors.slice(told));
      telling = undefined;
      told = errors.length;
      if (words === "" || onWords === undefined) return;
      onWords(plugin.command, words);
      clearTimeout(timer);
      timer = setTimeout(giveUp, Math.max(limitMs ?? 0, loginLimitMs));
    };
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      if (output.length < outputMax) output += part;
    });
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      if (errors.length < outputMax) errors += part;
      telling ??= setTimeout(tell, stillRunningMs);
    });
    child.on("error", (error: NodeJS.ErrnoException) =>
      end(error.code === "ENOENT" ? { is: "not found" } : { is: "not started", code: error.code ?? error.name }),
    );
    child.on("close", (code, signal) => {
      if (code === 0) end({ is: "done", output });
      else
        end({ is: "failed", how: code === null ? `signal ${signal}` : `exit code ${code}`, said: firstLine(errors) });
    });
  });
}

/** Lines as people read them: without colors, and with nothing that a terminal obeys. */
function plainWords(text: string): string {
  const plain = stripVTControlCharacters(text)
    .replace(/(?!\n)\p{Cc}/gu, "")
    .trim();
  return plain.length > wordsMax ? `${plain.slice(0, wordsMax)}…` : plain;
}

function stop(child: ChildProcess, isGroup: boolean): void {
  try {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It has ended in the meantime.
  }
}

/** Models client-go's plugin/pkg/client/auth/exec Authenticator.refreshCredsLocked (v0.37.1): the plugin learns its task from KUBERNETES_EXEC_INFO. */
async function environmentOf({ plugin, cluster, environment }: PluginCall): Promise<Record<string, string>> {
  const own = Object.fromEntries((plugin.env ?? []).map(({ name, value }) => [name, value]));
  const info = {
    apiVersion: plugin.apiVersion ?? "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    spec: { interactive: false, ...(plugin.provideClusterInfo === true && { cluster: await clusterInfo(cluster) }) },
  };
  const inherited = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...Object.fromEntries(inherited), ...own, KUBERNETES_EXEC_INFO: JSON.stringify(info) };
}

const extensionsSchema = z.array(z.object({ name: z.string(), extension: z.unknown() }));

async function clusterInfo(cluster: Cluster): Promise<Readonly<Record<string, unknown>>> {
  const { "certificate-authority-data": data, "certificate-authority": path, folder } = cluster;
  const authority = await readNamed({ field: "certificate-authority", data, path, folder });
  const pem = "value" in authority ? authority.value : undefined;
  const config = extensionsSchema
    .safeParse(cluster.extensions)
    .data?.find(({ name }) => name === "client.authentication.k8s.io/exec")?.extension;
  return {
    server: cluster.server,
    "tls-server-name": cluster["tls-server-name"] ?? undefined,
    "insecure-skip-tls-verify": cluster["insecure-skip-tls-verify"] ?? undefined,
    "certificate-authority-data": pem && Buffer.from(pem).toString("base64"),
    "proxy-url": cluster["proxy-url"] ?? undefined,
    config,
  };
}

const credentialSchema = z.object({
  kind: z.literal("ExecCredential"),
  status: z.object({
    token: z.nullish(z.string()),
    clientCertificateData: z.nullish(z.string()),
    clientKeyData: z.nullish(z.string()),
    expirationTimestamp: z.nullish(z.string()),
  }),
});

function readCredential(output: string): Plugged | undefined {
  try {
    const read = credentialSchema.safeParse(JSON.parse(output));
    if (!read.success) return undefined;
    const { token, clientCertificateData, clientKeyData, expirationTimestamp } = read.data.status;
    if (!token && !clientCertificateData) return undefined;
    const expiresAtMs = Date.parse(expirationTimestamp ?? "");
    return {
      value: {
        token: token || undefined,
        certificate: pemOf(clientCertificateData),
        key: pemOf(clientKeyData),
        expiresAtMs: Number.isNaN(expiresAtMs) ? undefined : expiresAtMs,
      },
    };
  } catch {
    return undefined;
  }
}

/** Plugins write PEM as it is; some write it in base64, as kubeconfigs have it. */
function pemOf(text: string | null | undefined): string | undefined {
  if (!text || text.includes("-----BEGIN")) return text || undefined;
  return readBase64(text)?.toString("utf8");
}

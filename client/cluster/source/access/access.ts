import type { Line } from "../../../../http/line.ts";
import { type ContextTarget, type KubeconfigChoice, loadKubeconfig, targetOf } from "../kubeconfig/load.ts";
import { type Login, loginOf } from "../kubeconfig/login.ts";
import { addressOf } from "./address.ts";
import { openLineTo } from "./agent.ts";
import { type CertificateFiles, readCertificateFiles } from "./certificate-files.ts";
import { type Credentials, type CredentialsReader, createCredentialsReader } from "./credentials.ts";
import type { PluginWords } from "./exec-plugin.ts";

export interface AccessOptions extends KubeconfigChoice {
  readonly pluginLimitMs?: number | undefined;
  readonly onPluginWords?: PluginWords | undefined;
  /** Whether a program may be run, or a file sent, that the kubeconfig did not name when it was read first. Default: it may. */
  readonly mayLogInAs?: ((login: Login) => Promise<boolean>) | undefined;
}

/** All that a request to the cluster needs besides its path. */
export interface Entrance {
  readonly address: URL;
  readonly credentials: Credentials;
  readonly line: Line;
}

/** How a context of the kubeconfig is reached. Credentials are had when they are needed first. */
export interface Access {
  /** The target as it was read last. */
  readonly target: ContextTarget;
  /** The problem is a sentence that says what a person has to do. */
  open(): Promise<{ readonly value: Entrance } | { readonly problem: string }>;
  /** The API server refused these credentials. */
  refuse(credentials: Credentials): void;
  /** Something does not work: people may have logged in again or made the cluster anew, so that the kubeconfig is read again. */
  reload(): Promise<void>;
  close(): void;
}

export async function createAccess(
  options: AccessOptions,
): Promise<{ readonly value: Access } | { readonly problem: string }> {
  const read = targetOf(await loadKubeconfig(options), options.context);
  return "problem" in read ? read : { value: accessTo(read.value, options) };
}

interface State {
  target: ContextTarget;
  reader: CredentialsReader;
  /** Why the kubeconfig cannot be read any more. */
  problem: string | undefined;
  line: { readonly credentials: Credentials; readonly value: Line } | undefined;
  /** Undefined until they are needed. */
  files: CertificateFiles | undefined;
  readonly agents: Set<Line["agent"]>;
}

function accessTo(target: ContextTarget, options: AccessOptions): Access {
  const environment = options.environment ?? process.env;
  const { pluginLimitMs, onPluginWords } = options;
  const readerOf = (of: ContextTarget) => createCredentialsReader(of, { environment, pluginLimitMs, onPluginWords });
  const state: State = {
    target,
    reader: readerOf(target),
    problem: undefined,
    line: undefined,
    files: undefined,
    agents: new Set(),
  };
  return {
    get target() {
      return state.target;
    },
    async open() {
      const credentials = await state.reader.read();
      if ("problem" in credentials) return { problem: state.problem ?? credentials.problem };
      const address = addressOf(state.target.cluster.server);
      const line = await lineFor(state, credentials.value, environment);
      if ("problem" in line || address === undefined)
        return { problem: "problem" in line ? line.problem : "The cluster has no address." };
      return { value: { address, credentials: credentials.value, line: line.value } };
    },
    refuse(credentials) {
      // Of several requests with the same credentials only the first one's refusal says something new.
      if (state.line?.credentials === credentials) state.reader.forget();
    },
    async reload() {
      const read = targetOf(await loadKubeconfig(options), options.context ?? state.target.contextName);
      state.problem = "problem" in read ? read.problem : undefined;
      if ("problem" in read) return;
      if (JSON.stringify(read.value) === JSON.stringify(state.target)) return readFilesAgain(state);
      if (!(await mayLogIn(read.value, state.target, options))) {
        state.problem = otherLoginText;
        return;
      }
      state.target = read.value;
      state.reader = readerOf(read.value);
      state.line = undefined;
      state.files = undefined;
    },
    close() {
      for (const agent of state.agents) agent.destroy();
    },
  };
}

/**
 * Certificates that the kubeconfig names as files are replaced while the kubeconfig stays as it is. A credential plugin is not asked
 * for that. Models client-go transport/ca_rotation.go and cert_rotation.go (v0.37.1), which look every five minutes.
 */
async function readFilesAgain(state: State): Promise<void> {
  const before = state.files;
  if (before === undefined) return;
  const now = await readCertificateFiles(state.target);
  state.files = now;
  if (now.own !== before.own) state.reader.forget();
  if (now.authorities !== before.authorities) state.line = undefined;
}

const otherLoginText =
  "The kubeconfig logs in otherwise than before, which was not allowed. Connect again to allow it.";

/** A kubeconfig that changes while the cluster is connected may name a program, a file, or a server that nobody has seen. */
async function mayLogIn(now: ContextTarget, before: ContextTarget, { mayLogInAs }: AccessOptions): Promise<boolean> {
  const login = loginOf(now.user, now.cluster);
  const isKnown = login === undefined || JSON.stringify(login) === JSON.stringify(loginOf(before.user, before.cluster));
  return isKnown || mayLogInAs === undefined || (await mayLogInAs(login));
}

async function lineFor(
  state: State,
  credentials: Credentials,
  environment: NonNullable<AccessOptions["environment"]>,
): Promise<{ readonly value: Line } | { readonly problem: string }> {
  const { line } = state;
  if (line?.credentials === credentials) return line;
  if (line !== undefined && hasSameCertificate(line.credentials, credentials)) {
    state.line = { credentials, value: line.value };
    return state.line;
  }
  state.files ??= await readCertificateFiles(state.target);
  const opened = await openLineTo(state.target, credentials, environment);
  if ("problem" in opened) return opened;
  // What goes on over the old one goes on: it is ended with the whole access.
  state.agents.add(opened.value.agent);
  state.line = { credentials, value: opened.value };
  return opened;
}

function hasSameCertificate(one: Credentials, other: Credentials): boolean {
  return one.certificate === other.certificate && one.key === other.key;
}

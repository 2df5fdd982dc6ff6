import { execFileSync } from "node:child_process";

/** Runs git in a folder as a person with a name, whatever this machine says of people, hooks, and branches. */
export function git(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=Kim", "-c", "user.email=kim@example.com", "-c", "commit.gpgsign=false"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  return execFileSync("git", [...identity, ...args], { cwd: folder, env, encoding: "utf8" });
}

/** Everything in the folder, as one commit. */
export function commitAll(folder: string, message: string): void {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", message);
}

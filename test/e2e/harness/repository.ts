import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { eventually } from "../../patience.ts";
import { runCommand, tab } from "./commands.ts";
import type { Workbench } from "./workbench.ts";

/** The Git extension is off in other windows. */
export const withGit = { "git.enabled": true, "git.autofetch": false };

const compare = "Pod Cadence: Compare Forecast with Git HEAD";

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

/** Git looks for repositories when it is asked first, and says so until it has found them. */
export async function openComparison(workbench: Workbench, title: string): Promise<void> {
  await eventually(`no page ${title}`, async () => {
    await runCommand(workbench, compare);
    const toast = workbench.page.locator(".notification-toast");
    const shown = tab(workbench, title);
    await shown.or(toast).first().waitFor();
    if ((await shown.count()) > 0) return true;
    assert.match(await toast.innerText(), /Git is still looking for repositories|is not in an open Git repository/);
    await toast.hover();
    await toast.getByRole("button", { name: /^Clear Notification/ }).click();
    await toast.waitFor({ state: "hidden" });
    return undefined;
  });
}

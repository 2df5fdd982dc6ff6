import { stat } from "node:fs/promises";
import { findCommit } from "../../git/git.ts";
import type { Parsed } from "../arguments/command-line.ts";

/** What `diff` compares with something else. */
export type Operand =
  | { readonly is: "commit"; readonly ref: string; readonly id: string }
  | { readonly is: "folder" | "file"; readonly path: string }
  | { readonly is: "stdin" };

/** A path or a ref of the repository around `cwd`, whichever there is. */
export async function readOperand(text: string, cwd: string): Promise<Parsed<Operand>> {
  if (text === "-") return { value: { is: "stdin" } };
  const path = await pathOf(text);
  // `./main` and `deploy/` are paths, whatever branches there are.
  if (path !== undefined && /[\\/]|^\.{1,2}$/.test(text)) return { value: path };
  const id = await findCommit(text, cwd);
  if (typeof id === "string") {
    return path === undefined
      ? { value: { is: "commit", ref: text, id } }
      : { problem: `${text} is both a ${path.is} and a git ref: use ./${text} or refs/heads/${text}` };
  }
  if (path !== undefined) return { value: path };
  return id ?? { problem: `${text}: no such file, directory, or commit` };
}

async function pathOf(path: string): Promise<Extract<Operand, { path: string }> | undefined> {
  const about = await stat(path).catch(() => undefined);
  return about && { is: about.isDirectory() ? "folder" : "file", path };
}

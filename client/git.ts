import * as vscode from "vscode";
import * as z from "zod/mini";
import { callMethod } from "./call-method.ts";

// The API of the Git extension that comes with VS Code, version 1 (extensions/git/src/api/git.d.ts).

const repositorySchema = z.looseObject({
  state: z.looseObject({ HEAD: z.optional(z.looseObject({ commit: z.optional(z.string()) })) }),
});
const apiSchema = z.looseObject({ state: z.optional(z.string()) });
const unknownPathSchema = z.looseObject({ gitErrorCode: z.literal("UnknownPath") });

export type CommittedText = { readonly text: string } | { readonly problem: string };

/** The text of a file in the commit that is checked out, or a sentence that says why there is none. Never rejects. */
export async function textAtHead(uri: vscode.Uri): Promise<CommittedText> {
  const name = vscode.workspace.asRelativePath(uri);
  const extension = vscode.extensions.getExtension("vscode.git");
  if (extension === undefined)
    return { problem: vscode.l10n.t("The built-in Git extension is not available in this window.") };
  try {
    const git: unknown = callMethod(await extension.activate(), "getAPI", 1);
    const repository = callMethod(git, "getRepository", uri);
    const found = repositorySchema.safeParse(repository);
    if (!found.success) return { problem: noRepository(git, name) };
    if (found.data.state.HEAD?.commit === undefined)
      return { problem: vscode.l10n.t("The Git repository has no commits yet.") };
    return await readAtHead(repository, uri.fsPath, name);
  } catch (error) {
    return { problem: vscode.l10n.t("Can't compare with Git HEAD: {0}", messageOf(error)) };
  }
}

function noRepository(git: unknown, name: string): string {
  if (apiSchema.safeParse(git).data?.state === "uninitialized")
    return vscode.l10n.t("Git is still looking for repositories. Try again.");
  return vscode.l10n.t("{0} is not in an open Git repository.", name);
}

async function readAtHead(repository: unknown, path: string, name: string): Promise<CommittedText> {
  try {
    // `show` has no error of its own for a path that the commit does not have.
    await callMethod(repository, "getObjectDetails", "HEAD", path);
  } catch (error) {
    if (!unknownPathSchema.safeParse(error).success) throw error;
    return { problem: vscode.l10n.t("{0} is new: Git HEAD does not have it.", name) };
  }
  return { text: z.string().parse(await callMethod(repository, "show", "HEAD", path)) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

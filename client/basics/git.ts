import * as vscode from "vscode";
import * as z from "zod/mini";
import { callMethod } from "./call-method.ts";

// The API of the Git extension that comes with VS Code, version 1 (extensions/git/src/api/git.d.ts).

const repositorySchema = z.looseObject({
  state: z.looseObject({ HEAD: z.optional(z.looseObject({ commit: z.optional(z.string()) })) }),
});
const apiSchema = z.looseObject({ state: z.optional(z.string()) });
const unknownPathSchema = z.looseObject({ gitErrorCode: z.literal("UnknownPath") });

interface Problem {
  readonly problem: string;
}

type CommittedText = { readonly text: string } | Problem;

/** What is checked out in the repositories that were asked for a text. */
export class GitHead implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** What ends the watch of a repository, by its root: `getRepository` makes another object each time, and one may be closed and opened again. */
  readonly #watched = new Map<string, vscode.Disposable>();
  /** Another commit is checked out in one of them: somebody has committed, pulled or switched. */
  readonly onDidChange = this.#changed.event;

  /** The text of a file in the commit that is checked out, or a sentence that says why there is none. Never rejects. */
  async textOf(uri: vscode.Uri): Promise<CommittedText> {
    const name = vscode.workspace.asRelativePath(uri);
    return await this.#with(uri, name, (repository) => readAtHead(repository, uri.fsPath, name));
  }

  /** Follows the repository of a file. Undefined, or a sentence that says why there is no commit. Never rejects. */
  async follow(uri: vscode.Uri): Promise<Problem | undefined> {
    return await this.#with(uri, vscode.workspace.asRelativePath(uri), async () => undefined);
  }

  async #with<T>(
    uri: vscode.Uri,
    name: string,
    use: (repository: unknown) => Promise<T | Problem>,
  ): Promise<T | Problem> {
    const extension = vscode.extensions.getExtension("vscode.git");
    if (extension === undefined)
      return { problem: vscode.l10n.t("The built-in Git extension is not available in this window.") };
    try {
      const git: unknown = callMethod(await extension.activate(), "getAPI", 1);
      const repository = callMethod(git, "getRepository", uri);
      if (!repositorySchema.safeParse(repository).success) return { problem: noRepository(git, name) };
      this.#watch(repository);
      if (commitOf(repository) === undefined)
        return { problem: vscode.l10n.t("The Git repository has no commits yet.") };
      return await use(repository);
    } catch (error) {
      return { problem: vscode.l10n.t("Can't compare with Git HEAD: {0}", messageOf(error)) };
    }
  }

  dispose(): void {
    this.#changed.dispose();
    for (const watch of this.#watched.values()) watch.dispose();
  }

  /** The state of a repository also changes when a file is saved or staged. */
  #watch(repository: unknown): void {
    const root = String(Reflect.get(Object(repository), "rootUri"));
    let last = commitOf(repository);
    const look = (): void => {
      const now = commitOf(repository);
      if (now === last) return;
      last = now;
      this.#changed.fire();
    };
    this.#watched.get(root)?.dispose();
    const watch = callMethod(Reflect.get(Object(repository), "state"), "onDidChange", look);
    this.#watched.set(root, new vscode.Disposable(() => callMethod(watch, "dispose")));
  }
}

function commitOf(repository: unknown): string | undefined {
  return repositorySchema.safeParse(repository).data?.state.HEAD?.commit;
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

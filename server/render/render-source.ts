import { realpath, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { URI } from "vscode-uri";
import { findCommit, findWorkTree, readCommit } from "../git/git.ts";
import { type WrittenCommit, writeCommit } from "../git/written-commit.ts";
import { nodeFiles } from "../schema/files/node-files.ts";
import { findTarget } from "./find-target.ts";
import { type RenderResult, type RenderTarget, renderTimeLimitMs } from "./model.ts";
import { render } from "./render.ts";

/** Renders the chart or the overlay of a file with the user's own programs. */
export type RenderSource = (asked: SourceAsked) => Promise<RenderedSource>;

interface SourceAsked {
  /** Of a file on the disk of this machine. */
  readonly uri: string;
  /** The workspace folder. */
  readonly root: string | undefined;
  /** Helm's `--kube-version`; undefined means its own default. */
  readonly kubernetes: string | undefined;
  /** As it is on the disk, or as it was in the commit that is checked out. */
  readonly at: "disk" | "HEAD";
}

/** Undefined if the file belongs to no chart and no overlay. */
type RenderedSource =
  | { readonly target: RenderTarget; readonly folder: string; readonly result: RenderResult }
  | undefined;

export async function renderSource({ uri, root, kubernetes, at }: SourceAsked): Promise<RenderedSource> {
  const found = await findTarget(uri, root, nodeFiles);
  if (found === undefined) return undefined;
  const cwd = dirname(URI.parse(found.folder).fsPath);
  const renderIn = (folder: string): Promise<RenderResult> =>
    render(found.target, { cwd: folder, env: process.env, timeLimitMs: renderTimeLimitMs, kubernetes });
  return { ...found, result: at === "disk" ? await renderIn(cwd) : await inHead(cwd, found.target, renderIn) };
}

/** Does it in the same folder of the commit that is checked out, whose files are written to a temporary folder meanwhile. */
async function inHead(
  cwd: string,
  target: RenderTarget,
  renderIn: (folder: string) => Promise<RenderResult>,
): Promise<RenderResult> {
  const place = await realpath(cwd);
  const written = await writeHead(place);
  if ("problem" in written) return written;
  try {
    const folder = join(written.folder, written.inside);
    for (const part of partsOf(target))
      if (!(await stat(join(folder, part)).catch(() => undefined)))
        return { problem: `Git HEAD does not have ${part}, which is new` };
    const result = await renderIn(folder);
    return "problem" in result ? { ...result, problem: `in Git HEAD, ${result.problem}` } : result;
  } finally {
    await written.remove();
  }
}

/** What has to be there. */
function partsOf(target: RenderTarget): readonly string[] {
  return target.tool === "helm" ? [target.chart, ...target.values] : [target.overlay];
}

async function writeHead(
  cwd: string,
): Promise<(WrittenCommit & { readonly inside: string }) | { readonly problem: string }> {
  const root = await findWorkTree(cwd);
  if (root === undefined)
    return { problem: "the folder is in no Git repository, or git is not on the PATH of VS Code" };
  const id = await findCommit("HEAD", root);
  if (id === undefined) return { problem: "the Git repository has no commit HEAD" };
  if (typeof id !== "string") return id;
  const commit = await readCommit(id, root);
  if ("problem" in commit) return commit;
  const written = await writeCommit(commit);
  return "problem" in written ? written : { ...written, inside: relative(await realpath(root), cwd) };
}

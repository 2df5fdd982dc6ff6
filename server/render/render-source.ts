import { dirname } from "node:path";
import { URI } from "vscode-uri";
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
}

/** Undefined if the file belongs to no chart and no overlay. */
type RenderedSource =
  | { readonly target: RenderTarget; readonly folder: string; readonly result: RenderResult }
  | undefined;

export async function renderSource({ uri, root, kubernetes }: SourceAsked): Promise<RenderedSource> {
  const found = await findTarget(uri, root, nodeFiles);
  if (found === undefined) return undefined;
  const cwd = dirname(URI.parse(found.folder).fsPath);
  const options = { cwd, env: process.env, timeLimitMs: renderTimeLimitMs, kubernetes };
  return { ...found, result: await render(found.target, options) };
}

import * as z from "zod/mini";
import type { ToolCall } from "./model.ts";

const text = (about: string) => z.string().check(z.describe(about));

/** What tools that read manifests take: a text, or files. */
export const manifestInput = {
  manifest: z.optional(text("YAML or JSON of one or more Kubernetes objects; instead of paths")),
  paths: z.optional(
    z
      .array(z.string())
      .check(z.maxLength(100), z.describe("files, directories, or globs on this machine; instead of manifest")),
  ),
  kubernetes: z.optional(text("version of the nodes, such as 1.36; default: the project file's, or the newest")),
};

interface ManifestInput {
  readonly manifest?: string | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly kubernetes?: string | undefined;
}

/** The call of a command with a manifest: options first, and nothing behind `--` can be one. */
export function manifestCall(
  command: string,
  { manifest, paths = [], kubernetes }: ManifestInput,
  options: readonly string[] = [],
): ToolCall | { readonly problem: string } {
  const isText = manifest !== undefined;
  if (isText === paths.length > 0) return { problem: "give either manifest or paths" };
  const version = kubernetes === undefined ? [] : [`--kubernetes=${kubernetes}`];
  const args = [command, "--format=json", ...version, ...options, "--", ...(isText ? ["-"] : paths)];
  return { args, stdin: manifest ?? "" };
}

export { text };

import { createReadStream } from "node:fs";
import type { FileAccess } from "../../schema/files/file-access.ts";
import { fileUri } from "../../schema/files/find-project.ts";
import type { CallSettings } from "../arguments/flags.ts";

/** A kubelet configuration is a few kilobytes; what goes on for longer than this does not end. */
const charactersMax = 4 * 1024 * 1024;

/** Files that shells create for process substitution: `--kubelet-config <(…)`. */
const pipe = /^\/(?:dev|proc\/self)\/fd\/\d+$/;

/**
 * The texts behind the pipes that `--kubelet-config` names, by address. They can be read once only.
 * What a project file names is not looked at: nobody may write to it, and we would wait forever.
 */
export async function readPiped({ overrides, baseUri }: CallSettings): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const path of overrides.kubeletConfiguration ?? []) {
    const text = pipe.test(path) ? await readToEnd(path) : undefined;
    if (text !== undefined) texts[fileUri(path, baseUri)] = text;
  }
  return texts;
}

/** The same files, but for those that were read before. */
export function withPiped(files: FileAccess, piped: CallSettings["piped"]): FileAccess {
  if (piped === undefined) return files;
  return { ...files, read: async (uri) => (Object.hasOwn(piped, uri) ? piped[uri] : files.read(uri)) };
}

async function readToEnd(path: string): Promise<string | undefined> {
  let text = "";
  try {
    for await (const chunk of createReadStream(path, "utf8")) {
      text += String(chunk);
      if (text.length > charactersMax) return undefined;
    }
  } catch {
    return undefined;
  }
  return text;
}

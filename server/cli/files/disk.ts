// A call has nothing to do while it waits for the disk: to hand each small read to another thread costs more than the read.

import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { URI } from "vscode-uri";
import { fileText } from "../../git/file-text.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";
import { isReadable, nodeFiles } from "../../schema/files/node-files.ts";

/** Files of the machine, as `nodeFiles` reads them. */
export const diskFiles: FileAccess = {
  ...nodeFiles,
  async read(uri) {
    const { scheme, fsPath } = URI.parse(uri);
    if (scheme !== "file") return undefined;
    const about = aboutPath(fsPath);
    return about !== undefined && isReadable(about) ? readText(fsPath) : undefined;
  },
};

/** Undefined if it cannot be read. Waits for a pipe. */
export function readText(path: string): string | undefined {
  return orUndefined(() => fileText(readFileSync(path)));
}

/** In no order. Undefined if it is not a folder, or cannot be read. */
export function readFolder(path: string): readonly Dirent[] | undefined {
  return orUndefined(() => readdirSync(path, { withFileTypes: true }));
}

/** The kind of what a path or a link leads to. */
export function kindOf(path: string): "file" | "folder" | "missing" {
  const about = aboutPath(path);
  if (about === undefined) return "missing";
  return about.isDirectory() ? "folder" : "file";
}

function aboutPath(path: string) {
  return orUndefined(() => statSync(path, { throwIfNoEntry: false }));
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

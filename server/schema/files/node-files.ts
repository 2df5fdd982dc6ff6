import type { Stats } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { URI } from "vscode-uri";
import type { FileAccess, FolderEntry } from "./file-access.ts";

/** A project file or a kubelet configuration is a few kilobytes, a bundle of manifests one or two megabytes; more is a mistake that must not cost memory. */
const bytesMax = 4 * 1024 * 1024;

export function isReadable(about: Stats): boolean {
  return about.isFile() && about.size <= bytesMax;
}

/** Files of the machine that the process runs on. Only regular files: a device or a pipe would never end. */
export const nodeFiles: FileAccess = {
  async read(uri) {
    const address = URI.parse(uri);
    if (address.scheme !== "file") return undefined;
    try {
      return isReadable(await stat(address.fsPath)) ? await readFile(address.fsPath, "utf8") : undefined;
    } catch {
      return undefined;
    }
  },
  async list(uri) {
    const address = URI.parse(uri);
    if (address.scheme !== "file") return undefined;
    try {
      const entries = await readdir(address.fsPath, { withFileTypes: true });
      return entries.flatMap((entry): FolderEntry[] => {
        if (entry.isDirectory()) return [{ name: entry.name, kind: "folder" }];
        // Reading follows a link, and finds out whether it leads to a file.
        return entry.isFile() || entry.isSymbolicLink() ? [{ name: entry.name, kind: "file" }] : [];
      });
    } catch {
      return undefined;
    }
  },
};

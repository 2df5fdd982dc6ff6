import type { FileAccess } from "./file-access.ts";

interface CachedFiles extends FileAccess {
  /** Forgets everything; what is asked for next is read again. */
  clear(): void;
}

/** Every manifest of a folder asks for the same few files; each is read once until something changes. Absence is remembered, too. */
export function cachedFiles(files: FileAccess): CachedFiles {
  let reads = new Map<string, Promise<string | undefined>>();
  return {
    get readings() {
      return reads;
    },
    read(uri) {
      const known = reads.get(uri);
      if (known !== undefined) return known;
      const read = files.read(uri).catch(() => undefined);
      reads.set(uri, read);
      return read;
    },
    list: async (uri) => files.list?.(uri),
    clear: () => {
      reads = new Map();
    },
  };
}

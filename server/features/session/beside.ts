import { createNeighbors, type Neighbors } from "../../analysis/neighbors.ts";
import { isPartOfApplication } from "../../analysis/workloads.ts";
import type { Manifest, ManifestDocument } from "../../manifest/text/model.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";

/** What other files have for the open ones. Nothing waits for it: it is read behind the first answer. */
export interface BesideFiles {
  /** Undefined if it is not read yet, or of no use to the file. */
  of(uri: string, manifest: Manifest): readonly ManifestDocument[] | undefined;
  /** Files changed: all is read again. */
  clear(): void;
  /** The file was closed. */
  forget(uri: string): void;
}

interface BesideOptions {
  readonly files: FileAccess;
  /** There is something for a file: what was said of it before may be different now. `from`: the files it is in. */
  readonly found: (uri: string, from: readonly string[]) => void;
}

export function createBesideFiles({ files, found }: BesideOptions): BesideFiles {
  let neighbors: Neighbors = createNeighbors(files);
  const documentsByUri = new Map<string, readonly ManifestDocument[]>();
  const asked = new Set<string>();
  const read = async (uri: string): Promise<void> => {
    const askedOf = neighbors;
    const others = await askedOf(uri);
    if (askedOf !== neighbors || !asked.has(uri) || others.length === 0) return;
    documentsByUri.set(
      uri,
      others.flatMap(({ documents }) => documents),
    );
    found(
      uri,
      others.map((file) => file.uri),
    );
  };
  return {
    of(uri, manifest) {
      if (!asked.has(uri) && isPartOfApplication(manifest)) {
        asked.add(uri);
        void read(uri).catch(() => {});
      }
      return documentsByUri.get(uri);
    },
    clear() {
      neighbors = createNeighbors(files);
      documentsByUri.clear();
      asked.clear();
    },
    forget(uri) {
      documentsByUri.delete(uri);
      asked.delete(uri);
    },
  };
}
